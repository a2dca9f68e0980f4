/**
 * Replicas that run at the same moment, stop in the middle and start again store what a replay of
 * the triggers finds.
 */
import { expect, test } from "vitest";
import {
  RandomSignals,
  replayedSignals,
  SignalWorld,
  storedSignals,
  TICKS,
} from "#lib/catalysts/testing/signals.testing.ts";
import { Secret } from "#lib/kernel/env.ts";
import { isPostgresPromised, probePostgres } from "#lib/kernel/postgres.testing.ts";
import { closeDatabase, type Database, openDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { borrowDatabase } from "#lib/platform/db/lent-databases.testing.ts";
import { SignalFollower } from "./follow-signals.ts";

const START = Date.UTC(2026, 4, 1, 12);
const STEPS = 70;
const STOPPED = "the process was stopped";

/** A database that sometimes rolls a transaction back at its end, as if the process was killed. */
function stoppedNowAndThen(db: Database, isNext: () => boolean): Database {
  return new Proxy(db, {
    get(target, name) {
      if (name !== "transaction") return Reflect.get(target, name) as unknown;
      const transaction: Database["transaction"] = (change, options) =>
        target.transaction(async (tx) => {
          const result = await change(tx);
          if (isNext()) throw new Error(STOPPED);
          return result;
        }, options);
      return transaction;
    },
  });
}

async function disturbed(db: Database, seed: number): Promise<void> {
  const world = new SignalWorld(db, START);
  await world.begin();
  const history = new RandomSignals(world, seed);
  const stopped = stoppedNowAndThen(db, () => history.whole(6) === 0);
  const begin = () => new SignalFollower(stopped, () => Promise.resolve(TICKS));
  const replicas = [begin(), begin()];
  for (let step = 0; step < STEPS; step += 1) {
    await history.step();
    const runs = replicas.map((replica) => replica.run(world.now + 100 + history.whole(30_000)));
    for (const [index, run] of (await Promise.allSettled(runs)).entries()) {
      if (run.status === "fulfilled") continue;
      expect(String(run.reason)).toContain(STOPPED);
      replicas[index] = begin();
    }
  }
  // An uninterrupted replica takes the last minutes.
  await new SignalFollower(db, () => Promise.resolve(TICKS)).run(world.now + 100);
}

async function expectSameAgain(db: Database): Promise<void> {
  const stored = await storedSignals(db);
  expect(stored.signals.length).toBeGreaterThan(12);
  expect(stored.ends.length).toBeGreaterThan(8);
  expect(await replayedSignals(db)).toEqual(stored);
}

test("replicas that are stopped anywhere", async () => {
  const db = await testDatabase();
  await disturbed(db, 3);
  await expectSameAgain(db);
  await db.$client.end();
});

const server = await probePostgres(process.env);

test.skipIf(server === undefined && !isPostgresPromised(process.env))(
  "replicas at once, each with connections of its own",
  async () => {
    const own = await borrowDatabase(server);
    const db = await openDatabase({ dataDir: "", databaseUrl: new Secret(own.url) });
    try {
      await disturbed(db, 4);
      await expectSameAgain(db);
    } finally {
      await closeDatabase();
      await own.drop();
    }
  },
);
