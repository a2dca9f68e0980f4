/** Bars and facts of markets as the app stores them, and what the detector stored. */

import { asc, sql } from "drizzle-orm";
import { moveRevisions, moves } from "#lib/catalysts/schema/catalysts.ts";
import type { Database } from "#lib/platform/db/client.ts";
import type { Decimal } from "#lib/protocol/decimal.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import { insertBars } from "#lib/trading/market-data/candles/bar-store.ts";
import { insertMinutes } from "#lib/trading/market-data/candles/minute-store.ts";
import { markBarHeads } from "#lib/trading/schema/market-data.ts";

export type Series = { market: string; from: number; closes: readonly number[] };

/** Stores one-minute bars without a head, like history that arrives late. */
export async function storePast(db: Database, { market, from, closes }: Series): Promise<void> {
  const bars = closes.map((close, index) => {
    const price = String(close) as Decimal;
    const prices = { open: price, high: price, low: price, close: price };
    const start = from + index * MINUTE_MS;
    const rest = { volume: "0" as Decimal, trades: 0, closed: true, filled: false };
    return { market, interval: "1m" as const, start, ...prices, ...rest };
  });
  await insertBars(db, bars);
}

/** Stores one-minute bars, and the head at their end. */
export async function storeBars(db: Database, series: Series): Promise<void> {
  await storePast(db, series);
  const openSecond = series.from + series.closes.length * MINUTE_MS;
  const rest = { openBars: {}, markAt: openSecond - 1, fillId: 0, fillAt: openSecond };
  await db
    .insert(markBarHeads)
    .values({ market: series.market, openSecond, ...rest })
    .onConflictDoUpdate({ target: markBarHeads.market, set: { openSecond } });
}

/** Stores facts of minutes in which a fifth of the volume was liquidated. */
export async function storeFacts(
  db: Database,
  { market, from, minutes }: { market: string; from: number; minutes: number },
): Promise<void> {
  const rows = Array.from({ length: minutes }, (_, index) => ({
    market,
    start: from + index * MINUTE_MS,
    openInterest: "1000" as Decimal,
    fundingRate: "0.0001",
    volume: "5000" as Decimal,
    liquidatedLong: "1000" as Decimal,
    liquidatedShort: "0" as Decimal,
    lastFillId: 1,
  }));
  await insertMinutes(db, rows);
}

/**
 * Closes around 100 that differ by at most 0.02 % from one to the next. From each of `jumps` they
 * rise by 4 % in four minutes and stay there.
 */
export function makeCloses(seed: number, minutes: number, jumps: readonly number[] = []): number[] {
  let random = seed;
  let level = 100;
  return Array.from({ length: minutes }, (_, index) => {
    random = (random * 1_103_515_245 + 12_345) % 2_147_483_648;
    if (jumps.some((jump) => index >= jump && index < jump + 4)) level *= 1.01;
    return Number((level * (1 + (random / 2_147_483_648 - 0.5) / 5_000)).toFixed(4));
  });
}

/** Everything that is stored, without the time of storing. */
export async function storedMoves(db: Database) {
  const revisions = await db
    .select()
    .from(moveRevisions)
    .orderBy(asc(moveRevisions.moveId), asc(moveRevisions.revision));
  return {
    moves: await db.select().from(moves).orderBy(asc(moves.id)),
    revisions: revisions.map((revision) => ({ ...revision, recordedAt: undefined })),
  };
}

/** Moves with a gap in their revisions, or whose newest state differs from their last revision. */
export async function brokenMoves(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT moves.id FROM ${moves} JOIN ${moveRevisions} AS said ON said.move_id = moves.id
    GROUP BY moves.id, moves.revision
    HAVING count(*) <> moves.revision OR max(said.revision) <> moves.revision`);
  return rows.map(({ id }) => id);
}
