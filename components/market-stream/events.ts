/** What the market stream sends, checked as far as the screen relies on it. */
import type { Bar } from "#lib/protocol/kline.ts";
import { isKlineInterval } from "#lib/protocol/kline.ts";
import type {
  BestBidOffer,
  MarketStats,
  MarkUpdate,
  OrderBook,
} from "#lib/protocol/market-data.ts";
import type { Trade } from "#lib/protocol/orders.ts";

export type StreamEvent =
  | { name: "mark"; data: MarkUpdate }
  | { name: "stats"; data: MarketStats }
  | { name: "bbo"; data: BestBidOffer }
  | { name: "orderbook"; data: OrderBook }
  | { name: "trades"; data: Trade[] }
  | { name: "kline"; data: Bar }
  | { name: "hb"; data: null };

export const STREAM_EVENTS = [
  "mark",
  "stats",
  "bbo",
  "orderbook",
  "trades",
  "kline",
  "hb",
] as const satisfies readonly StreamEvent["name"][];

/** Parses one message; `undefined` when it is not of the shape that its name promises. */
export function parseEvent(name: StreamEvent["name"], text: string): StreamEvent | undefined {
  if (name === "hb") return { name, data: null };
  const data = parseJson(text);
  switch (name) {
    case "mark":
      return isRecord(data) && typeof data.mark_price === "string"
        ? { name, data: data as MarkUpdate }
        : undefined;
    case "stats":
      return isRecord(data) && typeof data.volume_24h === "string"
        ? { name, data: data as MarketStats }
        : undefined;
    case "bbo":
      return isRecord(data) && "ask" in data && "bid" in data
        ? { name, data: data as BestBidOffer }
        : undefined;
    case "orderbook":
      return isRecord(data) && isRecord(data.asks) && isRecord(data.bids)
        ? { name, data: data as OrderBook }
        : undefined;
    case "trades":
      return isTrades(data) ? { name, data } : undefined;
    case "kline":
      return isBar(data) ? { name, data } : undefined;
  }
}

export function isBar(data: unknown): data is Bar {
  return (
    isRecord(data) &&
    typeof data.interval === "string" &&
    isKlineInterval(data.interval) &&
    typeof data.start === "number" &&
    typeof data.open === "string" &&
    typeof data.close === "string"
  );
}

export function isTrades(data: unknown): data is Trade[] {
  return (
    Array.isArray(data) &&
    data.every(
      (row) => isRecord(row) && typeof row.id === "number" && typeof row.price === "string",
    )
  );
}

export function isRecord(data: unknown): data is Record<string, unknown> {
  return typeof data === "object" && data !== null && !Array.isArray(data);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
