/** Earnings by hours, days, weeks or months, or fee by fee (docs/api/partner.md). */
import "server-only";
import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { earningText, feeText, splitFigures } from "#lib/partner/ledger/figures.ts";
import { isoTime } from "#lib/partner/ledger/ledger-line.ts";
import { type HashedFacts, readFacts } from "#lib/partner/ledger/ledger-row.ts";
import { difference } from "#lib/partner/ledger/totals.ts";
import { requirePartner } from "#lib/partner/profile/partner.ts";
import { linkOf } from "#lib/partner/referrals/link-of.ts";
import { partnerLedger, partnerReferrals } from "#lib/partner/schema/partner.ts";
import type { OwnerActor } from "#lib/platform/actor.ts";
import type { Database } from "#lib/platform/db/client.ts";
import type { Granularity } from "#lib/protocol/partner/enumerations.ts";
import type { Product } from "#lib/protocol/partner/partner-levels.ts";
import type { EarningBuckets, EarningEntries, EarningEntry } from "#lib/protocol/wire/partner.ts";
import { bucketStart, nextBucket } from "./calendar.ts";
import {
  cursorParameter,
  formatParameters,
  granularityParameter,
  limitParameter,
  productParameter,
  rangeParameters,
  referralParameter,
  snapshotParameters,
} from "./query.ts";
import { type Range, rangeOf, rangeText } from "./range.ts";
import { atOf, firstAccrual, type Snapshot, takeSnapshot } from "./snapshot.ts";
import { spanOf } from "./span.ts";
import { type Point, pointsAt, referralPointsAt } from "./timeline.ts";

const USUAL_BUCKETS = 400;
const USUAL_ENTRIES = 50;

export const EarningsQuery = z.strictObject({
  ...snapshotParameters,
  ...rangeParameters,
  granularity: granularityParameter,
  product: productParameter,
  referral_id: referralParameter,
  limit: limitParameter(USUAL_BUCKETS).optional(),
  cursor: cursorParameter,
  ...formatParameters,
});
export type EarningsQuery = z.output<typeof EarningsQuery>;

/** Of the whole file, of buckets, and of single fees, of which a page may have up to a thousand. */
export function earningsCost({
  format,
  granularity,
  limit = USUAL_ENTRIES,
}: EarningsQuery): number {
  if (format === "csv") return 60;
  return granularity === undefined ? 15 + Math.ceil(limit / 12) : 50;
}

type Call = { ctx: { actor: OwnerActor; now: number }; input: { query: EarningsQuery } };

/** The resolved query. */
export type EarningsRead = {
  db: Database;
  snapshot: Snapshot;
  range: Range;
  product: Product | undefined;
  referralId: string | undefined;
};

/** @throws NOT_A_PARTNER, REFERRAL_NOT_FOUND, INVALID_FIELD, MALFORMED_QUERY */
export async function beginEarnings({ ctx, input }: Call): Promise<EarningsRead> {
  const { query } = input;
  const { db, partner } = await requirePartner(ctx.actor);
  const snapshot = await takeSnapshot(db, { partnerId: partner.id, query, now: ctx.now });
  const referralId = query.referral_id;
  if (referralId !== undefined) await requireReferral(db, partner.id, referralId);
  return { db, snapshot, range: rangeOf(query, snapshot), product: query.product, referralId };
}

/** @throws as {@link beginEarnings} */
export async function readEarnings(call: Call): Promise<EarningBuckets | EarningEntries> {
  const read = await beginEarnings(call);
  const { granularity, tz, limit, cursor } = call.input.query;
  if (granularity === undefined)
    return entriesPage(read, { limit: limit ?? USUAL_ENTRIES, cursor });
  return bucketsPage(read, { granularity, tz, limit: limit ?? USUAL_BUCKETS, cursor });
}

/** @throws REFERRAL_NOT_FOUND, also for another partner's referral */
export async function requireReferral(
  db: Pick<Database, "select">,
  partnerId: string,
  referralId: string,
): Promise<void> {
  const [row] = await db
    .select({ id: partnerReferrals.id })
    .from(partnerReferrals)
    .where(and(eq(partnerReferrals.id, referralId), eq(partnerReferrals.partnerId, partnerId)));
  if (row === undefined) throw new ServiceError("REFERRAL_NOT_FOUND");
}

