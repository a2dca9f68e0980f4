/** Levels change at an accrual and at the millisecond at which a fee turns 720 h old, and at no other time. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { appendEntries } from "#lib/partner/ledger/append-rows.ts";
import { readFacts } from "#lib/partner/ledger/ledger-row.ts";
import {
  book,
  countRows,
  fee,
  makePartner,
  makeReferral,
  type TestPartner,
} from "#lib/partner/partner.testing.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { HOUR_MS } from "#lib/protocol/durations.ts";
import { LEVELS, payable, WINDOW_MS } from "#lib/protocol/partner/partner-levels.ts";
import type { EarningEntries, PartnerSummary } from "#lib/protocol/wire/partner.ts";
import { EarningsQuery, readEarnings } from "./read-earnings.ts";
import { readSummary } from "./read-summary.ts";

const START = Date.UTC(2026, 0, 1);

let db: Database;
let partner: TestPartner;

beforeAll(async () => {
  db = await testDatabase();
  setDatabase(db);
});
afterAll(() => db.$client.end());
beforeEach(async () => {
  partner = await makePartner(db, `code-${Math.random().toString(36).slice(2, 10)}`);
  await makeReferral(db, partner, `trader-of-${partner.code}`);
});

const iso = (time: number): string => new Date(time).toISOString();
const trader = (): string => `trader-of-${partner.code}`;
const summary = (now: number): Promise<PartnerSummary> =>
  readSummary({ ctx: { actor: partner.actor, now }, input: { query: {} } });

async function entries(now: number): Promise<EarningEntries["results"]> {
  const query = EarningsQuery.parse({ limit: "1000" });
  const page = await readEarnings({ ctx: { actor: partner.actor, now }, input: { query } });
  return (page as EarningEntries).results;
}

/** To the unit of 1e-9 USD. */
const exactly = (charged: bigint, at: number) => ({
  ...fee(trader(), 1, at),
  charged,
  gross: charged,
});

async function reverse(seq: number, now: number): Promise<void> {
  const own = sql`partner_id = ${partner.id} and seq = ${seq}`;
  const [original] = await readFacts(db, own);
  const entries = [{ kind: "reversal" as const, original: original!, occurredAt: now }];
  await db.transaction((change) => appendEntries(change, { partnerId: partner.id, now, entries }));
}

describe("the level of a fee", () => {
  test("is the one before the fee is counted, and a threshold counts when it is reached", async () => {
    await book(db, [fee(trader(), 25_000, START), fee(trader(), 100, START + 1)], START + 1);
    const [second, first] = await entries(START + 2);
    expect(first).toMatchObject({ level: 1, share_percent: 10, earned: "25", window_fees: "0" });
    expect(second).toMatchObject({
      level: 2,
      share_percent: 12,
      earned: "0.12",
      window_fees: "250",
    });
    expect(await summary(START + 2)).toMatchObject({ level: 2, referred_fees_30d: "251" });
  });

  test("counts two fees of one millisecond one after the other", async () => {
    await book(db, [fee(trader(), 100_000, START), fee(trader(), 1, START)], START);
    expect((await entries(START)).map(({ level }) => level)).toEqual([3, 1]);
  });

  test("falls at the millisecond at which a fee turns 720 h old", async () => {
    await book(db, [fee(trader(), 25_000, START)], START);
    expect(await summary(START + WINDOW_MS - 1)).toMatchObject({ level: 2 });
    expect(await summary(START + WINDOW_MS)).toMatchObject({ level: 1, referred_fees_30d: "0" });
    await book(db, [fee(trader(), 100, START + WINDOW_MS)], START + WINDOW_MS);
    expect((await entries(START + WINDOW_MS))[0]).toMatchObject({ level: 1, window_fees: "0" });
  });
});

describe("a threshold", () => {
  test.each(LEVELS.filter(({ level }) => level > 1))(
    "counts when it is reached to the last unit, and not one unit before: level $level",
    async ({ level, percent, threshold }) => {
      await book(db, [exactly(threshold - 1n, START)], START);
      expect(await summary(START)).toMatchObject({
        level: level - 1,
        next_level: { level, remaining: "0.000000001", progress: "0.9999" },
      });
      await book(db, [exactly(1n, START), exactly(1n, START)], START);
      expect(await summary(START)).toMatchObject({ level, share_percent: Number(percent) });
      expect((await entries(START)).map((entry) => entry.level)).toEqual([level, level - 1, 1]);
    },
  );

  test("is kept by the amount in the forecast, charged in the last millisecond, and by no unit less", async () => {
    await book(db, [fee(trader(), 100_000, START), exactly(999n, START + 1)], START + 1);
    const [fall] = (await summary(START + 1)).rolloff;
    expect(fall).toMatchObject({ at: iso(START + WINDOW_MS), level: 1, to_hold: "999.999999001" });
    const last = START + WINDOW_MS - 1;
    await book(db, [exactly(999_999_999_000n, last)], last);
    expect(await summary(last + 1)).toMatchObject({ level: 2, referred_fees_30d: "999.999999999" });
    await book(db, [exactly(1n, last)], last + 1);
    expect(await summary(last + 1)).toMatchObject({ level: 3, referred_fees_30d: "1000" });
  });
});

