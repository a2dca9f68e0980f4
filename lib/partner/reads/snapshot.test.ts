/** Repeated reads agree: any read at the instant and row of another one sees the same ledger. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  book,
  fee,
  makePartner,
  makeReferral,
  type TestPartner,
} from "#lib/partner/partner.testing.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { WINDOW_MS } from "#lib/protocol/partner/partner-levels.ts";
import { EarningsQuery, readEarnings } from "./read-earnings.ts";
import { ReferralsQuery, readReferrals } from "./read-referrals.ts";
import { readSettlements, SettlementsQuery } from "./read-settlements.ts";
import { readSummary, SummaryQuery } from "./read-summary.ts";

const START = Date.UTC(2026, 0, 1);

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
  partner = await makePartner(db, `snapshot-${++names}`, START);
  await makeReferral(db, partner, `trader-of-${partner.code}`, START);
});

type Query = Record<string, string>;
const iso = (time: number): string => new Date(time).toISOString();
const trade = (cents: number, at: number) => fee(`trader-of-${partner.code}`, cents, at);

const READS = {
  summary: (query: Query, now: number) =>
    readSummary({
      ctx: { actor: partner.actor, now },
      input: { query: SummaryQuery.parse(query) },
    }),
  referrals: (query: Query, now: number) =>
    readReferrals({
      ctx: { actor: partner.actor, now },
      input: { query: ReferralsQuery.parse(query) },
    }),
  buckets: (query: Query, now: number) => earnings({ ...query, granularity: "day" }, now),
  entries: (query: Query, now: number) => earnings(query, now),
  settlements: (query: Query, now: number) =>
    readSettlements({
      ctx: { actor: partner.actor, now },
      input: { query: SettlementsQuery.parse(query) },
    }),
};
const EACH = Object.entries(READS);

function earnings(query: Query, now: number) {
  return readEarnings({
    ctx: { actor: partner.actor, now },
    input: { query: EarningsQuery.parse(query) },
  });
}

function refusal(field: string, reason: string) {
  return { code: "INVALID_FIELD", context: { field, reason } };
}

describe.each(EACH)("%s", (_, read) => {
  test("is the same at its instant and row, whatever was booked since", async () => {
    await book(db, [trade(30_000, START), trade(40_000, START)], START);
    const first = await read({}, START + 5);
    expect(first).toMatchObject({ as_of: iso(START + 5), ledger_seq: 2 });
    await book(db, [trade(90_000, START + 3)], START + 6);
    const query = { as_of: first.as_of, as_of_seq: `${first.ledger_seq}` };
    expect(await read(query, START + 2 * WINDOW_MS)).toEqual(first);
  });

  test("at an instant alone covers the rows that had accrued then, with both of one millisecond", async () => {
    await book(db, [trade(1, START), trade(2, START + 1), trade(3, START + 1)], START + 9);
    const rowsAt = async (time: number) => (await read({ as_of: iso(time) }, START + 9)).ledger_seq;
    expect([await rowsAt(START - 1), await rowsAt(START), await rowsAt(START + 1)]).toEqual([
      0, 1, 3,
    ]);
  });

  test("of the future, of missing rows and of rows that had not accrued is refused", async () => {
    await book(db, [trade(1, START), trade(2, START + 10)], START + 10);
    const now = START + 20;
    await expect(read({ as_of: iso(now + 1) }, now)).rejects.toMatchObject(
      refusal("as_of", "it lies in the future"),
    );
    await expect(read({ as_of_seq: "3" }, now)).rejects.toMatchObject(
      refusal("as_of_seq", "the ledger ends at 2"),
    );
    await expect(read({ as_of: iso(START + 9), as_of_seq: "2" }, now)).rejects.toMatchObject(
      refusal("as_of", "row 2 accrued after it"),
    );
    expect(await read({ as_of: iso(START + 10), as_of_seq: "2" }, now)).toMatchObject({
      ledger_seq: 2,
    });
    expect(await read({ as_of: iso(now), as_of_seq: "0" }, now)).toMatchObject({ ledger_seq: 0 });
  });

  test("answered by a clock that is behind the ledger's can be repeated with its own instant", async () => {
    await book(db, [trade(1, START + 50)], START + 50);
    const first = await read({}, START + 40);
    expect(first).toMatchObject({ as_of: iso(START + 50), ledger_seq: 1 });
    const query = { as_of: first.as_of, as_of_seq: "1" };
    expect(await read(query, START + 40)).toEqual(first);
    const later = { as_of: iso(START + 51), as_of_seq: "1" };
    await expect(read(later, START + 40)).rejects.toMatchObject({ code: "INVALID_FIELD" });
  });
});

test.each(["-1", "1.5", "1e3", "", " 1", "9999999999999999"])(
  "as_of_seq must be a whole number, not %j",
  (text) => {
    expect(SummaryQuery.safeParse({ as_of_seq: text }).success).toBe(false);
  },
);

test.each(["yesterday", "2026-01-01", "2026-13-01T00:00:00Z", "2026-01-01T00:00:00"])(
  "as_of must be an instant, not %j",
  (text) => {
    expect(SummaryQuery.safeParse({ as_of: text }).success).toBe(false);
  },
);