type Cut = { granularity: Granularity; tz: string; limit: number; cursor: string | undefined };

/** A page of the buckets of the range, oldest first. */
export async function bucketsPage(
  read: EarningsRead,
  { granularity, tz, limit, cursor }: Cut,
): Promise<EarningBuckets> {
  const { snapshot, product } = read;
  const range = await boundedRange(read);
  const { edges, next } = edgesOf(range, { granularity, tz, limit, cursor });
  const points = await pointsBefore(read, [range.from, range.to, ...edges]);
  const [first, last, ...at] = points;
  if (first === undefined || last === undefined) throw new Error("A look-up gave no row.");
  const between = (later: Point, earlier: Point) =>
    splitFigures(difference(later.totals, earlier.totals), product);
  return {
    ...atOf(snapshot),
    granularity,
    tz,
    from: isoTime(range.from),
    to: isoTime(range.to),
    totals: between(last, first),
    results: edges.slice(1).map((to, index) => ({
      from: isoTime(edges[index] ?? to),
      to: isoTime(to),
      ...between(at[index + 1] ?? last, at[index] ?? first),
    })),
    next: next === undefined ? null : next.toString(),
  };
}

/** From the first row on without a start; an end before the start is an empty range. */
async function boundedRange({
  db,
  snapshot,
  range,
}: EarningsRead): Promise<{ from: number; to: number }> {
  const from = range.from ?? (await firstAccrual(db, snapshot)) ?? range.to;
  return { from: Math.min(from, range.to), to: range.to };
}

/** The first and the last bucket are clipped to the range. The cursor is the start of a page's first bucket, in Unix milliseconds. */
function edgesOf(
  { from, to }: { from: number; to: number },
  { granularity, tz, limit, cursor }: Cut,
): { edges: number[]; next: number | undefined } {
  const begin = cursor === undefined ? from : beginOf(cursor, { from, to });
  const edges = [begin];
  let start = bucketStart(begin, granularity, tz);
  while (edges.length <= limit && (edges.at(-1) ?? to) < to) {
    start = nextBucket(start, granularity, tz);
    edges.push(Math.min(start, to));
  }
  const end = edges.at(-1) ?? to;
  return { edges, next: end < to ? end : undefined };
}

function beginOf(cursor: string, { from, to }: { from: number; to: number }): number {
  const begin = Number(cursor);
  if (!Number.isSafeInteger(begin) || begin < from || begin >= to) throw badCursor();
  return begin;
}

/** Sums of the rows that accrued before each of these instants. */
function pointsBefore(read: EarningsRead, times: number[]): Promise<Point[]> {
  const { db, snapshot, referralId } = read;
  const before = times.map((time) => time - 1);
  return referralId === undefined
    ? pointsAt(db, snapshot, before)
    : referralPointsAt(db, snapshot, { referralId, times: before });
}

async function entriesPage(
  read: EarningsRead,
  { limit, cursor }: { limit: number; cursor: string | undefined },
): Promise<EarningEntries> {
  const rows = await readEntries(read, { limit: limit + 1, before: cursorSeq(cursor) });
  const results = rows.slice(0, limit);
  return {
    ...atOf(read.snapshot),
    ...rangeText(read.range),
    results,
    next: rows.length > limit ? (results.at(-1)?.seq.toString() ?? null) : null,
  };
}

function cursorSeq(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  const seq = Number(cursor);
  if (!Number.isSafeInteger(seq) || seq < 1) throw badCursor();
  return seq;
}

function badCursor(): ServiceError {
  const reason = "must be the next of the page before";
  return new ServiceError("MALFORMED_QUERY", { parameter: "cursor", reason });
}

/** Rows that are read first for a page of the whole ledger; then eight times as many, and so on. */
const FIRST_READ = 200;

