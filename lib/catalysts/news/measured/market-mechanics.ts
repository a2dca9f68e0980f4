/**
 * Finds liquidations and sign changes of the funding rate at the venue, in the stored closed
 * minutes.
 */

import { sql } from "drizzle-orm";
import { baseAsset, quoteAsset } from "#lib/catalysts/causes/explained-move.ts";
import { MOVE_PARAMETERS } from "#lib/catalysts/moves/parameters.ts";
import type { NewsSource } from "#lib/catalysts/news/sources/news-source.ts";
import type { Statements } from "#lib/platform/db/client.ts";
import { HOUR_MS, MINUTE_MS } from "#lib/protocol/durations.ts";
import { markBarHeads, marketMinutes } from "#lib/trading/schema/market-data.ts";
import { type Measured, type Measurement, measuredItem, spoken } from "./measured-item.ts";

const WINDOW_MS = 5 * MINUTE_MS;
/** Minutes that are stored later than this after their end are no longer news. */
const LOOKBACK_MS = HOUR_MS;
/** In the quote asset: smaller liquidations happen every day. */
const MIN_LIQUIDATED = 10_000;
/** Per funding period: a rate closer to zero than this changes its sign all the time. */
const MIN_RATE = 0.000_01;

type Reads = Pick<Statements, "execute">;

/**
 * The news of the last hour. An event that is already stored is not new, because its address is
 * made of the market and the time.
 */
export async function readMechanics(db: Reads, source: NewsSource, now: number): Promise<Measured> {
  const found = [
    ...(await liquidations(db, source.url, now)),
    ...(await turns(db, source.url, now)),
  ];
  const items = found
    .toSorted((one, other) => one.at - other.at)
    .map((measurement) => measuredItem(measurement, source));
  return { items, cursor: null, error: null };
}

type LiquidationRow = {
  market: string;
  start: string;
  volume: string;
  long: string;
  short: string;
};

/**
 * Five minutes of the clock, all known, in which liquidations had as large a share of the volume as
 * in a cascade.
 */
async function liquidations(db: Reads, origin: string, now: number): Promise<Measurement[]> {
  const from = Math.floor((now - LOOKBACK_MS) / WINDOW_MS) * WINDOW_MS;
  const { rows } = await db.execute<LiquidationRow>(sql`
    SELECT head.market, span.start, round(span.volume) AS volume,
      round(span.long) AS long, round(span.short) AS short
    FROM ${markBarHeads} AS head CROSS JOIN LATERAL (
      SELECT min(start) AS start, count(*) AS minutes, sum(volume) AS volume,
        sum(liquidated_long) AS long, sum(liquidated_short) AS short
      FROM ${marketMinutes} AS stored
      WHERE stored.market = head.market AND start >= ${from} AND start < ${now}
      GROUP BY div(start, ${WINDOW_MS})
    ) AS span
    WHERE span.minutes = 5 AND span.long + span.short >= ${MIN_LIQUIDATED}
      AND span.long + span.short >= ${MOVE_PARAMETERS.cascadeShare} * span.volume
    ORDER BY span.start, head.market COLLATE "C"`);
  return rows.map((row) => {
    const { market } = row;
    const [start, long, short, volume] = [
      Number(row.start),
      BigInt(row.long),
      BigInt(row.short),
      BigInt(row.volume),
    ];
    const at = start + WINDOW_MS;
    const quote = quoteAsset(market) ?? "";
    const [side, most] = long >= short ? ["longs", long] : ["shorts", short];
    const share = volume > 0n ? (100n * (long + short)) / volume : 100n;
    return {
      ...sourceAt(origin, market, "liquidations", at),
      headline: `${market}: ${spoken(most)} ${quote} of ${side} liquidated in 5 minutes`,
      summary: `From ${clockOf(start)} to ${clockOf(at)} UTC, liquidations were ${share} % of the volume: ${spoken(long)} ${quote} of longs and ${spoken(short)} ${quote} of shorts.`,
    };
  });
}

type TurnRow = { market: string; hour: string; before: string; rate: string };

/** Finds rates at a whole hour whose sign differs from an hour before. */
async function turns(db: Reads, origin: string, now: number): Promise<Measurement[]> {
  const last = Math.floor(now / HOUR_MS) * HOUR_MS;
  const { rows } = await db.execute<TurnRow>(sql`
    SELECT head.market, hour.at AS hour, before.funding_rate AS before, newest.funding_rate AS rate
    FROM ${markBarHeads} AS head
    CROSS JOIN (VALUES (${last - LOOKBACK_MS}::bigint), (${last}::bigint)) AS hour (at)
    JOIN ${marketMinutes} AS before
      ON before.market = head.market AND before.start = hour.at - ${HOUR_MS + MINUTE_MS}
    JOIN ${marketMinutes} AS newest
      ON newest.market = head.market AND newest.start = hour.at - ${MINUTE_MS}
    WHERE before.funding_rate * newest.funding_rate < 0
      AND least(abs(before.funding_rate), abs(newest.funding_rate)) >= ${MIN_RATE}
    ORDER BY hour.at, head.market COLLATE "C"`);
  return rows.map(({ market, hour, before, rate }) => {
    const at = Number(hour);
    const [sign, payer] = Number(rate) > 0 ? ["positive", "longs"] : ["negative", "shorts"];
    return {
      ...sourceAt(origin, market, "funding", at),
      headline: `${market}: funding turned ${sign}, ${payer} pay`,
      summary: `The rate of a funding period was ${percent(rate)} at ${clockOf(at)} UTC, and ${percent(before)} an hour before.`,
    };
  });
}

function sourceAt(origin: string, market: string, what: string, at: number) {
  const page = `${origin}/trade/${encodeURIComponent(market)}`;
  const parameters = { [what]: new Date(at).toISOString() };
  return { page, parameters, asset: baseAsset(market), at };
}

function clockOf(time: number): string {
  return new Date(time).toISOString().slice(11, 16);
}

function percent(rate: string): string {
  return `${(100 * Number(rate)).toFixed(4)} %`;
}
