/** CSV files have the same data as the JSON answers, completely and digit for digit. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  book,
  makePartner,
  makeReferral,
  makeUser,
  type TestPartner,
} from "#lib/partner/partner.testing.ts";
import { EarningsQuery, readEarnings } from "#lib/partner/reads/read-earnings.ts";
import { ReferralsQuery, readReferrals } from "#lib/partner/reads/read-referrals.ts";
import { readSettlements, SettlementsQuery } from "#lib/partner/reads/read-settlements.ts";
import { endedPayout, takeBack } from "#lib/partner/testing/entries.ts";
import type { SessionActor } from "#lib/platform/actor.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { FEE_SOURCES } from "#lib/protocol/partner/partner-levels.ts";
import type {
  EarningBuckets,
  EarningEntries,
  Figures,
  ProductFigures,
  ReferralPage,
  SettlementPage,
} from "#lib/protocol/wire/partner.ts";
import { exportEarnings } from "./export-earnings.ts";
import { exportReferrals } from "./export-referrals.ts";
import { exportSettlements } from "./export-settlements.ts";
import { type Given, makePast, type Past, request } from "./files.testing.ts";

type Who = { actor: SessionActor; now: number };

const ctx = ({ actor, now }: Who) => ({ actor, now });

const FILES = {
  earnings: (who: Who, given: Given) =>
    exportEarnings({
      ctx: ctx(who),
      input: { query: EarningsQuery.parse({ ...given, format: "csv" }), request: request() },
    }),
  referrals: (who: Who, given: Given) =>
    exportReferrals({
      ctx: ctx(who),
      input: { query: ReferralsQuery.parse({ ...given, format: "csv" }), request: request() },
    }),
  settlements: (who: Who, given: Given) =>
    exportSettlements({
      ctx: ctx(who),
      input: { query: SettlementsQuery.parse({ ...given, format: "csv" }), request: request() },
    }),
};

const PAGES = {
  earnings: (who: Who, given: Given) =>
    readEarnings({ ctx: ctx(who), input: { query: EarningsQuery.parse(given) } }),
  referrals: (who: Who, given: Given) =>
    readReferrals({ ctx: ctx(who), input: { query: ReferralsQuery.parse(given) } }),
  settlements: (who: Who, given: Given) =>
    readSettlements({ ctx: ctx(who), input: { query: SettlementsQuery.parse(given) } }),
};

type Kind = keyof typeof FILES;
type Page = EarningBuckets | EarningEntries | ReferralPage | SettlementPage;

/** The results of all pages of the snapshot. */
async function resultsOf(kind: Kind, who: Who, given: Given): Promise<Record<string, unknown>[]> {
  const results: Record<string, unknown>[] = [];
  let cursor: string | undefined;
  do {
    const page: Page = await PAGES[kind](who, {
      ...given,
      ...(cursor !== undefined && { cursor }),
    });
    results.push(...page.results);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return results;
}

type Plain = string | number | boolean | null | undefined;

const FIGURES = ["fees", "earned", "count"] as const;

/** Nested records become columns with a prefix; lists of products follow each other. */
function flat(row: Record<string, unknown>): Record<string, Plain> {
  const columns: Record<string, Plain> = {};
  const put = (prefix: string, figures: Figures | undefined) => {
    for (const name of FIGURES) columns[prefix + name] = figures?.[name];
  };
  for (const [name, value] of Object.entries(row)) {
    if (name === "figures") put("", value as Figures);
    else if (name === "by_product") {
      const parts = value as ProductFigures[];
      for (const product of ["perp", "swap", "prediction"])
        put(
          `${product}_`,
          parts.find((part) => part.product === product),
        );
    } else if (name === "tags") Object.assign(columns, value);
    else if (name === "copy" || name === "total") put(`${name}_`, value as Figures);
    else columns[name] = Array.isArray(value) ? value.join(" ") : (value as Plain);
  }
  return columns;
}

function csvOf(rows: readonly Record<string, unknown>[], header: string): string {
  const lines = rows.map((row) => {
    const columns = flat(row);
    expect(Object.keys(columns).join(",")).toBe(header);
    return Object.values(columns)
      .map((value) => String(value ?? ""))
      .join(",");
  });
  return [header, ...lines, ""].join("\r\n");
}

/** Compares the file with the pages of its snapshot. */
async function expectSame(kind: Kind, who: Who, given: Given, limit: number): Promise<number> {
  const answer = await FILES[kind](who, given);
  const text = await answer.text();
  const at = {
    as_of: answer.headers.get("x-as-of")!,
    as_of_seq: answer.headers.get("x-ledger-seq")!,
  };
  const results = await resultsOf(kind, who, { ...given, ...at, limit: limit.toString() });
  expect(text).toBe(csvOf(results, text.split("\r\n", 1)[0]!));
  return results.length;
}

const HEADERS = {
  entries:
    "seq,kind,accrued_at,occurred_at,product,source,referral_id,fee,gross,level,share_percent,window_fees,ruleset,earned,reverses_seq," +
    "reversed_by_seq,origin,simulated,hash,link",
  buckets:
    "from,to,fees,earned,count,perp_fees,perp_earned,perp_count,swap_fees,swap_earned,swap_count,prediction_fees,prediction_earned," +
    "prediction_count,copy_fees,copy_earned,copy_count",
  referrals:
    "id,wallets,joined_at,discount,last_fee_at,fees,earned,count,perp_fees,perp_earned,perp_count,swap_fees,swap_earned,swap_count," +
    "prediction_fees,prediction_earned,prediction_count,copy_fees,copy_earned,copy_count,total_fees,total_earned,total_count,simulated,review,alias,note," +
    "link,via,sub,utm_source,utm_medium,utm_campaign,utm_content,utm_term",
  settlements:
    "id,created_at,period_end,amount,state,network,mint,recipient,signature,slot,submitted_at,ended_at,failure,explorer_url,simulated",
};

const RANGES: Given[] = [
  {},
  { from: "2024-03-31", to: "2024-10-27", tz: "Europe/Berlin" },
  { from: "2024-05-05T10:11:12.345Z" },
  { to: "2024-02-11", tz: "America/Santiago" },
  { from: "2024-01-01", to: "2024-01-02" },
];

describe("files of a random history", () => {
  let db: Database;
  let past: Past;

  beforeAll(async () => {
    db = await testDatabase();
    setDatabase(db);
    past = await makePast(db, 500);
  });
  afterAll(async () => {
    setDatabase(undefined);
    await db.$client.end();
  });

  const each = async (check: (who: Who) => Promise<number>): Promise<number[]> => {
    const counts: number[] = [];
    for (const { actor } of past.partners) counts.push(await check({ actor, now: past.now }));
    return counts;
  };

  describe("equal the pages of the same snapshot", () => {
    test.each(RANGES)("fee by fee, %o", async (range) => {
      const counts = await each((who) => expectSame("earnings", who, range, 37));
      expect(counts.at(-1)).toBe(0);
      if (range.from === undefined) expect(Math.max(...counts)).toBeGreaterThan(0);
    });

    test("fee by fee of a product, and of a referral", async () => {
      const [partner] = past.partners;
      const who = { actor: partner!.actor, now: past.now };
      const [referral] = await resultsOf("referrals", who, { sort: "earned" });
      const referral_id = referral!["id"] as string;
      expect(await expectSame("earnings", who, { product: "perp" }, 100)).toBeGreaterThan(10);
      expect(await expectSame("earnings", who, { referral_id }, 100)).toBeGreaterThan(10);
      const both = { referral_id, product: "swap", tz: "Asia/Tokyo", from: "2024-02-02" };
      expect(await expectSame("earnings", who, both, 100)).toBeGreaterThan(0);
    });

    test.each(["day", "week", "month"])("by the %s, in a time zone", async (granularity) => {
      for (const range of RANGES)
        await each((who) =>
          expectSame("earnings", who, { tz: "Europe/Berlin", ...range, granularity }, 97),
        );
    });

    test("by the hour, of one product: the columns of others are empty", async () => {
      const given = { granularity: "hour", product: "swap", from: "2024-03-30", to: "2024-04-02" };
      const counts = await each((who) =>
        expectSame("earnings", who, { ...given, tz: "Europe/Berlin" }, 17),
      );
      // An hour is skipped in the night to 31 March.
      expect(counts).toEqual([71, 71, 71, 71]);
    });

    test.each([
      ["joined", "desc"],
      ["earned", "desc"],
      ["fees", "asc"],
      ["last_fee", "asc"],
    ])("referrals, sorted by %s, %s", async (sort, order) => {
      for (const range of RANGES)
        await each((who) => expectSame("referrals", who, { ...range, sort, order }, 2));
    });

    test.each(RANGES)("settlements, %o", async (range) => {
      const counts = await each((who) => expectSame("settlements", who, range, 1));
      if (Object.keys(range).length === 0) expect(Math.max(...counts)).toBeGreaterThan(1);
    });

    test("at an earlier instant and row, too", async () => {
      const who = { actor: past.partners[0]!.actor, now: past.now };
      const half = (await PAGES.earnings(who, { to: "2024-12-31", limit: "1" })) as EarningEntries;
      const { seq, accrued_at } = half.results[0]!;
      const at = { as_of: accrued_at, as_of_seq: seq.toString() };
      for (const kind of ["earnings", "referrals", "settlements"] as const)
        await expectSame(kind, who, at, 100);
      const then = await FILES.earnings(who, at);
      expect((await then.text()).split("\r\n")[1]).toMatch(new RegExp(`^${seq},`));
    });
  });
});

describe("a partner file", () => {
  const START = Date.UTC(2026, 0, 1);
  const NOW = START + 40 * 86_400_000;
  let db: Database;
  let partner: TestPartner;
  let who: Who;

  beforeAll(async () => {
    db = await testDatabase();
    setDatabase(db);
    partner = await makePartner(db, "many-fees", START);
    who = { actor: partner.actor, now: NOW };
    await makeReferral(db, partner, "trader", START);
    for (let from = 0; from < 11_000; from += 1_000) await bookSome(from, 1_000);
    await takeBack({ db, partner }, 3, NOW - 1_000);
    await takeBack({ db, partner }, 10_997, NOW - 900);
  });
  afterAll(async () => {
    setDatabase(undefined);
    await db.$client.end();
  });

  /** One a second, of odd amounts. */
  function bookSome(from: number, count: number): Promise<number> {
    const fees = Array.from({ length: count }, (_, index) => {
      const position = from + index;
      const charged = BigInt(1 + ((position * 7_919) % 999_983)) * 1_001n;
      return {
        key: `many:${position}`,
        account: "trader",
        source: FEE_SOURCES[position % FEE_SOURCES.length]!,
        charged,
        gross: (charged * 10n) / 9n,
        occurredAt: START + position * 1_000,
        origin: "venue" as const,
        simulated: position % 10 === 0,
      };
    });
    return book(db, fees, NOW);
  }

  test("has each row of many pages once, also when one page alone has rows of the product", async () => {
    expect(await expectSame("earnings", who, {}, 1_000)).toBe(11_002);
    const last = { from: new Date(START + 10_990_000).toISOString(), product: "swap" };
    // Three of the last ten fees, and a reversal.
    expect(await expectSame("earnings", who, last, 1_000)).toBe(4);
  });

  test("contains one snapshot, whatever is booked while it is read", async () => {
    const before = await (await FILES.earnings(who, {})).text();
    const answer = await FILES.earnings(who, {});
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = (await reader.read()).value ?? "";
    expect(text.length).toBeLessThan(before.length / 2);
    expect(await bookSome(11_000, 500)).toBe(500);
    for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value;
    expect(text).toBe(before);
    const at = {
      as_of: answer.headers.get("x-as-of")!,
      as_of_seq: answer.headers.get("x-ledger-seq")!,
    };
    expect(await (await FILES.earnings(who, at)).text()).toBe(before);
    expect((await (await FILES.earnings(who, {})).text()).length).toBeGreaterThan(before.length);
  });

  test("is named after partner, content and span, and is not cached", async () => {
    const given = { from: "2026-01-10", to: "2026-01-12", tz: "Europe/Berlin" };
    const { headers } = await done(FILES.earnings(who, given));
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "text/csv; charset=utf-8; header=present",
      "content-disposition":
        'attachment; filename="svc-partner-many-fees-earnings-20260109T230000Z-20260111T230000Z.csv"',
      "cache-control": "no-store, no-transform",
      "x-as-of": new Date(NOW).toISOString(),
    });
    const byDay = await done(FILES.earnings(who, { granularity: "day" }));
    expect(byDay.headers.get("content-disposition")).toBe(
      'attachment; filename="svc-partner-many-fees-earnings-day-start-20260210T000000Z.csv"',
    );
    const ofAll = await done(FILES.referrals(who, {}));
    expect(ofAll.headers.get("content-disposition")).toContain("-referrals-start-");
  });

  async function done(answer: Response | Promise<Response>): Promise<Response> {
    const { body, headers } = await answer;
    await body?.pipeTo(new WritableStream());
    return new Response(null, { headers });
  }

  test("is limited to one at a time per partner, whatever it holds", async () => {
    const first = await FILES.earnings(who, {});
    await expect(FILES.settlements(who, {})).rejects.toMatchObject({ code: "RATE_LIMITED" });
    const other = await makePartner(db, "another-one", START);
    await done(FILES.settlements({ actor: other.actor, now: NOW }, {}));
    await done(first);
    await done(FILES.settlements(who, {}));
  });

  test("of a partner without rows has only its header; without a partner there is no file", async () => {
    const empty = await makePartner(db, "no-rows", NOW);
    const context = { actor: empty.actor, now: NOW };
    const text = async (answer: Promise<Response>) => (await answer).text();
    expect(await text(FILES.earnings(context, {}))).toBe(`${HEADERS.entries}\r\n`);
    expect(await text(FILES.earnings(context, { granularity: "day" }))).toBe(
      `${HEADERS.buckets}\r\n`,
    );
    expect(await text(FILES.referrals(context, {}))).toBe(`${HEADERS.referrals}\r\n`);
    expect(await text(FILES.settlements(context, {}))).toBe(`${HEADERS.settlements}\r\n`);
    const nobody = { actor: await makeUser(db, "wallet-of-nobody", NOW), now: NOW };
    for (const file of Object.values(FILES))
      await expect(file(nobody, {})).rejects.toMatchObject({ code: "NOT_A_PARTNER" });
  });

  test("contains nothing of another partner", async () => {
    const other = await makePartner(db, "the-other", START);
    const referral_id = await makeReferral(db, other, "trader-of-the-other", START);
    const payout = { amount: 1n, at: NOW - 10, endedAt: NOW - 5 };
    await book(db, [bigFee("trader-of-the-other")], NOW - 20);
    const settlement_id = await endedPayout({ db, partner: other }, payout);
    const refused = (answer: Promise<Response>, code: string) =>
      expect(answer).rejects.toMatchObject({ code });
    await refused(FILES.earnings(who, { referral_id }), "REFERRAL_NOT_FOUND");
    await refused(FILES.referrals(who, { referral_id }), "REFERRAL_NOT_FOUND");
    await refused(FILES.settlements(who, { settlement_id }), "SETTLEMENT_NOT_FOUND");
  });

  const bigFee = (account: string) => ({
    key: `big:${account}`,
    account,
    source: "perp" as const,
    charged: 5_000_000_000n,
    gross: 5_555_555_556n,
    occurredAt: NOW - 20,
    origin: "venue" as const,
    simulated: false,
  });

  test("runs nothing in a spreadsheet, and keeps a text with commas in its cell", async () => {
    const payee = await makePartner(db, "payee", START);
    await makeReferral(db, payee, "trader-of-payee", START);
    await book(db, [bigFee("trader-of-payee")], NOW - 20);
    const failed = { amount: 1n, at: NOW - 10, endedAt: NOW - 5, failure: '=1+1, or "so"' };
    await endedPayout({ db, partner: payee }, failed);
    const text = await (await FILES.settlements({ actor: payee.actor, now: NOW }, {})).text();
    expect(text.split("\r\n")[1]).toContain(`,"'=1+1, or ""so""",`);
  });
});
