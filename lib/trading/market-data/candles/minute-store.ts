/** Closed minutes in the database. A stored minute never changes: every write is insert-or-nothing. */
import { and, asc, desc, eq, gte, lte, sql } from "drizzle-orm";
import type { Statements } from "#lib/platform/db/client.ts";
import type { Decimal } from "#lib/protocol/decimal.ts";
import { HOUR_MS } from "#lib/protocol/durations.ts";
import type { FundingHour, InterestHour } from "#lib/protocol/wire/market.ts";
import { marketMinutes } from "#lib/trading/schema/market-data.ts";

export type MarketMinute = {
  market: string;
  /** Unix milliseconds. */
  start: number;
  /** In the base asset, at the minute's end; null: not observed. */
  openInterest: Decimal | null;
  /** Signed, of one funding period, at the minute's end; null: not observed. */
  fundingRate: string | null;
  /** In the quote asset. */
  volume: Decimal;
  /** The parts of the volume whose takers were liquidated. */
  liquidatedLong: Decimal;
  liquidatedShort: Decimal;
};

/** A minute with the id of the last fill up to its end. */
export type StoredMinute = MarketMinute & { lastFillId: number };

/** Minutes with `from <= start <= to`, oldest first, at most `limit`. Minutes that are not known are missing. */
export async function readMinutes(
  db: Statements,
  market: string,
  range: { from: number; to: number; limit: number },
): Promise<MarketMinute[]> {
  const { start, openInterest, fundingRate, volume, liquidatedLong, liquidatedShort } =
    marketMinutes;
  const rows = await db
    .select({ start, openInterest, fundingRate, volume, liquidatedLong, liquidatedShort })
    .from(marketMinutes)
    .where(and(eq(marketMinutes.market, market), gte(start, range.from), lte(start, range.to)))
    .orderBy(asc(start))
    .limit(range.limit);
  return rows.map((row) => ({
    market,
    ...row,
    openInterest: row.openInterest as Decimal | null,
    volume: row.volume as Decimal,
    liquidatedLong: row.liquidatedLong as Decimal,
    liquidatedShort: row.liquidatedShort as Decimal,
  }));
}

/** The funding rate at the end of each hour from `from` on (Unix ms), oldest first; hours without one are missing. */
export async function readFundingHours(
  db: Pick<Statements, "execute">,
  market: string,
  from: number,
): Promise<FundingHour[]> {
  const hours = await lastOfHours(db, { market, from, column: marketMinutes.fundingRate });
  return hours.map(({ start, value }) => ({ start, rate: value }));
}

/** The open interest at the end of each hour, as the rates. */
export async function readInterestHours(
  db: Pick<Statements, "execute">,
  market: string,
  from: number,
): Promise<InterestHour[]> {
  const hours = await lastOfHours(db, { market, from, column: marketMinutes.openInterest });
  return hours.map(({ start, value }) => ({ start, open_interest: value }));
}

type HoursOf = {
  market: string;
  from: number;
  column: typeof marketMinutes.fundingRate | typeof marketMinutes.openInterest;
};

async function lastOfHours(
  db: Pick<Statements, "execute">,
  { market, from, column }: HoursOf,
): Promise<{ start: number; value: Decimal }[]> {
  const { rows } = await db.execute<{ hour: string; value: string }>(sql`
    SELECT DISTINCT ON (hour) hour, value FROM (
      SELECT div(start, ${HOUR_MS}) AS hour, start, ${column} AS value FROM ${marketMinutes}
      WHERE market = ${market} AND start >= ${from} AND ${column} IS NOT NULL
    ) AS stored
    ORDER BY hour, start DESC`);
  return rows.map(({ hour, value }) => ({
    start: Number(hour) * HOUR_MS,
    value: value as Decimal,
  }));
}

/** Where the stored minutes of a market end; `undefined` before the first. */
export async function lastStoredMinute(
  db: Statements,
  market: string,
): Promise<Pick<StoredMinute, "start" | "lastFillId"> | undefined> {
  const { start, lastFillId } = marketMinutes;
  const [last] = await db
    .select({ start, lastFillId })
    .from(marketMinutes)
    .where(eq(marketMinutes.market, market))
    .orderBy(desc(start))
    .limit(1);
  return last;
}

/** Minutes that exist do not change. */
export async function insertMinutes(
  db: Statements,
  minutes: readonly StoredMinute[],
): Promise<void> {
  const rows = minutes.map((minute) => ({
    market: minute.market,
    start: minute.start,
    open_interest: minute.openInterest,
    funding_rate: minute.fundingRate,
    volume: minute.volume,
    liquidated_long: minute.liquidatedLong,
    liquidated_short: minute.liquidatedShort,
    last_fill_id: minute.lastFillId,
  }));
  await db.execute(sql`
    INSERT INTO ${marketMinutes} (market, start, open_interest, funding_rate, volume,
      liquidated_long, liquidated_short, last_fill_id)
    SELECT * FROM json_to_recordset(${JSON.stringify(rows)}::json) AS minute (
      market text, start bigint, open_interest numeric, funding_rate numeric, volume numeric,
      liquidated_long numeric, liquidated_short numeric, last_fill_id bigint)
    ON CONFLICT DO NOTHING`);
}
