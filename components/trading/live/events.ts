/** Events of a market stream, checked as far as the screen relies on them. */

import { isRecord } from "#lib/protocol/is-record.ts";
import { isKlineInterval } from "#lib/protocol/kline.ts";
import {
  ALL_MARKETS,
  type AllMarks,
  type AllStats,
  type MarkUpdate,
  type StreamEvent as ServerEvent,
  type TapeCount,
} from "#lib/protocol/market/market-data.ts";
import type {
  Bar,
  BestBidOffer,
  BlockHead,
  MarketStats,
  OrderBook,
  Trade,
} from "#lib/protocol/wire/market.ts";

export type StreamEvent =
  | { name: "mark"; data: MarkUpdate }
  | { name: "stats"; data: MarketStats }
  | { name: "bbo"; data: BestBidOffer }
  | { name: "orderbook"; data: OrderBook }
  | { name: "trades"; data: Trade[] }
  | { name: "kline"; data: Bar }
  | { name: "block"; data: BlockHead }
  | { name: "tape"; data: TapeCount }
  | { name: "hb"; data: null }
  /** `mark` and `stats` of the list feed, with every market in one event. */
  | { name: "allMarks"; data: AllMarks }
  | { name: "allStats"; data: AllStats };

/** The types of the fields that the screen reads. */
type Fields = Readonly<Record<string, "string" | "number" | "object">>;

const FIELDS: Partial<Record<StreamEvent["name"], Fields>> = {
  mark: { mark_price: "string", timestamp: "number" },
  stats: { volume_24h: "string" },
  orderbook: { asks: "object", bids: "object" },
  block: { height: "number", time: "number" },
  tape: { trades_24h: "number", trades_today: "number" },
  allMarks: { marks: "object", ts: "number", src: "string" },
};

/** Parses one message; `undefined` when its shape does not match its market and name. */
export function parseEvent(
  market: string,
  event: ServerEvent,
  text: string,
): StreamEvent | undefined {
  if (event === "hb") return { name: event, data: null };
  const name = nameOf(market, event);
  const data = parseJson(text);
  return isOfShape(name, data) ? ({ name, data } as StreamEvent) : undefined;
}

function nameOf(market: string, event: Exclude<ServerEvent, "hb">): StreamEvent["name"] {
  if (market !== ALL_MARKETS) return event;
  if (event === "mark") return "allMarks";
  return event === "stats" ? "allStats" : event;
}

function isOfShape(name: StreamEvent["name"], data: unknown): boolean {
  if (name === "trades") return isTrades(data);
  if (name === "kline") return isBar(data);
  if (!isRecord(data)) return false;
  if (name === "bbo") return "ask" in data && "bid" in data;
  if (name === "allStats") return Array.isArray(data.results) && data.results.every(isRecord);
  return Object.entries(FIELDS[name] ?? {}).every(([field, type]) =>
    type === "object" ? isRecord(data[field]) : typeof data[field] === type,
  );
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

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
