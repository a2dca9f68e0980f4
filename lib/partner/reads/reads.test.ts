/** Common rules of all reads: no data of other partners, no omissions or duplicates, and empty answers for a new partner. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { toErrorBody } from "#lib/kernel/errors/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import { appendEntries } from "#lib/partner/ledger/append-rows.ts";
import {
  book,
  fee,
  makePartner,
  makeReferral,
  makeUser,
  type TestPartner,
} from "#lib/partner/partner.testing.ts";
import { partnerSettlements } from "#lib/partner/schema/partner.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { DAY_MS, HOUR_MS } from "#lib/protocol/durations.ts";
import { GRANULARITIES } from "#lib/protocol/partner/enumerations.ts";
import type { EarningBuckets, EarningEntries } from "#lib/protocol/wire/partner.ts";
import { EarningsQuery, readEarnings } from "./read-earnings.ts";
import { ReferralsQuery, readReferrals } from "./read-referrals.ts";
import { readSettlements, SettlementsQuery } from "./read-settlements.ts";
import { readSummary, SummaryQuery } from "./read-summary.ts";

const START = Date.UTC(2026, 2, 1);
const NOW = START + 400 * DAY_MS;

let db: Database;
let partner: TestPartner;
let names = 0;

beforeAll(async () => {
  db = await testDatabase();
  setDatabase(db);
});
afterAll(async () => {
  setDatabase(undefined);
  await db.$client.end();
});
beforeEach(async () => {
  partner = await makePartner(db, `reads-${++names}`, START);
});

type Query = Record<string, string>;

const READS = {
  summary: (query: Query, actor = partner.actor) =>
    readSummary({ ctx: { actor, now: NOW }, input: { query: SummaryQuery.parse(query) } }),
  referrals: (query: Query, actor = partner.actor) =>
    readReferrals({ ctx: { actor, now: NOW }, input: { query: ReferralsQuery.parse(query) } }),
  earnings: (query: Query, actor = partner.actor) =>
    readEarnings({ ctx: { actor, now: NOW }, input: { query: EarningsQuery.parse(query) } }),
  settlements: (query: Query, actor = partner.actor) =>
    readSettlements({ ctx: { actor, now: NOW }, input: { query: SettlementsQuery.parse(query) } }),
};

const buckets = (query: Query) =>
  READS.earnings({ granularity: "day", ...query }) as Promise<EarningBuckets>;
const entries = (query: Query) => READS.earnings(query) as Promise<EarningEntries>;

/** The endpoint's answer. */
async function refused(read: Promise<unknown>): Promise<{ status: number; body: unknown }> {
  return read.then(
    () => ({ status: 200, body: undefined }),
    (error: unknown) => toErrorBody(error),
  );
}

async function settle(of: TestPartner, amount: bigint): Promise<string> {
  const id = newId("stl");
  await db.transaction(async (change) => {
    const entry = {
      kind: "settlement",
      settlementId: id,
      amount,
      occurredAt: NOW,
      simulated: false,
    } as const;
    const [row] = await appendEntries(change, { partnerId: of.id, now: NOW, entries: [entry] });
    await change.insert(partnerSettlements).values({
      id,
      runId: newId("run"),
      partnerId: of.id,
      amount: amount / 100_000n,
      periodEnd: NOW,
      state: "created",
      network: "devnet",
      mint: "mint",
      recipient: of.code,
      openedSeq: row!.seq,
      createdAt: NOW,
    });
  });
  return id;
}

