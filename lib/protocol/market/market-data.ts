/** Events of the market streams (docs/api/streams.md). */
import type { Decimal } from "#lib/protocol/decimal.ts";
import type { KlineInterval } from "#lib/protocol/kline.ts";
import type { MarketStats } from "#lib/protocol/wire/market.ts";

/** The `mark` event. `timestamp` is when the venue accepted this mark. */
export type MarkUpdate = { market: string; mark_price: Decimal; timestamp: number };

/** The `tape` event: fill counters. */
export type TapeCount = { trades_24h: number; trades_today: number };

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
