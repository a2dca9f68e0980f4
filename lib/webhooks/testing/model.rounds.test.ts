/**
 * Compares random histories of webhooks with the model after each step: emissions, claims of two workers, results, crashes and
 * what owners do. `WEBHOOK_MODEL_STEPS=100000 npx vitest run lib/webhooks/testing/model.rounds.test.ts` runs longer, and
 * `WEBHOOK_MODEL_SEED` reproduces the history of a seed. On PGlite and, where one is reachable, on Postgres: TEST_DATABASE_URL,
 * else 127.0.0.1:5432.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  closeDatabase,
  type Database,
  openDatabase,
  useDatabase,
} from "#lib/platform/db/client.ts";
import { isTestDatabaseEmbedded, testDatabase } from "#lib/platform/db/db.testing.ts";
import { borrowDatabase } from "#lib/platform/db/lent-databases.testing.ts";
import {
  isPostgresPromised,
  type OwnDatabase,
  probePostgres,
} from "#lib/platform/db/postgres.testing.ts";
import { vacuumWithoutAutovacuum } from "#lib/platform/db/vacuum.ts";
import { Secret } from "#lib/platform/env.ts";
import { useLimits } from "#lib/platform/http/limits.ts";
import { chanceOf } from "#lib/platform/random.testing.ts";
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
  useLimits({ of: () => limit, close: async () => {} });
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
  // A short history may miss a rare turn.
  const missed = [...world.model.seen].filter(([, times]) => times === 0);
  if (STEPS >= 20_000) expect(missed).toEqual([]);
}

function firstCauseOf(error: unknown): string {
  const isCaused = error instanceof Error && error.cause !== undefined;
  return isCaused ? firstCauseOf(error.cause) : String(error);
}

const timeout = { timeout: 240_000 + STEPS * 60 };

describe("service and model agree after each step", () => {
  describe.runIf(isTestDatabaseEmbedded())("on PGlite", () => {
    let db: Database;
    beforeAll(async () => {
      db = await testDatabase();
      useDatabase(db);
    });
    afterAll(async () => {
      useDatabase(undefined);
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
