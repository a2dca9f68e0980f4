/**
 * Two replicas with their own connections make passes at the same moment, and store what one
 * replica would store.
 */
import { expect, test } from "vitest";
import {
  brokenCatalysts,
  RandomHistory,
  replayedRows,
  storedRows,
} from "#lib/catalysts/testing/passes.testing.ts";
import { Secret } from "#lib/kernel/env.ts";
import { isPostgresPromised, probePostgres } from "#lib/kernel/postgres.testing.ts";
import { closeDatabase, openDatabase } from "#lib/platform/db/client.ts";
import { borrowDatabase } from "#lib/platform/db/lent-databases.testing.ts";
import { PassFollower } from "./follow-passes.ts";

const START = Date.UTC(2026, 4, 1, 12);
const STEPS = 60;

const server = await probePostgres(process.env);

test.skipIf(server === undefined && !isPostgresPromised(process.env))(
  "two replicas at once make each pass once",
  async () => {
    const own = await borrowDatabase(server);
    const db = await openDatabase({ dataDir: "", databaseUrl: new Secret(own.url) });
    try {
      const history = new RandomHistory(db, 5);
      const replicas = [new PassFollower(db), new PassFollower(db)];
      let now = START;
      for (let step = 0; step < STEPS; step += 1) {
        now += 1_000 + history.whole(4 * 60_000);
        await history.addNews(now);
        if (history.whole(2) === 0) await history.move(now);
        await Promise.all(replicas.map((replica, index) => replica.run(now + index)));
      }
      const stored = await storedRows(db);
      expect(stored.revisions.length).toBeGreaterThan(50);
      expect(await replayedRows(db)).toEqual(stored);
      expect(await brokenCatalysts(db)).toEqual([]);
    } finally {
      await closeDatabase();
      await own.drop();
    }
  },
);