describe("data of another partner", () => {
  let referral: string;
  let settlement: string;
  beforeEach(async () => {
    const other = await makePartner(db, `other-${names}`, START);
    referral = await makeReferral(db, other, `trader-of-${other.code}`, START);
    await book(db, [fee(`trader-of-${other.code}`, 50_000, START)], NOW);
    settlement = await settle(other, 50_00000_00000n);
    expect(await refused(READS.referrals({ referral_id: referral }, other.actor))).toMatchObject({
      status: 200,
    });
    expect(
      await refused(READS.settlements({ settlement_id: settlement }, other.actor)),
    ).toMatchObject({ status: 200 });
  });

  const range = { from: "2026-01-01", to: "2026-12-31", tz: "Europe/Berlin" };
  test.each([
    ["referrals", "referral_id", {}],
    ["referrals", "referral_id", { sort: "earned", format: "csv", ...range }],
    ["earnings", "referral_id", {}],
    ["earnings", "referral_id", { product: "perp", format: "csv", ...range }],
    ["earnings", "referral_id", { granularity: "day" }],
    ["earnings", "referral_id", { granularity: "month", ...range }],
    ["settlements", "settlement_id", {}],
    ["settlements", "settlement_id", { format: "csv", ...range }],
  ] as const)(
    "gets the same refusal from %s by %s as an unknown id: %j",
    async (read, name, query) => {
      const id = name === "referral_id" ? referral : settlement;
      const unknown = await refused(
        READS[read]({ ...query, [name]: newId(name === "referral_id" ? "ref" : "stl") }),
      );
      expect(unknown).toMatchObject({ status: 404 });
      expect(await refused(READS[read]({ ...query, [name]: id }))).toEqual(unknown);
    },
  );

  test("is in no total and on no page", async () => {
    expect(await READS.summary({})).toMatchObject({
      ledger_seq: 0,
      referrals: 0,
      referred_fees_30d: "0",
      balances: { accrued: "0", settled: "0", in_transit: "0", pending: "0", reconciles: true },
    });
    expect(await READS.referrals({})).toMatchObject({ count: 0, results: [], next: null });
    expect(await READS.settlements({})).toMatchObject({
      results: [],
      totals: { settled: "0", in_transit: "0" },
    });
    expect(await entries({})).toMatchObject({ results: [] });
    expect((await buckets({})).totals).toMatchObject({ fees: "0", earned: "0", count: 0 });
  });

  test("is on no page after a cursor either", async () => {
    const cursor = `joined.desc.99999999999999.${referral}`;
    expect(await READS.referrals({ cursor })).toMatchObject({ results: [], next: null });
    expect(await READS.settlements({ cursor: "99" })).toMatchObject({ results: [] });
    expect(await entries({ cursor: "99" })).toMatchObject({ results: [] });
  });
});

test("an account that has not joined is no partner for any read", async () => {
  const stranger = await makeUser(db, `stranger-${names}`, START);
  for (const read of Object.values(READS))
    expect(await refused(read({}, stranger))).toMatchObject({
      status: 404,
      body: { error: "NOT_A_PARTNER" },
    });
});

test("referrals of one product have its figures only, and are ordered by what it earned", async () => {
  const [one, other] = [`one-${partner.code}`, `other-${partner.code}`];
  const ids = [
    await makeReferral(db, partner, one, START),
    await makeReferral(db, partner, other, START),
  ];
  const given = [
    fee(one, 9_000, START),
    fee(one, 1_000, START, "swap"),
    fee(other, 4_000, START, "swap"),
  ];
  await book(db, given, NOW);
  const read = async (query: Query) =>
    (await READS.referrals({ sort: "earned", ...query })).results.map((row) => [
      ids.indexOf(row.id),
      row.figures.fees,
      row.total.fees,
      row.by_product.map(({ product }) => product).join(),
    ]);
  expect(await read({})).toEqual([
    [0, "100", "100", "perp,swap,prediction"],
    [1, "40", "40", "perp,swap,prediction"],
  ]);
  expect(await read({ product: "swap" })).toEqual([
    [1, "40", "40", "swap"],
    [0, "10", "10", "swap"],
  ]);
});

