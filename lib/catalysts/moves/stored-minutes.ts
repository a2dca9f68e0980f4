/**
 * Reads the stored minutes of the markets and how far they reach, and no more than the detector
 * needs.
 */

import { sql } from "drizzle-orm";
import type { Statements } from "#lib/platform/db/client.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import { barStart } from "#lib/protocol/kline.ts";
import { markBarHeads, markBars, marketMinutes } from "#lib/trading/schema/market-data.ts";
import { type DetectorMarketMinute, type DetectorMinute, type MinuteFacts } from "./minute.ts";
import type { MarketProgress, MinuteInputs } from "./minute-inputs.ts";

/**
 * The progress of every market with bars, by name.
 * @param isRead markets that are already being read: their oldest bar is not needed
 */
export async function readProgress(
  db: Pick<Statements, "execute">,
  isRead: readonly string[] = [],
): Promise<MarketProgress[]> {
  const { rows } = await db.execute<ProgressRow>(sql`
    SELECT head.market, head.open_second,
      CASE WHEN ${JSON.stringify(isRead)}::jsonb ? head.market THEN 0 ELSE
        (SELECT min(start) FROM ${markBars} AS bar
          WHERE bar.market = head.market AND bar.interval = '1m') END AS oldest,
      (SELECT max(start) FROM ${marketMinutes} AS facts
        WHERE facts.market = head.market) AS last_facts
    FROM ${markBarHeads} AS head ORDER BY head.market COLLATE "C"`);
  return rows.flatMap(({ market, open_second: openSecond, oldest, last_facts: lastFacts }) => {
    if (oldest === null) return [];
    const priceEnd = barStart("1m", Number(openSecond));
    // A minute is read with the facts of the previous one.
    const factsEnd = lastFacts === null ? 0 : Number(lastFacts) + 2 * MINUTE_MS;
    return [{ market, oldest: Number(oldest), priceEnd, factsEnd }];
  });
}

type ProgressRow = {
  market: string;
  open_second: string;
  oldest: string | null;
  last_facts: string | null;
};

/** Every minute with `from <= start < until`, with the facts that belong to it. */
export async function readStoredMinutes(
  db: Pick<Statements, "execute">,
  inputs: MinuteInputs,
  { from, until }: { from: number; until: number },
): Promise<DetectorMinute[]> {
  const { rows } = await db.execute<MinuteRow>(sql`
    SELECT bar.start, bar.market, bar.close, bar.filled,
      facts.open_interest, facts.funding_rate, facts.volume,
      facts.liquidated_long + facts.liquidated_short AS liquidated
    FROM json_array_elements_text(${JSON.stringify(inputs.markets)}::json) AS wanted (market)
    CROSS JOIN LATERAL (
      SELECT * FROM ${markBars} AS stored
      WHERE stored.market = wanted.market AND stored.interval = '1m'
        AND stored.start >= ${from} AND stored.start < ${until}
    ) AS bar
    LEFT JOIN ${marketMinutes} AS facts
      ON facts.market = bar.market AND facts.start = bar.start - ${MINUTE_MS}`);
  const markets = new Map<number, DetectorMarketMinute[]>();
  for (const row of rows) {
    const start = Number(row.start);
    if (!inputs.isRead({ market: row.market, part: "price" }, start)) continue;
    const known = markets.get(start) ?? [];
    known.push(marketOf(row, inputs.isRead({ market: row.market, part: "facts" }, start)));
    markets.set(start, known);
  }
  const minutes: DetectorMinute[] = [];
  for (let start = from; start < until; start += MINUTE_MS) {
    minutes.push({ start, markets: markets.get(start) ?? [] });
  }
  return minutes;
}

type MinuteRow = {
  start: string;
  market: string;
  close: string;
  filled: boolean;
  open_interest: string | null;
  funding_rate: string | null;
  /** Null when the minute has no row. */
  volume: string | null;
  liquidated: string | null;
};

function marketOf(row: MinuteRow, hasFacts: boolean): DetectorMarketMinute {
  const { market, close, filled, volume } = row;
  // One invalid price from another venue must not stop the other markets.
  const price = { market, close: Number(close), filled: filled || !(Number(close) > 0) };
  if (!hasFacts || volume === null) return price;
  const facts: MinuteFacts = {
    openInterest: numberOf(row.open_interest),
    fundingRate: numberOf(row.funding_rate),
    volume: Number(volume),
    liquidated: Number(row.liquidated),
  };
  return { ...price, facts };
}

function numberOf(text: string | null): number | null {
  return text === null ? null : Number(text);
}
