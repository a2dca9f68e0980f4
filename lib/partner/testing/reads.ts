/** A random read through the verb of the endpoint, page by page, with the model's expectation. */

import type { Chance } from "#lib/kernel/random.testing.ts";
import { EarningsQuery, readEarnings } from "#lib/partner/reads/read-earnings.ts";
import { ReferralsQuery, readReferrals } from "#lib/partner/reads/read-referrals.ts";
import { readSettlements, SettlementsQuery } from "#lib/partner/reads/read-settlements.ts";
import { readSummary, SummaryQuery } from "#lib/partner/reads/read-summary.ts";
import type { SessionActor } from "#lib/platform/actor.ts";
import { DAY_MS } from "#lib/protocol/durations.ts";
import {
  GRANULARITIES,
  type Granularity,
  REFERRAL_ORDERS,
  REFERRAL_SORTS,
} from "#lib/protocol/partner/enumerations.ts";
import {
  type EarningBuckets,
  type EarningEntries,
  Earnings,
  PartnerSummary,
  ReferralPage,
  SettlementPage,
} from "#lib/protocol/wire/partner.ts";
import {
  expectedEntries,
  expectedReferrals,
  expectedSettlements,
  expectedSummary,
  type Filter,
  figuresOf,
  iso,
  type LedgerPoint,
  pointAt,
  rowsOf,
  settlementTotals,
} from "./answers.ts";
import { bucketName, dayBegin } from "./calendar.ts";
import { type ModelRow, modelLevelOf, sumOf, usd, WINDOW, windowRows } from "./model.ts";
import { compareTurns } from "./turns.ts";
import type { Comparison, History, Side } from "./world.ts";

type Query = Record<string, string>;
type ReadCase = {
  chance: Chance;
  point: LedgerPoint;
  query: Query;
  ctx: { actor: SessionActor; now: number };
};

export async function readOnce(history: History): Promise<Comparison> {
  const { chance } = history;
  if (chance.is(0.05)) return compareTurns(history);
  const read = askAnyState(history, chance.pick(history.sides));
  const turn = chance.next();
  if (turn < 0.35) return compareSummary(read);
  if (turn < 0.6) return compareBuckets(read);
  if (turn < 0.75) return compareEntries(read);
  if (turn < 0.9) return compareReferrals(read);
  return compareSettlements(read);
}

/** A random snapshot: present or past, with all rows or some, also long after the last row. */
export function askAnyState({ chance, now: present }: History, side: Side): ReadCase {
  const { rows } = side.ledger;
  const now = present + (chance.is(0.3) ? chance.below(35 * DAY_MS) : 0);
  const ctx = { actor: side.partner.actor, now };
  const past = instantNear(chance, side, now);
  const upTo = rows.filter(({ accruedAt }) => accruedAt <= past).length;
  const turn = chance.next();
  if (turn < 0.2) {
    const asOf = Math.max(now, rows.at(-1)?.accruedAt ?? 0);
    return { chance, ctx, query: {}, point: pointAt(side, asOf, rows.length) };
  }
  if (turn < 0.35)
    return { chance, ctx, query: { as_of: iso(past) }, point: pointAt(side, past, upTo) };
  // The last row of that instant or an earlier one, so that later rows, reversals included, do not count yet.
  const seq = chance.is(0.4) ? upTo : chance.below(upTo + 1);
  if (turn < 0.45) {
    const asOf = Math.max(now, rows[seq - 1]?.accruedAt ?? 0);
    return { chance, ctx, query: { as_of_seq: `${seq}` }, point: pointAt(side, asOf, seq) };
  }
  const query = { as_of: iso(past), as_of_seq: `${seq}` };
  return { chance, ctx, query, point: pointAt(side, past, seq) };
}

