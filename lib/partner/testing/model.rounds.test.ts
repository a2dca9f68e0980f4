/**
 * Compares random ledgers of years with the model: rows as they are written, and reads at any instant and row.
 * `PARTNER_MODEL_OPERATIONS=100000 npx vitest run lib/partner/testing/model.rounds.test.ts` runs longer, and `PARTNER_MODEL_SEED` reproduces the
 * history of a seed. On PGlite and, where one is reachable, on Postgres: TEST_DATABASE_URL, else 127.0.0.1:5432.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Secret } from "#lib/kernel/env.ts";
import {
  isPostgresPromised,
  type OwnDatabase,
  probePostgres,
} from "#lib/kernel/postgres.testing.ts";
import { book, makePartner, makeReferral } from "#lib/partner/partner.testing.ts";
import {
  closeDatabase,
  type Database,
  openDatabase,
  setDatabase,
} from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { borrowDatabase } from "#lib/platform/db/lent-databases.testing.ts";
import { type Begin, beginHistory, step } from "./history.ts";
import { ModelLedger } from "./model.ts";
import { readOnce } from "./reads.ts";
import { compareRows, keysOf } from "./rows.ts";
import type { Comparison, Side } from "./world.ts";

const OPERATIONS = Number(process.env["PARTNER_MODEL_OPERATIONS"] ?? 400);
const SEED = Number(process.env["PARTNER_MODEL_SEED"] ?? 1);
const START = Date.UTC(2022, 0, 1);
const YEARS = OPERATIONS > 20_000 ? 6 : 3;

const serverUrl = await probePostgres(process.env);
const isSkipped = serverUrl === undefined && !isPostgresPromised(process.env);

function expectAgreement({ what, actual, expected }: Comparison): void {
  expect(actual, what).toEqual(expected);
}

/** Each row is compared when it is written; every few operations a read is compared. */
async function expectALife(begin: Omit<Begin, "seed" | "start" | "years">): Promise<void> {
  const history = await beginHistory({ ...begin, seed: SEED, start: START, years: YEARS });
  const seen = new Map<Side, number>();
  const often = begin.isCoarse === true ? 1 / 2 : 1 / 7;
  for (let reads = 0; history.operations < begin.operations; ) {
    for (const side of await step(history)) {
      expectAgreement(await compareRows(history.db, side, seen.get(side) ?? 0));
      seen.set(side, side.ledger.rows.length);
    }
    for (; reads < history.operations * often; reads += 1) expectAgreement(await readOnce(history));
  }
  const [fewest] = [...seen.values()].toSorted((a, b) => a - b);
  expect(fewest).toBeGreaterThan(begin.operations / 12);
}

const timeout = (operations: number) => ({ timeout: 240_000 + operations * 240 });

describe("ledger and model agree in every field, at every instant and row tried, on PGlite", () => {
  let db: Database;
  beforeAll(async () => {
    db = await testDatabase();
    setDatabase(db);
  });
  afterAll(async () => {
    setDatabase(undefined);
    await db.$client.end();
  });

  test(`${OPERATIONS} operations of seed ${SEED}`, timeout(OPERATIONS), () =>
    expectALife({ db, operations: OPERATIONS }),
  );

  const few = OPERATIONS / 4;
  test(`${few} operations with few large fees, many of them reversed`, timeout(few), () =>
    expectALife({ db, operations: few, isCoarse: true }),
  );
});

describe.skipIf(isSkipped)("ledger and model agree on Postgres", () => {
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

  const few = OPERATIONS / 8;
  test(`${few} operations of seed ${SEED}`, timeout(few), () =>
    expectALife({ db, operations: few }),
  );

  test(`${few} operations with few large fees, many of them reversed`, timeout(few), () =>
    expectALife({ db, operations: few, isCoarse: true }),
  );

  test("after eight concurrent bookings, some of them the same", async () => {
    const partner = await makePartner(db, "at-once", START);
    const referralId = await makeReferral(db, partner, "wallet-of-many", START);
    const fees = Array.from({ length: 400 }, (_, index) => ({
      key: `at-once:${index}`,
      account: "wallet-of-many",
      source: "perp" as const,
      charged: 3_000_000_001n * BigInt(index + 1),
      gross: 4_000_000_001n * BigInt(index + 1),
      occurredAt: START + index,
      origin: "venue" as const,
      simulated: false,
    }));
    const now = START + 1_000;
    const starts = Array.from({ length: 8 }, (_, index) => index * 45);
    await Promise.all(
      starts.map(async (from) => {
        for (const at of [from, from + 15, from + 30, from + 45, from + 60])
          await book(db, fees.slice(at, at + 30), now);
      }),
    );
    const ledger = new ModelLedger(partner.id);
    for (const key of await keysOf(db, partner.id)) {
      const { account: _, charged, ...facts } = fees.find((one) => one.key === key)!;
      ledger.book({ ...facts, fee: charged, referralId }, now);
    }
    expect(ledger.rows).toHaveLength(400);
    const aim = { usd: 0, until: 0 };
    const side = { partner, ledger, referrals: [], payouts: [], aim };
    expectAgreement(await compareRows(db, side, 0));
  });
});
