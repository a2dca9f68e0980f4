/**
 * The rolling window of 720 h (docs/api/partner.md), at present and in the future, exact to the millisecond. At `t` it holds
 * the unreversed fees of (t − 720 h, t]: the running sum at `t` less the one at t − 720 h, less reversals of fees in between. A fee and its
 * reversal leave it together.
 */
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Statements } from "#lib/platform/db/client.ts";
import {
  FEE_SOURCES,
  type FeeSource,
  LEVELS,
  levelOf,
  WINDOW_MS,
} from "#lib/protocol/partner/partner-levels.ts";
import type { Snapshot } from "./snapshot.ts";
import { pointsAt } from "./timeline.ts";

type Reads = Pick<Statements, "execute">;

/** A reversed fee, at the time of its accrual. */
export type Reversed = { accruedAt: number; fee: bigint; source: FeeSource };

const ReversedRow = z.object({ at: z.string(), fee: z.string(), source: z.enum(FEE_SOURCES) });

/** The fees after `time` that are reversed in the snapshot, oldest first. */
export async function reversedAfter(
  db: Reads,
  { partnerId, standing }: Snapshot,
  time: number,
): Promise<Reversed[]> {
  const { rows } = await db.execute(sql`
    select reversed_accrued_at::text as at, fee::text, source from partner_ledger
    where partner_id = ${partnerId} and kind = 'reversal' and reversed_accrued_at > ${time} and seq <= ${standing.seq}
    order by reversed_accrued_at`);
  return rows.map((row) => {
    const { at, fee, source } = ReversedRow.parse(row);
    return { accruedAt: Number(at), fee: BigInt(fee), source };
  });
}

/** The unreversed fees after `start`; `feesUntil` is the running sum at `start`. */
export function feesAfter(
  { standing }: Snapshot,
  {
    start,
    feesUntil,
    reversed,
  }: { start: number; feesUntil: bigint; reversed: readonly Reversed[] },
): bigint {
  return standing.feesTotal - feesUntil - sumAfter(reversed, start);
}

function sumAfter(reversed: readonly Reversed[], time: number): bigint {
  return reversed.reduce((sum, one) => (one.accruedAt > time ? sum + one.fee : sum), 0n);
}

/** The window's fees at each of `times`, from the snapshot's instant on, without new fees. */
export async function windowsAt(
  db: Reads,
  snapshot: Snapshot,
  request: { times: readonly number[]; reversed: readonly Reversed[] },
): Promise<bigint[]> {
  const starts = request.times.map((time) => time - WINDOW_MS);
  const points = await pointsAt(db, snapshot, starts);
  return starts.map((start, index) =>
    feesAfter(snapshot, {
      start,
      feesUntil: points[index]?.feesTotal ?? 0n,
      reversed: request.reversed,
    }),
  );
}

export type Fall = { at: number; before: number; level: number; fees: bigint };

/**
 * Every fall of the level in the next 720 h without new fees, in order: each is at the instant at which a fee turns 720 h old.
 * `fees`: of the present window, in 1e-9 USD.
 */
export async function fallsOf(
  db: Reads,
  snapshot: Snapshot,
  now: { fees: bigint; reversed: readonly Reversed[] },
): Promise<Fall[]> {
  const below = LEVELS.filter(({ threshold }) => threshold > 0n && threshold <= now.fees);
  if (below.length === 0) return [];
  const bounds = await crossingBounds(db, snapshot, {
    thresholds: below.map(({ threshold }) => threshold),
    reversed: now.reversed,
  });
  const crossings = await firstRowsOver(db, snapshot, bounds);
  const times = [...new Set(crossings)].map((time) => time + WINDOW_MS).toSorted((a, b) => a - b);
  const fees = await windowsAt(db, snapshot, { times, reversed: now.reversed });
  let before = levelOf(now.fees).level;
  return times.map((at, index) => {
    const left = fees[index] ?? 0n;
    const fall = { at, before, level: levelOf(left).level, fees: left };
    before = fall.level;
    return fall;
  });
}

/**
 * For each threshold the running sum above which the window has fallen below it. It depends on the reversed fees that are still in the
 * window at that time, so the search goes from one reversed fee to the next.
 */
async function crossingBounds(
  db: Reads,
  snapshot: Snapshot,
  { thresholds, reversed }: { thresholds: bigint[]; reversed: readonly Reversed[] },
): Promise<bigint[]> {
  const times = [...new Set(reversed.map(({ accruedAt }) => accruedAt))];
  const points = await pointsAt(db, snapshot, times);
  const windows = times.map((start, index) =>
    feesAfter(snapshot, { start, feesUntil: points[index]?.feesTotal ?? 0n, reversed }),
  );
  return thresholds.map((threshold) => {
    const passed = windows.findIndex((fees) => fees < threshold);
    const last = passed === -1 ? times.at(-1) : times[passed - 1];
    return snapshot.standing.feesTotal - sumAfter(reversed, last ?? 0) - threshold;
  });
}

/** For each bound, when the first row with a higher running sum accrued. */
async function firstRowsOver(
  db: Reads,
  { partnerId }: Snapshot,
  bounds: readonly bigint[],
): Promise<number[]> {
  const { rows } = await db.execute(sql`
    select row.accrued_at::text as at
    from json_array_elements_text(${JSON.stringify(bounds.map(String))}::json) as asked (bound)
    join lateral (
      select accrued_at from partner_ledger where partner_id = ${partnerId} and fees_total > bound::numeric
      order by fees_total, seq limit 1
    ) row on true`);
  return rows.map((row) => Number(z.object({ at: z.string() }).parse(row).at));
}
