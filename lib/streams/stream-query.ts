/** The query of a stream request (spec 2, "Streams"). */
import { ServiceError } from "#lib/errors.ts";
import { isKlineInterval, KLINE_INTERVALS, type KlineInterval } from "#lib/protocol/kline.ts";
import {
  isStreamEvent,
  type MarketTopic,
  STREAM_EVENTS,
  type StreamEvent,
} from "#lib/protocol/market-data.ts";

export type StreamQuery = { market: string; topics: ReadonlySet<MarketTopic> };

/**
 * Without `events` every event is sent; bars only of the intervals that `kline` names.
 * @throws ServiceError MALFORMED_QUERY, UNKNOWN_EVENT or UNKNOWN_INTERVAL
 */
export function parseStreamQuery(query: URLSearchParams): StreamQuery {
  const market = single(query, "market");
  if (market === undefined) throw malformed("market", "it is missing");
  if (market === "ALL") {
    throw malformed("market", "there is no stream of all markets; name one, such as BTCUSDC");
  }
  const intervals = list(query, "kline").map(toInterval);
  const named = list(query, "events").map(toEvent);
  const events = new Set<StreamEvent>(
    single(query, "events") === undefined ? STREAM_EVENTS : named,
  );
  if (named.includes("kline") && intervals.length === 0) {
    throw malformed("kline", `name at least one interval of ${KLINE_INTERVALS.join(", ")}`);
  }
  const topics = new Set<MarketTopic>();
  for (const event of events) {
    if (event !== "kline" && event !== "hb") topics.add(event);
  }
  if (events.has("kline")) for (const interval of intervals) topics.add(`kline:${interval}`);
  return { market, topics };
}

function toInterval(interval: string): KlineInterval {
  if (isKlineInterval(interval)) return interval;
  throw new ServiceError("UNKNOWN_INTERVAL", { interval, allowed: KLINE_INTERVALS.join(", ") });
}

function toEvent(event: string): StreamEvent {
  if (isStreamEvent(event)) return event;
  throw new ServiceError("UNKNOWN_EVENT", { event, allowed: STREAM_EVENTS.join(", ") });
}

/** A comma list; absent and empty are the same. */
function list(query: URLSearchParams, name: string): string[] {
  return (single(query, name) ?? "").split(",").filter((part) => part !== "");
}

function single(query: URLSearchParams, name: string): string | undefined {
  const values = query.getAll(name);
  if (values.length > 1) throw malformed(name, "it is given twice");
  return values[0];
}

function malformed(parameter: string, reason: string): ServiceError {
  return new ServiceError("MALFORMED_QUERY", { parameter, reason });
}
