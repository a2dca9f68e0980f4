/** Books the changes of a user's points in the transaction that finalizes the swaps. */
import "server-only";
import {
  and,
  asc,
  desc,
  eq,
  gte,
  isNotNull,
  lt,
  ne,
  notInArray,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { Database } from "#lib/platform/db/client.ts";
import {
  type MatchedSwap,
  OpenSwaps,
  PROTECTION_WINDOW_MS,
  startOfWeek,
  weekAfter,
} from "#lib/protocol/points.ts";
import { pointEntries, swaps } from "#lib/swaps/schema/swaps.ts";
import { WeekBook, type WeekState, type WeekSums } from "./week-book.ts";

type Reads = Pick<Database, "select">;
type Change = Pick<Database, "select" | "insert" | "execute">;

export type PointEntry = typeof pointEntries.$inferSelect;

/** A finalized swap that has a value. */
export type ValuedSwap = {
  signature: string;
  slot: number;
  /** Unix milliseconds. */
  blockTime: number;
};

/**
 * @param given the swaps that this transaction finalized, in the order of the chain. Their user is
 * locked
 * @param now Unix milliseconds. @returns the added entries, in order
 */
export async function bookPoints(
  change: Change,
  userId: string,
  given: readonly ValuedSwap[],
  now: number,
): Promise<PointEntry[]> {
  const [first] = given;
  if (first === undefined) return [];
  const entries = (await hasLater(change, userId, given))
    ? await matchAgain(change, userId, given, now)
    : await matchNew(change, userId, given, now);
  return entries.length === 0
    ? []
    : change
        .insert(pointEntries)
        .values([...entries])
        .returning();
}

/** True if later swaps were already counted, because the node showed these late. */
async function hasLater(
  change: Reads,
  userId: string,
  given: readonly ValuedSwap[],
): Promise<boolean> {
  const [{ slot, signature } = { slot: 0, signature: "" }] = given;
  const isLater = or(
    sql`${swaps.slot} > ${slot}`,
    and(eq(swaps.slot, slot), sql`${swaps.signature} > ${signature}`),
  );
  const later = await change
    .select({ signature: swaps.signature })
    .from(swaps)
    .where(and(countedOf(userId), isLater, notIn(given)))
    .limit(1);
  return later.length > 0;
}

const countedOf = (userId: string): SQL | undefined =>
  and(
    eq(swaps.userId, userId),
    eq(swaps.status, "finalized"),
    isNotNull(swaps.usd),
    // A swap to the same asset on another network moves it, and earns no points.
    ne(swaps.assetIn, swaps.assetOut),
  );
const notIn = (given: readonly ValuedSwap[]): SQL =>
  notInArray(
    swaps.signature,
    given.map(({ signature }) => signature),
  );

/** The usual case: a new swap can match only those of the window before it. */
async function matchNew(change: Change, userId: string, given: readonly ValuedSwap[], now: number) {
  const names = new Set(given.map(({ signature }) => signature));
  const since = Math.min(...given.map(({ blockTime }) => blockTime)) - PROTECTION_WINDOW_MS;
  const rows = await readCounted(change, userId, since);
  const open = new OpenSwaps(rows.filter(({ signature }) => !names.has(signature)));
  const weeks = new Map<number, WeekState>();
  for (const week of new Set(rows.map(({ time }) => startOfWeek(time)))) {
    const points = (await newestEntry(change, userId, week))?.weekPoints ?? 0;
    weeks.set(week, { ...(await computeWeekSums(change, userId, week, notIn(given))), points });
  }
  const book = await openBook(change, { userId, weeks, now });
  const changed = new Set<MatchedSwap>();
  for (const row of rows.filter(({ signature }) => names.has(signature))) {
    const { swap, reversals } = open.add(row);
    if (swap.reversed > 0n) changed.add(swap);
    const sums = new Map([[startOfWeek(swap.time), { usd: swap.usd, reversed: swap.reversed }]]);
    for (const { of: earlier, usd } of reversals) {
      changed.add(earlier);
      addTo(sums, startOfWeek(earlier.time), { usd: 0n, reversed: usd });
    }
    bookAll(book, sums, swap.signature);
  }
  await storeReversed(change, [...changed]);
  return book.entries;
}

/**
 * Matches all of the user's swaps again, from the first one. The entries name the last given swap
 * as their cause.
 */
async function matchAgain(
  change: Change,
  userId: string,
  given: readonly ValuedSwap[],
  now: number,
) {
  const matched: MatchedSwap[] = [];
  const open = new OpenSwaps();
  for (const row of await readCounted(change, userId, Number.MIN_SAFE_INTEGER))
    matched.push(open.add(row).swap);
  await storeReversed(change, matched);
  const sums = new Map<number, WeekSums>();
  for (const { time, ...share } of matched) addTo(sums, startOfWeek(time), share);
  const weeks = new Map<number, WeekState>();
  for (const week of sums.keys()) {
    const points = (await newestEntry(change, userId, week))?.weekPoints ?? 0;
    weeks.set(week, { usd: 0n, reversed: 0n, points });
  }
  const book = await openBook(change, { userId, weeks, now });
  bookAll(book, sums, given.at(-1)?.signature ?? "");
  return book.entries;
}

function addTo(sums: Map<number, WeekSums>, week: number, { usd, reversed }: WeekSums): void {
  const before = sums.get(week) ?? { usd: 0n, reversed: 0n };
  sums.set(week, { usd: before.usd + usd, reversed: before.reversed + reversed });
}

/** Adds one entry for each week, the earliest first. */
function bookAll(book: WeekBook, sums: ReadonlyMap<number, WeekSums>, cause: string): void {
  for (const [week, change] of [...sums].toSorted(([one], [other]) => one - other))
    book.add(week, change, cause);
}

async function openBook(
  change: Reads,
  parts: { userId: string; weeks: ReadonlyMap<number, WeekState>; now: number },
): Promise<WeekBook> {
  const last = await newestEntry(change, parts.userId);
  return new WeekBook({ ...parts, seq: last?.seq ?? 0, balance: last?.balance ?? 0 });
}

/** The user's counted swaps in the order of the chain. */
async function readCounted(change: Reads, userId: string, since: number): Promise<MatchedSwap[]> {
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

async function storeReversed(change: Change, rows: readonly MatchedSwap[]): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map(({ signature, reversed }) => ({
    signature,
    reversed: String(reversed),
  }));
  await change.execute(sql`
    update ${swaps} set reversed = v.reversed
    from json_to_recordset(${JSON.stringify(values)}::json) as v(signature text, reversed numeric)
    where ${swaps.signature} = v.signature`);
}

/** The week's swapped and reversed amounts, in 1e-9 USD. */
export async function computeWeekSums(
  change: Reads,
  userId: string,
  week: number,
  without?: SQL,
): Promise<WeekSums> {
  const [sums] = await change
    .select({
      usd: sql<string>`coalesce(sum(${swaps.usd}), 0)::text`,
      reversed: sql<string>`coalesce(sum(${swaps.reversed}), 0)::text`,
    })
    .from(swaps)
    .where(
      and(
        countedOf(userId),
        gte(swaps.blockTime, week),
        lt(swaps.blockTime, weekAfter(week)),
        without,
      ),
    );
  return { usd: BigInt(sums?.usd ?? 0), reversed: BigInt(sums?.reversed ?? 0) };
}

/** The last change of the user's points, or of those of one week. */
export async function newestEntry(
  change: Reads,
  userId: string,
  week?: number,
): Promise<PointEntry | undefined> {
  const ofWeek = week === undefined ? undefined : eq(pointEntries.week, week);
  const [newest] = await change
    .select()
    .from(pointEntries)
    .where(and(eq(pointEntries.userId, userId), ofWeek))
    .orderBy(desc(pointEntries.seq))
    .limit(1);
  return newest;
}