/** An instant of change, to the millisecond, or any instant. */
function instantNear(chance: Chance, { ledger: { rows } }: Side, now: number): number {
  if (rows.length === 0 || chance.is(0.1)) return now - chance.below(400 * DAY_MS);
  // A fee that was reversed within the window also leaves it, without any effect.
  const taken = rows.filter(
    (row) => (row.reversedBy?.accruedAt ?? Infinity) < row.accruedAt + WINDOW,
  );
  if (taken.length > 0 && chance.is(0.25))
    return Math.min(now, chance.pick(taken).accruedAt + WINDOW);
  const { accruedAt } = chance.is(0.5) ? chance.pick(rows.slice(-300)) : chance.pick(rows);
  const later = chance.pick([0, 0, WINDOW, WINDOW, 7 * DAY_MS, chance.below(WINDOW)]);
  return Math.min(now, accruedAt + later + chance.below(3) - 1);
}

async function compareSummary({ ctx, query, point }: ReadCase): Promise<Comparison> {
  const answer = await readSummary({ ctx, input: { query: SummaryQuery.parse(query) } });
  const { forecast, ...actual } = PartnerSummary.parse(answer);
  const { rows, asOf } = point;
  const expected = expectedSummary(point);
  const times = forecast.map(({ at }) => Date.parse(at));
  return {
    what: describe("summary", { ctx, query, point }),
    actual: {
      ...actual,
      forecast,
      held: stepsThatHold(point, actual.rolloff),
      faults: faultsOf(times, asOf),
    },
    expected: {
      ...expected,
      forecast: times.map((at) => ({ at: iso(at), fees_30d: usd(sumOf(windowRows(rows, at)), 9) })),
      held: expected.rolloff.map(({ at }) => at),
      faults: [],
    },
  };
}

/** Checks that the forecast begins now and ends after 30 days. */
function faultsOf(times: number[], asOf: number): string[] {
  const faults: string[] = [];
  if (times[0] !== asOf) faults.push("does not begin now");
  if (times.at(-1) !== asOf + WINDOW) faults.push("does not end in 30 days");
  if (times.some((time, index) => index > 0 && time <= (times[index - 1] ?? 0)))
    faults.push("is out of order");
  return faults;
}

/** Checks that `to_hold`, charged in the last millisecond before a fall, keeps the level, and one unit less does not. */
function stepsThatHold({ rows }: LedgerPoint, steps: { at: string; to_hold: string }[]): string[] {
  const holding = steps.filter(({ at, to_hold }) => {
    const time = Date.parse(at);
    const before = modelLevelOf(sumOf(windowRows(rows, time - 1))).level;
    const needed = unitsOf(to_hold);
    const levelWith = (more: bigint) => modelLevelOf(sumOf(windowRows(rows, time)) + more).level;
    return levelWith(needed) === before && levelWith(needed - 1n) < before;
  });
  return holding.map(({ at }) => at);
}

function unitsOf(text: string): bigint {
  const [whole = "", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(9, "0"));
}

const ZONES = [
  "UTC",
  "Europe/Berlin",
  "America/Santiago",
  "Africa/Cairo",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "America/New_York",
  "Pacific/Apia",
  "Pacific/Kiritimati",
];

type Range = { query: Query; filter: Filter; tz: string };

/** No range, one between two rows, or one between two days of a time zone. */
function someRange({ chance, point }: ReadCase): Range {
  const { asOf, rows } = point;
  const tz = chance.pick(ZONES);
  const turn = chance.next();
  const end = asOf + 1;
  if (turn < 0.25 || rows.length === 0) return { query: { tz }, filter: { to: end }, tz };
  const at = (): number => chance.pick(rows).accruedAt + chance.below(3) - 1;
  const [one, other] = [at(), turn < 0.4 ? asOf + DAY_MS : at()];
  const [first, last] = [Math.min(one, other), Math.max(one, other) + 1];
  if (turn < 0.65) {
    const filter = { from: first, to: Math.min(last, end) };
    return { query: { tz, from: iso(first), to: iso(last) }, filter, tz };
  }
  if (turn < 0.75) return { query: { tz, to: iso(last) }, filter: { to: Math.min(last, end) }, tz };
  const [from, to] = [iso(first).slice(0, 10), iso(last + DAY_MS).slice(0, 10)];
  const filter = { from: dayBegin(from, tz), to: Math.min(dayBegin(to, tz), end) };
  return { query: { tz, from, to }, filter, tz };
}

