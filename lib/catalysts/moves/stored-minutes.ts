/** What is stored of the markets: how far it reaches, and the minutes themselves, with no more of them than a detector reads. */
import { sql } from "drizzle-orm";
import type { Statements } from "#lib/platform/db/client.ts";
import { markBarHeads, markBars, marketMinutes } from "#lib/platform/db/schema/market-data.ts";
import { barStart } from "#lib/protocol/kline.ts";
import { type MarketMinute, MINUTE_MS, type Minute, type MinuteFacts } from "./minute.ts";
import type { MinuteInputs, Progress } from "./minute-inputs.ts";

/**
 * Of every market that has bars, by name.
 *
 * @param isRead markets whose bars are read already: their oldest one is not looked for
 */
export async function readProgress(
  db: Pick<Statements, "execute">,
  isRead: readonly string[] = [],
): Promise<Progress[]> {
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
    // A minute is read with the facts of the minute before it.
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

/** Every minute with `from <= start < until`, with what is read with it. */
export async function readMinutes(
  db: Pick<Statements, "execute">,
  inputs: MinuteInputs,
  { from, until }: { from: number; until: number },
): Promise<Minute[]> {
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
  const markets = new Map<number, MarketMinute[]>();
  for (const row of rows) {
    const start = Number(row.start);
    if (!inputs.isRead({ market: row.market, part: "price" }, start)) continue;
    const known = markets.get(start) ?? [];
    known.push(marketOf(row, inputs.isRead({ market: row.market, part: "facts" }, start)));
    markets.set(start, known);
  }
  const minutes: Minute[] = [];
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
  /** Null when there is no row of the minute. */
  volume: string | null;
  liquidated: string | null;
};

function marketOf(row: MinuteRow, hasFacts: boolean): MarketMinute {
  const { market, close, filled, volume } = row;
  // One row of another venue that is no price must not stop the other markets.
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
