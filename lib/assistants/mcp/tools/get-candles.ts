import { z } from "zod";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { KLINE_INTERVALS, KLINE_SECONDS, type KlineInterval } from "#lib/protocol/kline.ts";
import type { Bar } from "#lib/protocol/wire/market.ts";
import { instant } from "#lib/protocol/wire/values.ts";
import { marketData } from "#lib/trading/market-data/market-hub.ts";
import { decimal, marketSymbol, moment, READS, timeOf } from "./_fields.ts";
import { defineTool } from "./define-tool.ts";

const MAX_CANDLES = 500;

export const getCandles = defineTool({
  name: "get_candles",
  title: "Get Candles",
  description: `Returns candles (OHLCV) of the mark price of one market, oldest first: the latest ones, or those from start on. At most ${MAX_CANDLES} a call; next_start and previous_end lead to the pages around it.`,
  scope: "read:market",
  annotations: READS,
  input: z.strictObject({
    market: marketSymbol,
    interval: z.enum(KLINE_INTERVALS).describe("Length of a candle"),
    start: instant
      .optional()
      .describe("First start of a candle, ISO 8601 in UTC, such as 2026-01-31T00:00:00Z"),
    end: instant.optional().describe("Last start of a candle, ISO 8601 in UTC"),
    limit: z.int().min(1).max(MAX_CANDLES).default(100).describe("Most candles of a page"),
  }),
  output: z.strictObject({
    market: z.string(),
    interval: z.enum(KLINE_INTERVALS),
    candles: z.array(
      z.strictObject({
        start: moment,
        open: decimal,
        high: decimal,
        low: decimal,
        close: decimal,
        volume: decimal.describe("In the base asset, from fills"),
        trades: z.int(),
        closed: z.boolean().describe("False while it still changes"),
        filled: z.boolean().describe("True: no mark arrived in it, so it repeats the last one"),
      }),
    ),
    next_start: moment
      .nullable()
      .describe("Give it as start for the next page; null: there is none yet"),
    previous_end: moment
      .nullable()
      .describe("Give it as end for the page before; null when this one is empty"),
  }),
  run: async (_context, { market, interval, start, end, limit }) => {
    if (start !== undefined && end !== undefined && Date.parse(start) > Date.parse(end)) {
      throw new ServiceError("INVALID_FIELD", {
        field: "start",
        reason: "it must not be after end",
      });
    }
    const range = { startAt: firstStart(interval, start), endAt: millis(end) };
    const bars = await marketData().bars({ market, interval, limit, ...range });
    const [first] = bars;
    return {
      market,
      interval,
      candles: bars.map(candle),
      next_start: nextStart(bars, limit),
      previous_end: first === undefined ? null : timeOf(first.start - 1),
    };
  },
});

function millis(time: string | undefined): number | undefined {
  return time === undefined ? undefined : Date.parse(time);
}

/** Start of the first candle at or after `start`. */
function firstStart(interval: KlineInterval, start: string | undefined): number | undefined {
  if (start === undefined) return undefined;
  const lengthMs = KLINE_SECONDS[interval] * 1_000;
  return Math.ceil(Date.parse(start) / lengthMs) * lengthMs;
}

/** After a full page whose last candle has closed there may be more. */
function nextStart(bars: readonly Bar[], limit: number): string | null {
  const last = bars.at(-1);
  if (last === undefined || bars.length < limit || !last.closed) return null;
  return timeOf(last.start + KLINE_SECONDS[last.interval] * 1_000);
}

function candle({ start, open, high, low, close, volume, trades, closed, filled }: Bar) {
  return { start: timeOf(start), open, high, low, close, volume, trades, closed, filled };
}