function someFilter(read: ReadCase): Range {
  const { chance, point } = read;
  const range = someRange(read);
  const { referrals } = point.side;
  if (chance.is(0.3)) {
    const product = chance.pick(["perp", "swap", "prediction"]);
    range.query["product"] = product;
    range.filter.product = product;
  }
  if (chance.is(0.3) && referrals.length > 0) {
    const { id } = chance.pick(referrals);
    range.query["referral_id"] = id;
    range.filter.referralId = id;
  }
  return range;
}

type Page = { as_of: string; ledger_seq: number; next: string | null };

/** All pages, the later ones with the snapshot of the first. */
async function allPages<P extends Page>(
  { ctx, query }: Pick<ReadCase, "ctx" | "query">,
  read: (call: { ctx: ReadCase["ctx"]; query: Query }) => Promise<P>,
): Promise<[P, ...P[]]> {
  const first = await read({ ctx, query });
  const pages: [P, ...P[]] = [first];
  const pinned = { as_of: first.as_of, as_of_seq: `${first.ledger_seq}` };
  for (let { next } = first; next !== null; ) {
    const page = await read({ ctx, query: { ...query, ...pinned, cursor: next } });
    pages.push(page);
    if (pages.length > 10_000) throw new Error("The pages do not end.");
    next = page.next;
  }
  return pages;
}

/** A limit that gives a few pages. */
function someLimit(chance: Chance, total: number): Query {
  if (total <= 50 && chance.is(0.3)) return {};
  return {
    limit: `${Math.min(1_000, 1 + Math.ceil(total / (1 + chance.below(4))) - chance.below(2) || 1)}`,
  };
}

function headOf({ point }: ReadCase) {
  return { as_of: iso(point.asOf), ledger_seq: point.rows.length };
}

async function compareEntries(read: ReadCase): Promise<Comparison> {
  const { filter, query } = someFilter(read);
  const results = expectedEntries(read.point, filter);
  const whole = { ...read.query, ...query, ...someLimit(read.chance, results.length) };
  const pages = await allPages({ ...read, query: whole }, async (call) => {
    const input = { query: EarningsQuery.parse(call.query) };
    return Earnings.parse(await readEarnings({ ctx: call.ctx, input })) as EarningEntries;
  });
  const [{ results: _, next: __, ...head }] = pages;
  const from = filter.from === undefined ? null : iso(filter.from);
  return {
    what: describe("entries", { ...read, query: whole }),
    actual: { ...head, results: pages.flatMap((page) => page.results) },
    expected: { ...headOf(read), from, to: iso(filter.to), results },
  };
}

async function compareReferrals(read: ReadCase): Promise<Comparison> {
  const { chance, point } = read;
  const { filter, query } = someFilter(read);
  const sort = chance.pick(REFERRAL_SORTS);
  const order = chance.pick(REFERRAL_ORDERS);
  const results = expectedReferrals(point, filter, { sort, order });
  const limit = someLimit(chance, results.length);
  const whole = { ...read.query, ...query, ...limit, sort, order };
  const pages = await allPages({ ...read, query: whole }, async (call): Promise<ReferralPage> => {
    const input = { query: ReferralsQuery.parse(call.query) };
    return ReferralPage.parse(await readReferrals({ ctx: call.ctx, input }));
  });
  const [{ results: _, next: __, ...head }] = pages;
  const from = filter.from === undefined ? null : iso(filter.from);
  const count = point.side.referrals.filter(({ boundAt }) => boundAt <= point.asOf).length;
  return {
    what: describe("referrals", { ...read, query: whole }),
    actual: { ...head, results: pages.flatMap((page) => page.results) },
    expected: { ...headOf(read), from, to: iso(filter.to), count, results },
  };
}