/** Fees and reversals of the range, newest first, `before` that row. */
export async function readEntries(
  read: EarningsRead,
  { limit, before = Number.MAX_SAFE_INTEGER }: { limit: number; before?: number | undefined },
): Promise<EarningEntry[]> {
  const { db, snapshot, range, referralId } = read;
  const { opening, closing } = await spanOf(db, snapshot, range);
  const rows: HashedFacts[] = [];
  // Bounded by row numbers, because a database without statistics would sort the whole ledger for the newest page. A referral has an index.
  let width = referralId === undefined ? Math.max(FIRST_READ, 2 * limit) : Number.MAX_SAFE_INTEGER;
  let last = Math.min(closing.seq, before - 1);
  while (rows.length < limit && last > opening.seq) {
    const first = Math.max(opening.seq + 1, last - width + 1);
    rows.push(...(await feesBetween(read, { first, last, limit: limit - rows.length })));
    last = first - 1;
    width *= 8;
  }
  const reversals = await reversalsOf(db, snapshot, rows);
  const links = await linksOf(db, rows);
  return rows.map((row) =>
    entryOf(row, {
      reversedBy: reversals.get(row.seq) ?? null,
      link: links.get(row.fee?.referralId ?? "") ?? null,
    }),
  );
}

function feesBetween(
  { db, snapshot: { partnerId }, product, referralId }: EarningsRead,
  { first, last, limit }: { first: number; last: number; limit: number },
): Promise<HashedFacts[]> {
  const conditions: SQL[] = [
    sql`partner_id = ${partnerId} and seq between ${first} and ${last}`,
    sql`referral_id is not null`,
    ...(product === undefined ? [] : [sql`product = ${product}`]),
    ...(referralId === undefined ? [] : [sql`referral_id = ${referralId}`]),
  ];
  // Accrual times ascend with row numbers.
  return readFacts(
    db,
    sql`${sql.join(conditions, sql` and `)} order by partner_ledger.seq desc limit ${limit}`,
  );
}

async function reversalsOf(
  db: Pick<Database, "select">,
  { partnerId, standing }: Snapshot,
  rows: readonly HashedFacts[],
): Promise<Map<number, number>> {
  const seqs = rows.filter(({ kind }) => kind === "accrual").map(({ seq }) => seq);
  if (seqs.length === 0) return new Map();
  const { seq, reversesSeq, kind, partnerId: owner } = partnerLedger;
  const found = await db
    .select({ seq, reversesSeq })
    .from(partnerLedger)
    .where(and(eq(owner, partnerId), eq(kind, "reversal"), inArray(reversesSeq, seqs)));
  return new Map(
    found.filter((row) => row.seq <= standing.seq).map((row) => [row.reversesSeq ?? 0, row.seq]),
  );
}

const LinkRow = z.object({ id: z.string(), link: z.string().nullable() });

/** By referral: the code of the link by which it came. */
async function linksOf(
  db: Pick<Database, "execute">,
  rows: readonly HashedFacts[],
): Promise<Map<string, string | null>> {
  const ids = [...new Set(rows.flatMap(({ fee }) => (fee === null ? [] : [fee.referralId])))];
  if (ids.length === 0) return new Map();
  const { rows: found } = await db.execute(sql`
    select r.id, ${linkOf} as link from partner_referrals r
    where r.id in (select json_array_elements_text(${JSON.stringify(ids)}::json))`);
  return new Map(found.map((row) => LinkRow.parse(row)).map(({ id, link }) => [id, link]));
}

/** What an entry has beside its row of the ledger. */
type Beside = { reversedBy: number | null; link: string | null };

function entryOf(row: HashedFacts, { reversedBy, link }: Beside): EarningEntry {
  const { fee, kind } = row;
  if (fee === null || (kind !== "accrual" && kind !== "reversal"))
    throw new Error(`Row ${row.seq} is of no fee.`);
  const sign = kind === "reversal" ? -1n : 1n;
  return {
    seq: row.seq,
    kind,
    accrued_at: isoTime(row.accruedAt),
    occurred_at: isoTime(row.occurredAt),
    product: fee.product,
    source: fee.source,
    referral_id: fee.referralId,
    fee: feeText(sign * fee.fee),
    gross: feeText(sign * fee.gross),
    level: fee.level,
    share_percent: fee.percent,
    window_fees: feeText(fee.windowFees),
    ruleset: fee.ruleset,
    earned: earningText(sign * row.amount),
    reverses_seq: row.reversal?.seq ?? null,
    reversed_by_seq: reversedBy,
    origin: row.origin,
    simulated: row.simulated,
    hash: row.hash,
    link,
  };
}
