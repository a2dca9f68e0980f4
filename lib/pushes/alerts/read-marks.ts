/**
 * Reads the stored bars of marks that are not judged yet: the seconds, and the minutes as well,
 * because the seconds of a time in which no replica ran are missing.
 */
import "server-only";
import { sql } from "drizzle-orm";
import type { Database } from "#lib/platform/db/client.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "#lib/protocol/durations.ts";
import { barStart } from "#lib/protocol/kline.ts";
import { markBarHeads, markBars } from "#lib/trading/schema/market-data.ts";
import { type MarkBar, scaledPrice } from "./alert-rule.ts";

/** The most of a market that one read returns. */
const MAX_SPAN_MS = HOUR_MS;

/** `from` is included, `to` is not; both are Unix milliseconds. */
export type MarkSpan = { market: string; from: number; to: number };

/** What is stored behind `from`, at most an hour of each market. */
export async function openSpans(
  db: Pick<Database, "execute">,
  judged: ReadonlyMap<string, number>,
): Promise<MarkSpan[]> {
  const known = [...judged].map(([market, from]) => ({ market, from }));
  if (known.length === 0) return [];
  const { rows } = await db.execute<{ market: string; from: string; end: string }>(sql`
    select known.market, known."from", head.open_second as "end"
    from json_to_recordset(${JSON.stringify(known)}::json) as known (market text, "from" bigint)
    join ${markBarHeads} as head on head.market = known.market
    where head.open_second > known."from"`);
  return rows.map(({ market, from, end }) => ({
    market,
    from: Number(from),
    to: Math.min(Number(end), Number(from) + MAX_SPAN_MS),
  }));
}

/** In the order in which they end; a minute comes after its seconds. */
export async function readMarks(
  db: Pick<Database, "execute">,
  spans: readonly MarkSpan[],
): Promise<MarkBar[]> {
  const ranges = spans.flatMap(({ market, from, to }) => [
    { market, interval: "1s", from, to: to - SECOND_MS },
    { market, interval: "1m", from: barStart("1m", from), to: to - MINUTE_MS },
  ]);
  const { rows } = await db.execute<Row>(sql`
    select bar.market, bar.interval, bar.start, bar.high, bar.low, bar.close
    from json_to_recordset(${JSON.stringify(ranges)}::json) as range (
      market text, interval text, "from" bigint, "to" bigint)
    cross join lateral (
      select * from ${markBars} as stored
      where stored.market = range.market and stored.interval = range.interval
        and stored.start >= range."from" and stored.start <= range."to"
    ) as bar`);
  return rows.map(barOf).toSorted((a, b) => a.end - b.end || b.start - a.start);
}

type Row = {
  market: string;
  interval: string;
  start: string;
  high: string;
  low: string;
  close: string;
};

function barOf({ market, interval, start, high, low, close }: Row): MarkBar {
  const begin = Number(start);
  return {
    market,
    start: begin,
    end: begin + (interval === "1s" ? SECOND_MS : MINUTE_MS),
    high: scaledPrice(high),
    low: scaledPrice(low),
    close: scaledPrice(close),
  };
}
