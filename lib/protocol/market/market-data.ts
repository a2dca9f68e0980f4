/** Public market data as the venue's reads and the stream's events carry it (spec 2, "Resources" and "Events"). */
import type { Decimal } from "#lib/protocol/decimal.ts";
import type { Bar, KlineInterval } from "./kline.ts";

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
  /** A signed rate of one funding period, positive when longs pay; absent when the venue does not publish it. */
  funding_rate?: string;
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

/** The `mark` event. `timestamp` is when the venue accepted this mark. */
export type MarkUpdate = { market: string; mark_price: Decimal; timestamp: number };

/** The `tape` event: fill counters. */
export type TapeCount = { trades_24h: number; trades_today: number };

/** The `block` event: head of the venue's chain. A block is settled when it is on the venue's disk. */
export type BlockHead = {
  height: number;
  /** When the block was sealed, Unix milliseconds. */
  time: number;
  /** Write and sync of this block in milliseconds; 0 for a block of an earlier run of the venue. */
  settle_ms: number;
  /** Mean time between the latest blocks of this run in milliseconds, at most 100 of them; null before two. */
  interval_ms: number | null;
};

/** The market name that subscribes to the list feed: every market in one event. */
export const ALL_MARKETS = "ALL";

/** The `stats` event of the list feed. */
export type AllStats = { results: MarketStats[] };

/** The `mark` event of the list feed: the venue's mark of each market that has one. */
export type AllMarks = {
  marks: Record<string, Decimal>;
  /** When the newest of the marks was accepted, Unix milliseconds. */
  ts: number;
  /** Name of the external price feed behind the marks; `oracle` when that has gone quiet or there is none. */
  src: string;
};

/** A bar of fill prices, which on a thin book differs from the mark's bar. Intervals without a fill have none. */
export type FillBar = Omit<Bar, "trades" | "closed" | "filled">;

/**
 * Totals of the whole venue (`GET /api/public/dex/stats`). Money in USDC; a volume counts each trade once, at the
 * price it was made at.
 */
export type VenueTotals = {
  /** Funds in the custody vault (depositors, insurance fund, earned fees): deposits less withdrawals. */
  value_locked: Decimal;
  volume_24h: Decimal;
  /** By whole hours, of the last seven days. */
  volume_7d: Decimal;
  volume_all: Decimal;
  trades_24h: number;
  trades_7d: number;
  trades_all: number;
  /** All long positions, which equal all short ones, at the mark. */
  open_interest: Decimal;
  markets: number;
  /** When the venue computed the totals, Unix milliseconds. */
  as_of: number;
};

/** Events that a market stream can subscribe to; every stream also gets `hb`. */
export const STREAM_EVENTS = [
  "bbo",
  "orderbook",
  "stats",
  "mark",
  "trades",
  "kline",
  "block",
  "tape",
  "hb",
] as const;

export type StreamEvent = (typeof STREAM_EVENTS)[number];

/** The events of the list feed. */
export const LIST_EVENTS = ["stats", "mark", "tape", "hb"] as const satisfies StreamEvent[];

/** What one subscription follows: an event, or the bars of one interval. */
export type MarketTopic = Exclude<StreamEvent, "kline" | "hb"> | `kline:${KlineInterval}`;

export function isStreamEvent(text: string): text is StreamEvent {
  return (STREAM_EVENTS as readonly string[]).includes(text);
}
