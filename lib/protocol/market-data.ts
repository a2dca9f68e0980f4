/** Public market data as the venue's reads and the stream's events carry it (spec 2, "Resources" and "Events"). */
import type { Decimal } from "./decimal.ts";
import type { KlineInterval } from "./kline.ts";

/** The 24-hour row of one market. Times are Unix milliseconds. */
export type MarketStats = {
  symbol: string;
  /** The last fill, which is not the mark; "0" before the first fill. */
  last_traded_price: Decimal;
  /** In the quote asset. */
  volume_24h: Decimal;
  /** A signed ratio: "-0.0125" is a fall of 1.25 %. */
  price_change_rate_24h: string;
  /** When the row last changed. */
  timestamp: number;
  /** Null before the first mark. */
  mark_price: Decimal | null;
  mark_updated_at: number | null;
  /** In the base asset. */
  open_interest: Decimal;
  trades_24h: number;
  trades_today: number;
};

/** Best bid and offer; a side that is empty is null. */
export type BestBidOffer = {
  market: string;
  ask: Decimal | null;
  bid: Decimal | null;
  ask_size: Decimal | null;
  bid_size: Decimal | null;
  seq_no: number;
  last_updated_at: number;
};

/**
 * Price to size. Sort by price before use: JavaScript moves keys that look like integers to the front, so the
 * order of the wire does not survive `JSON.parse`.
 */
export type OrderBook = { asks: Record<string, Decimal>; bids: Record<string, Decimal> };

/** The `mark` event. `timestamp` is when the venue took this mark. */
export type MarkUpdate = { market: string; mark_price: Decimal; timestamp: number };

/** The `tape` event: fill counters. */
export type TapeCount = { trades_24h: number; trades_today: number };

/** Events that a market stream can be asked for; `hb` comes on every stream whether asked for or not. */
export const STREAM_EVENTS = [
  "bbo",
  "orderbook",
  "stats",
  "mark",
  "trades",
  "kline",
  "tape",
  "hb",
] as const;

export type StreamEvent = (typeof STREAM_EVENTS)[number];

/** What one subscription follows: an event, or the bars of one interval. */
export type MarketTopic = Exclude<StreamEvent, "kline" | "hb"> | `kline:${KlineInterval}`;

export function isStreamEvent(text: string): text is StreamEvent {
  return (STREAM_EVENTS as readonly string[]).includes(text);
}