test("referrals are ordered by their last fee and by their fees, either way; none comes before all", async () => {
  const names = ["idle", "early", "late"].map((name) => `${name}-${partner.code}`);
  const ids: string[] = [];
  for (const name of names) ids.push(await makeReferral(db, partner, name, START));
  const [, early = "", late = ""] = names;
  await book(db, [fee(early, 9_000, START), fee(late, 1_000, START + 1)], NOW);
  const read = async (query: Query) => {
    const { results } = await READS.referrals(query);
    return results.map(({ id }) => ids.indexOf(id));
  };
  expect(await read({ sort: "last_fee" })).toEqual([2, 1, 0]);
  expect(await read({ sort: "last_fee", order: "asc" })).toEqual([0, 1, 2]);
  expect(await read({ sort: "fees" })).toEqual([1, 2, 0]);
  expect(await read({ sort: "fees", order: "asc" })).toEqual([0, 2, 1]);
});

describe("a partner without referrals", () => {
  test("is at the first level with only the second ahead", async () => {
    const { next_level, rolloff, forecast, level } = await READS.summary({});
    expect({ level, rolloff }).toEqual({ level: 1, rolloff: [] });
    expect(next_level).toMatchObject({
      level: 2,
      remaining: "250",
      progress: "0.0000",
      pace: { fees_7d: "0", reached_at: null },
    });
    expect(forecast.every(({ fees_30d }) => fees_30d === "0")).toBe(true);
  });

  test("has empty buckets for a range, and no buckets without one", async () => {
    expect(await buckets({})).toMatchObject({ results: [], next: null });
    const { results } = await buckets({ from: "2026-03-01", to: "2026-03-04" });
    expect(results).toHaveLength(3);
    expect(
      results.every(({ count, fees, earned }) => count === 0 && fees === "0" && earned === "0"),
    ).toBe(true);
  });
});

test("a balance that differs from the sum of its rows is reported", async () => {
  await makeReferral(db, partner, `trader-of-${partner.code}`, START);
  await book(db, [fee(`trader-of-${partner.code}`, 50_000, START)], NOW);
  expect((await READS.summary({})).balances).toMatchObject({
    accrued: "50",
    pending: "50",
    reconciles: true,
  });
  // An attacker with access to the database could add a row that takes an amount out and leaves the balance unchanged.
  await db.execute(sql`
    insert into partner_ledger (partner_id, seq, key, kind, debit, credit, amount, accrued_at, occurred_at, settlement_id, origin, hash,
      balance, fees_total, totals)
    select partner_id, 2, key || ':tampered', 'settlement', credit, 'settlement:x', 1, accrued_at, occurred_at, 'x', origin, hash,
      balance, fees_total, totals
    from partner_ledger where partner_id = ${partner.id}`);
  expect((await READS.summary({})).balances).toEqual({
    accrued: "50",
    settled: "0",
    in_transit: "0.00000000001",
    pending: "50",
    reconciles: false,
  });
});

