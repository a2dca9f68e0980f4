/** Stored moves and news start a pass at once, without waiting for its interval. */
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { MOVES_ELECTION } from "#lib/catalysts/moves/moves-election.ts";
import { NEWS_ELECTION } from "#lib/catalysts/news/intake/news-election.ts";
import { moveAt, storeFound } from "#lib/catalysts/testing/engine-inputs.testing.ts";
import { storeItems } from "#lib/catalysts/testing/stored-news.testing.ts";
import { Secret } from "#lib/kernel/env.ts";
import { isPostgresPromised, probePostgres } from "#lib/kernel/postgres.testing.ts";
import { closeDatabase, type Database, openDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { soleLeader } from "#lib/platform/db/leadership.ts";
import { borrowDatabase } from "#lib/platform/db/lent-databases.testing.ts";
import { PASSES_ELECTION } from "./passes-election.ts";

const NOON = Date.UTC(2026, 4, 1, 12);
const ITEM = { url: "https://wire.example/1", headline: "Bridge drained of 30 million dollars" };
const MOVE = moveAt(NOON, { market: "SOLUSDC", onset: NOON - 60_000 });

describe("in the process of the embedded database", () => {
  let db: Database;
  let wakes: number;
  const passes = soleLeader(PASSES_ELECTION);
  beforeEach(async () => {
    db = await testDatabase();
    wakes = 0;
    passes.listen(() => {
      wakes += 1;
    });
  });
  afterEach(() => db.$client.end());

  test("by a new item, and not by a known one", async () => {
    await storeItems(db, [ITEM], NOON);
    expect(wakes).toBe(1);
    await storeItems(db, [ITEM], NOON + 1_000);
    expect(wakes).toBe(1);
  });

  test("by a move, and not by minutes without one", async () => {
    await storeFound(db, NOON - 60_000);
    expect(wakes).toBe(0);
    await storeFound(db, NOON, MOVE);
    expect(wakes).toBe(1);
  });
});

const server = await probePostgres(process.env);

test.skipIf(server === undefined && !isPostgresPromised(process.env))(
  "on Postgres with the transaction that stores them",
  async () => {
    const own = await borrowDatabase(server);
    const db = await openDatabase({ dataDir: "", databaseUrl: new Secret(own.url) });
    const client = new pg.Client({ connectionString: own.url });
    try {
      const heard: string[] = [];
      await client.connect();
      client.on("notification", ({ channel }) => heard.push(channel));
      for (const channel of PASSES_ELECTION.hears ?? []) await client.query(`LISTEN ${channel}`);
      await storeItems(db, [ITEM], NOON);
      await storeFound(db, NOON, MOVE);
      const channels = [NEWS_ELECTION.channel, MOVES_ELECTION.channel];
      await vi.waitFor(() => expect(heard).toEqual(channels), { interval: 5 });
    } finally {
      await client.end();
      await closeDatabase();
      await own.drop();
    }
  },
);
