/**
 * Compares random histories of webhooks with the model after each step: events, claims of two
 * workers, results, crashes and owners' actions. `WEBHOOK_MODEL_STEPS=100000 npx vitest run
 * lib/webhooks/testing/model.rounds.test.ts` runs longer, and `WEBHOOK_MODEL_SEED` reproduces the
 * history of a seed. Runs on PGlite and, where one is reachable, on Postgres: TEST_DATABASE_URL,
 * else 127.0.0.1:5432.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Secret } from "#lib/kernel/env.ts";
import {
  isPostgresPromised,
  type OwnDatabase,
  probePostgres,
} from "#lib/kernel/postgres.testing.ts";
import { chanceOf } from "#lib/kernel/random.testing.ts";
import {
  closeDatabase,
  type Database,
  openDatabase,
  setDatabase,
} from "#lib/platform/db/client.ts";
import { isTestDatabaseEmbedded, testDatabase } from "#lib/platform/db/db.testing.ts";
import { borrowDatabase } from "#lib/platform/db/lent-databases.testing.ts";
import { vacuumWithoutAutovacuum } from "#lib/platform/db/vacuum.ts";
import { setLimits } from "#lib/platform/http/rate-limits.ts";
import { beginWorld, drain, step } from "./steps.ts";
import { check } from "./world.ts";

const STEPS = Number(process.env["WEBHOOK_MODEL_STEPS"] ?? 200);
const SEED = Number(process.env["WEBHOOK_MODEL_SEED"] ?? 1);
const START = Date.UTC(2026, 0, 1);
const DRAIN_EVERY = 250;
const VACUUM_EVERY = 2_500;

const serverUrl = await probePostgres(process.env);
const isSkipped = serverUrl === undefined && !isPostgresPromised(process.env);

async function expectAgreement(db: Database): Promise<void> {
  const unlimited = { allowed: true, limit: 1, remaining: 1, resetSeconds: 1 };
  const limit = { take: async () => unlimited, spent: async () => undefined };
  setLimits({ of: () => limit, close: async () => {} });
  const world = await beginWorld(db, chanceOf(SEED), START);
  for (let taken = 1; taken <= STEPS; taken += 1) {
    try {
      await step(world);
      await check(world);
      if (taken % DRAIN_EVERY !== 0) continue;
      await drain(world);
      await check(world);
      if (taken % VACUUM_EVERY === 0) await vacuumWithoutAutovacuum(db);
    } catch (error) {
      throw new Error(`step ${taken} of seed ${SEED}: ${firstCauseOf(error)}`, { cause: error });
    }
  }
  // A short history may not contain every rare case.
  const missed = [...world.model.seen].filter(([, times]) => times === 0);
  if (STEPS >= 20_000) expect(missed).toEqual([]);
}

function firstCauseOf(error: unknown): string {
  const isCaused = error instanceof Error && error.cause !== undefined;
  return isCaused ? firstCauseOf(error.cause) : String(error);
}

const timeout = { timeout: 240_000 + STEPS * 240 };

describe("service and model agree after each step", () => {
  describe.runIf(isTestDatabaseEmbedded())("on PGlite", () => {
    let db: Database;
    beforeAll(async () => {
      db = await testDatabase();
      setDatabase(db);
    });
    afterAll(async () => {
      setDatabase(undefined);
      await db.$client.end();
    });

    test(`${STEPS} steps of seed ${SEED}`, timeout, () => expectAgreement(db));
  });

  describe.skipIf(isSkipped)("on Postgres", () => {
    let own: OwnDatabase;
    let db: Database;
    beforeAll(async () => {
      own = await borrowDatabase(serverUrl);
      db = await openDatabase({ dataDir: "unused", databaseUrl: new Secret(own.url) });
    });
    afterAll(async () => {
      await closeDatabase();
      await own.drop();
    });

    test(`${STEPS} steps of seed ${SEED}`, timeout, () => expectAgreement(db));
  });
});