async function compareSettlements(read: ReadCase): Promise<Comparison> {
  const { chance, point } = read;
  const { filter, query } = someRange(read);
  const known = point.side.payouts;
  const id = chance.is(0.2) && known.length > 0 ? chance.pick(known).id : undefined;
  const only: Query = id === undefined ? {} : { settlement_id: id };
  const results = expectedSettlements(point, filter, id);
  const limit = someLimit(chance, results.length);
  const whole = { ...read.query, ...query, ...only, ...limit };
  const pages = await allPages({ ...read, query: whole }, async (call): Promise<SettlementPage> => {
    const input = { query: SettlementsQuery.parse(call.query) };
    return SettlementPage.parse(await readSettlements({ ctx: call.ctx, input }));
  });
  const [{ results: _, next: __, ...head }] = pages;
  return {
    what: describe("settlements", { ...read, query: whole }),
    actual: { ...head, results: pages.flatMap((page) => page.results) },
    expected: { ...headOf(read), totals: settlementTotals(point), results },
  };
}

async function compareBuckets(read: ReadCase): Promise<Comparison> {
  const { chance, point } = read;
  const { filter, query, tz } = someFilter(read);
  const { to } = filter;
  const from = Math.min(filter.from ?? point.rows[0]?.accruedAt ?? to, to);
  const days = (to - from) / DAY_MS;
  const granularity = chance.pick(GRANULARITIES.filter((one) => one !== "hour" || days < 80));
  const about = days / { hour: 1 / 24, day: 1, week: 7, month: 30 }[granularity];
  const whole = { ...read.query, ...query, granularity, ...someLimit(chance, Math.ceil(about)) };
  const pages = await allPages({ ...read, query: whole }, async (call) => {
    const input = { query: EarningsQuery.parse(call.query) };
    return Earnings.parse(await readEarnings({ ctx: call.ctx, input })) as EarningBuckets;
  });
  const heads = pages.map((page) => ({ ...page, results: undefined, next: undefined }));
  const results = pages.flatMap((page) => page.results);
  const edges = results.map((one) => [Date.parse(one.from), Date.parse(one.to)] as const);
  const within = { ...filter, from };
  const head = { ...headOf(read), granularity, tz, from: iso(from), to: iso(to) };
  const totals = figuresOf(rowsOf(point, within), filter.product);
  return {
    what: describe("buckets", { ...read, query: whole }),
    actual: { heads, faults: faultsOfEdges(edges, { from, to, granularity, tz }), results },
    expected: {
      heads: pages.map(() => ({ ...head, totals })),
      faults: [],
      results: inBuckets(rowsOf(point, within), edges).map((rows, index) => ({
        from: results[index]?.from,
        to: results[index]?.to,
        ...figuresOf(rows, filter.product),
      })),
    },
  };
}

/** Checks that rows and buckets are in the order of their times. */
function inBuckets(rows: ModelRow[], edges: readonly (readonly [number, number])[]): ModelRow[][] {
  let left = 0;
  return edges.map(([, end]) => {
    const first = left;
    while ((rows[left]?.accruedAt ?? end) < end) left += 1;
    return rows.slice(first, left);
  });
}

type Cut = { from: number; to: number; granularity: Granularity; tz: string };

/** Checks that buckets are contiguous, and that each is exactly one hour, day, week or month. */
export function faultsOfEdges(
  edges: readonly (readonly [number, number])[],
  { from, to, granularity, tz }: Cut,
): string[] {
  const faults: string[] = [];
  const name = (time: number): string => bucketName(time, granularity, tz);
  let end = from;
  for (const [begin, until] of edges) {
    const label = `${iso(begin)} to ${iso(until)}`;
    if (begin !== end || until <= begin) faults.push(`${label} does not follow ${iso(end)}`);
    if (name(begin) !== name(until - 1)) faults.push(`${label} is of more than one ${granularity}`);
    if (begin !== from && name(begin) === name(begin - 1)) faults.push(`${label} begins too late`);
    end = until;
  }
  if (end !== to) faults.push(`the last one ends at ${iso(end)}`);
  return faults;
}

function describe(read: string, { query, ctx, point }: Pick<ReadCase, "query" | "ctx" | "point">) {
  const at = `as of ${iso(point.asOf)}, row ${point.rows.length} of ${point.side.ledger.rows.length}`;
  return `${read} of ${point.side.partner.code} ${JSON.stringify(query)} at ${iso(ctx.now)} (${at})`;
}
