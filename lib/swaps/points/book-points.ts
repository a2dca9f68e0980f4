/** Books what a finalized swap changes in its user's points, in the transaction of its intake. */
import "server-only";
import { and, asc, desc, eq, gte, isNotNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "#lib/platform/db/client.ts";
import { pointEntries, swaps } from "#lib/platform/db/schema/swaps.ts";
import {
  type MatchedSwap,
  matchReversal,
  PROTECTION_WINDOW_MS,
  pointsOf,
  weekAfter,
  weekOf,
} from "#lib/protocol/swaps/points.ts";

type Change = Pick<Database, "select" | "update" | "insert">;

export type PointEntry = typeof pointEntries.$inferSelect;

/** A finalized swap with a value, whose row and user are locked by this transaction. */
export type ValuedSwap = {
  userId: string;
  signature: string;
  slot: number;
  /** Unix milliseconds. */
  blockTime: number;
};

/** @param now Unix milliseconds. @returns the entries that were added: at most one a week, the earliest week first */
export async function bookPoints(
  change: Change,
  swap: ValuedSwap,
  now: number,
): Promise<PointEntry[]> {
  const weeks = (await isLate(change, swap))
    ? await matchAgain(change, swap.userId)
    : await matchLatest(change, swap);
  const added: PointEntry[] = [];
  for (const week of [...weeks].toSorted((one, other) => one - other)) {
    const entry = await bookWeek(change, swap, week, now);
    if (entry !== undefined) added.push(entry);
  }
  return added;
}

/** A node may show a swap after later ones were counted. */
async function isLate(change: Change, { userId, slot, signature }: ValuedSwap): Promise<boolean> {
  const later = await change
    .select({ signature: swaps.signature })
    .from(swaps)
    .where(
      and(
        countedOf(userId),
        or(
          sql`${swaps.slot} > ${slot}`,
          and(eq(swaps.slot, slot), sql`${swaps.signature} > ${signature}`),
        ),
      ),
    )
    .limit(1);
  return later.length > 0;
}

const countedOf = (userId: string): SQL | undefined =>
  and(eq(swaps.userId, userId), eq(swaps.status, "finalized"), isNotNull(swaps.usd));

/** The usual case: only swaps of the window before can be matched. @returns the weeks that changed */
async function matchLatest(
  change: Change,
  { userId, signature, blockTime }: ValuedSwap,
): Promise<Set<number>> {
  const rows = await readCounted(change, userId, blockTime - PROTECTION_WINDOW_MS);
  const own = rows.find((row) => row.signature === signature);
  if (own === undefined) throw new Error(`${signature} is not among the swaps of its user`);
  const earlier = rows.filter((row) => row !== own).map((row) => ({ ...row }));
  const matched = [...earlier, matchReversal(earlier, own)];
  return new Set([weekOf(blockTime), ...(await storeMatches(change, rows, matched))]);
}

/** @returns the weeks that changed */
async function matchAgain(change: Change, userId: string): Promise<Set<number>> {
  const rows = await readCounted(change, userId, Number.MIN_SAFE_INTEGER);
  const matched: MatchedSwap[] = [];
  for (const row of rows) matched.push(matchReversal(matched, row));
  await storeMatches(change, rows, matched);
  return new Set(rows.map(({ time }) => weekOf(time)));
}

/** In the order of the chain. */
async function readCounted(change: Change, userId: string, since: number): Promise<MatchedSwap[]> {
  const rows = await change
    .select({
      signature: swaps.signature,
      assetIn: swaps.assetIn,
      assetOut: swaps.assetOut,
      usd: swaps.usd,
      reversed: swaps.reversed,
      time: swaps.blockTime,
    })
    .from(swaps)
    .where(and(countedOf(userId), gte(swaps.blockTime, since)))
    .orderBy(asc(swaps.slot), asc(swaps.signature));
  return rows.map(({ usd, reversed, time, ...row }) => ({
    ...row,
    usd: usd ?? 0n,
    reversed: reversed ?? 0n,
    time: time ?? 0,
  }));
}

async function storeMatches(
  change: Change,
  before: readonly MatchedSwap[],
  after: readonly MatchedSwap[],
): Promise<number[]> {
  const stored = new Map(before.map(({ signature, reversed }) => [signature, reversed]));
  const changed = after.filter(({ signature, reversed }) => stored.get(signature) !== reversed);
  for (const { signature, reversed } of changed) {
    await change.update(swaps).set({ reversed }).where(eq(swaps.signature, signature));
  }
  return changed.map(({ time }) => weekOf(time));
}

async function bookWeek(
  change: Change,
  { userId, signature }: ValuedSwap,
  week: number,
  now: number,
): Promise<PointEntry | undefined> {
  const { usd, reversed } = await sumsOf(change, userId, week);
  const points = Number(pointsOf(usd - reversed));
  const last = await newestEntry(change, userId);
  const ofWeek = await newestEntry(change, userId, week);
  const difference = points - (ofWeek?.weekPoints ?? 0);
  if (difference === 0) return undefined;
  const [entry] = await change
    .insert(pointEntries)
    .values({
      userId,
      seq: (last?.seq ?? 0) + 1,
      week,
      points: Math.abs(difference),
      isReversal: difference < 0,
      signature,
      balance: (last?.balance ?? 0) + difference,
      weekPoints: points,
      weekUsd: usd,
      weekReversed: reversed,
      createdAt: now,
    })
    .returning();
  return entry;
}

/** In 1e-9 USD: what was swapped in a week, and what of it was swapped back. */
export async function sumsOf(change: Pick<Change, "select">, userId: string, week: number) {
  const [sums] = await change
    .select({
      usd: sql<string>`coalesce(sum(${swaps.usd}), 0)::text`,
      reversed: sql<string>`coalesce(sum(${swaps.reversed}), 0)::text`,
    })
    .from(swaps)
    .where(
      and(countedOf(userId), gte(swaps.blockTime, week), lt(swaps.blockTime, weekAfter(week))),
    );
  return { usd: BigInt(sums?.usd ?? 0), reversed: BigInt(sums?.reversed ?? 0) };
}

/** The last change of a user's points, or of those of a week. */
export async function newestEntry(
  change: Pick<Change, "select">,
  userId: string,
  week?: number,
): Promise<PointEntry | undefined> {
  const [newest] = await change
    .select()
    .from(pointEntries)
    .where(
      and(
        eq(pointEntries.userId, userId),
        week === undefined ? undefined : eq(pointEntries.week, week),
      ),
    )
    .orderBy(desc(pointEntries.seq))
    .limit(1);
  return newest;
}