describe("a reversal", () => {
  test("after the level has changed reverses the amount that was earned at the time, and lowers the level from then on", async () => {
    await book(db, [fee(trader(), 25_000, START), fee(trader(), 10_000, START + 1)], START + 1);
    await reverse(1, START + 2);
    await book(db, [fee(trader(), 10_000, START + 3)], START + 3);
    const [after, taken, , first] = await entries(START + 3);
    expect(taken).toMatchObject({
      kind: "reversal",
      fee: "-250",
      earned: "-25",
      share_percent: 10,
      reverses_seq: 1,
      accrued_at: iso(START + 2),
    });
    expect(first).toMatchObject({ reversed_by_seq: 3, earned: "25" });
    expect(after).toMatchObject({ level: 1, window_fees: "100", earned: "10" });
    const { balances, level } = await summary(START + 3);
    expect({ level, balances }).toMatchObject({ level: 1, balances: { accrued: "22" } });
    // A snapshot before it is unchanged.
    const query = { as_of: START + 2, as_of_seq: 2 };
    const before = await readSummary({
      ctx: { actor: partner.actor, now: START + 3 },
      input: { query },
    });
    expect(before).toMatchObject({ level: 2, referred_fees_30d: "350" });
  });

  test("of a fee that has left the window changes totals but no level", async () => {
    await book(
      db,
      [fee(trader(), 400_000, START), fee(trader(), 100_000, START + HOUR_MS)],
      START + HOUR_MS,
    );
    const now = START + WINDOW_MS;
    const { level, referred_fees_30d, rolloff } = await summary(now);
    expect({ level, referred_fees_30d }).toEqual({ level: 3, referred_fees_30d: "1000" });
    await reverse(1, now);
    const { by_product, ...after } = await summary(now);
    expect(after).toMatchObject({ level, referred_fees_30d, rolloff });
    expect(by_product[0]).toMatchObject({
      fees_30d: "1000",
      earned_30d: "-220",
      fees_total: "1000",
    });
  });

  test("happens once, and may leave a negative balance, which is not paid", async () => {
    await book(db, [fee(trader(), 1_000, START)], START);
    const paid = {
      kind: "settlement",
      settlementId: `stl_${partner.code}`,
      simulated: false,
    } as const;
    const entries = [{ ...paid, amount: 1_00000_00000n, occurredAt: START }];
    await db.transaction((change) =>
      appendEntries(change, { partnerId: partner.id, now: START, entries }),
    );
    await reverse(1, START + 1);
    await reverse(1, START + 2);
    expect(await summary(START + 2)).toMatchObject({
      ledger_seq: 3,
      balances: {
        accrued: "0",
        settled: "0",
        in_transit: "0.1",
        pending: "-0.1",
        reconciles: true,
      },
    });
    expect(payable(-1_00000_00000n)).toBe(0n);
  });
});

test("the forecast lists each fall and the amount that would keep the level", async () => {
  const fees = [fee(trader(), 100_000, START), fee(trader(), 30_000, START + HOUR_MS)];
  await book(db, fees, START + HOUR_MS);
  const { rolloff, level, next_level } = await summary(START + 2 * HOUR_MS);
  expect(level).toBe(3);
  expect(rolloff).toEqual([
    {
      at: new Date(START + WINDOW_MS).toISOString(),
      level: 2,
      share_percent: 12,
      fees_30d: "300",
      to_hold: "700",
    },
    {
      at: new Date(START + HOUR_MS + WINDOW_MS).toISOString(),
      level: 1,
      share_percent: 10,
      fees_30d: "0",
      to_hold: "250",
    },
  ]);
  expect(next_level).toMatchObject({ level: 4, remaining: "2700", progress: "0.3250" });
});

test("a fee is booked once, however often it is sent", async () => {
  const one = fee(trader(), 500, START);
  const before = await countRows(db);
  expect(await book(db, [one, one], START)).toBe(1);
  expect(await book(db, [one], START + 5)).toBe(0);
  expect(await countRows(db)).toBe(before + 1);
});

test("a late fee counts with the row before it, and shows when it happened", async () => {
  await book(db, [fee(trader(), 100, START + HOUR_MS)], START + HOUR_MS);
  await book(db, [fee(trader(), 100, START)], START + 2 * HOUR_MS);
  const [late] = await entries(START + 2 * HOUR_MS);
  expect(late).toMatchObject({
    accrued_at: new Date(START + HOUR_MS).toISOString(),
    occurred_at: new Date(START).toISOString(),
    window_fees: "1",
  });
});

test("a fee with a time ahead counts from when it is written, and one that is months old with the row before it", async () => {
  await book(db, [fee(trader(), 100, START + 5 * HOUR_MS)], START + HOUR_MS);
  await book(
    db,
    [fee(trader(), 100, START - 2 * WINDOW_MS), fee(trader(), 100, START)],
    START + 2 * HOUR_MS,
  );
  const times = (await entries(START + 2 * HOUR_MS)).map((entry) => entry.accrued_at);
  // The referral is of before all of them.
  expect(times).toEqual(Array(3).fill(iso(START + HOUR_MS)));
  expect(await summary(START + HOUR_MS + WINDOW_MS - 1)).toMatchObject({ referred_fees_30d: "3" });
  expect(await summary(START + HOUR_MS + WINDOW_MS)).toMatchObject({ referred_fees_30d: "0" });
});

test("rows of the ledger cannot be changed, removed or cleared", async () => {
  await book(db, [fee(trader(), 100, START)], START);
  const refused = {
    cause: expect.objectContaining({ message: "the partner ledger is append-only" }),
  };
  await expect(db.execute("update partner_ledger set amount = 1")).rejects.toMatchObject(refused);
  await expect(db.execute("delete from partner_ledger")).rejects.toMatchObject(refused);
  await expect(db.execute("truncate partner_ledger")).rejects.toMatchObject(refused);
});