describe("ranges of earnings", () => {
  const wallet = () => `trader-of-${partner.code}`;
  beforeEach(async () => {
    await makeReferral(db, partner, wallet(), START);
    // Fees around days of clock changes, in the last and in the first millisecond of many hours.
    const times = Array.from({ length: 60 }, (_, index) => START + index * 13 * HOUR_MS).flatMap(
      (at) => [at - 1, at],
    );
    const later = times.map((at) => at + 214 * DAY_MS);
    const fees = [...times, ...later].filter((at) => at >= START);
    const products = ["perp", "copy", "swap", "prediction"] as const;
    await book(
      db,
      fees.map((at, index) => fee(wallet(), 137 + index, at, products[index % 4])),
      NOW,
    );
  });

  const units = (text: string): bigint => {
    const [whole = "", fraction = ""] = text.split(".");
    return BigInt(whole + fraction.padEnd(11, "0"));
  };
  const sum = (texts: string[]): bigint => texts.reduce((total, text) => total + units(text), 0n);

  const ZONES = ["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata"];
  const CASES = [
    {},
    ...ZONES.map((tz) => ({ tz, from: "2026-03-08", to: "2026-03-30" })),
    ...ZONES.map((tz) => ({
      tz,
      from: "2026-10-20T00:00:00.001Z",
      to: "2026-11-02T10:59:59.999Z",
    })),
    { tz: "Europe/Berlin", from: "2026-03-29", to: "2026-03-30" },
    { tz: "Europe/Berlin", to: "2026-10-25" },
  ];

  test.each(CASES)("add up, however they are split: %j", async (range) => {
    const listed = await entries({ ...range, limit: "1000" });
    for (const granularity of GRANULARITIES) {
      const { totals, ...first } = await buckets({ ...range, granularity, limit: "1000" });
      const results = [...first.results];
      for (let { next } = first; next !== null; ) {
        const page = await buckets({ ...range, granularity, limit: "1000", cursor: next });
        results.push(...page.results);
        next = page.next;
      }
      expect(results.reduce((count, one) => count + one.count, 0)).toBe(totals.count);
      for (const field of ["fees", "earned"] as const) {
        const parts = (one: EarningBuckets["totals"]) => one.by_product.map((part) => part[field]);
        expect(sum(results.map((one) => one[field]))).toBe(units(totals[field]));
        expect(sum(parts(totals))).toBe(units(totals[field]));
        expect(sum(results.flatMap(parts))).toBe(units(totals[field]));
        expect(sum(results.map((one) => one.copy[field]))).toBe(units(totals.copy[field]));
      }
      expect(listed.results).toHaveLength(totals.count);
      expect(sum(listed.results.map((one) => one.fee))).toBe(units(totals.fees));
      expect(sum(listed.results.map(({ earned }) => earned))).toBe(units(totals.earned));
    }
  });

  test.each(["1", "7", "1000"])(
    "are paged without gaps and duplicates, %s at a time",
    async (limit) => {
      const seqs: number[] = [];
      for (let query: Query | undefined = { limit }; query !== undefined; ) {
        const page: EarningEntries = await entries(query);
        seqs.push(...page.results.map(({ seq }) => seq));
        query = page.next === null ? undefined : { limit, cursor: page.next };
      }
      expect(seqs).toEqual(Array.from({ length: seqs.length }, (_, index) => seqs.length - index));
      const { ledger_seq } = await entries({});
      expect(seqs).toHaveLength(ledger_seq);
    },
  );

  test.each(GRANULARITIES)(
    "of each %s are the same on pages of any length",
    async (granularity) => {
      const range = {
        granularity,
        tz: "Australia/Lord_Howe",
        from: "2026-04-03T10:10:00Z",
        to: "2026-04-06",
      };
      const whole = await buckets(range);
      for (const limit of ["1", "2", "3", "10"]) {
        const results: unknown[] = [];
        for (let cursor: Query | undefined = {}; cursor !== undefined; ) {
          const page: EarningBuckets = await buckets({ ...range, limit, ...cursor });
          expect(page.totals).toEqual(whole.totals);
          results.push(...page.results);
          cursor = page.next === null ? undefined : { cursor: page.next };
        }
        expect(results).toEqual(whole.results);
      }
    },
  );

  test("that end before they begin, and invalid cursors, are refused", async () => {
    const bad = { status: 400, body: { error: "MALFORMED_QUERY" } };
    const backwards = { from: "2026-03-02", to: "2026-03-02" };
    expect(await refused(entries(backwards))).toMatchObject(bad);
    expect(await refused(buckets(backwards))).toMatchObject(bad);
    expect(await refused(READS.referrals(backwards))).toMatchObject(bad);
    expect(await refused(READS.settlements(backwards))).toMatchObject(bad);
    for (const cursor of ["abc", "0", "-1", "1.5"])
      expect(await refused(entries({ cursor }))).toMatchObject(bad);
    for (const cursor of ["abc", `${START - 1}`, `${NOW + 1}`])
      expect(await refused(buckets({ cursor }))).toMatchObject(bad);
    const cursors = ["abc", "joined.asc.1.ref_1", "earned.desc.1.ref_1"];
    for (const cursor of [...cursors, "joined.desc.99999999999999999999.ref_1"])
      expect(await refused(READS.referrals({ cursor }))).toMatchObject(bad);
    expect(await refused(READS.settlements({ cursor: "abc" }))).toMatchObject(bad);
  });
});
