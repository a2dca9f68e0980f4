/** The query of a stream request (docs/api/streams.md). */
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { isKlineInterval, KLINE_INTERVALS, type KlineInterval } from "#lib/protocol/kline.ts";
import {
  ALL_MARKETS,
  isStreamEvent,
  LIST_EVENTS,
  type MarketTopic,
  STREAM_EVENTS,
  type StreamEvent,
} from "#lib/protocol/market/market-data.ts";
import { decodePublicKey } from "#lib/protocol/signing/signing.ts";

/** Maximum number of markets of one stream. */
const MAX_MARKETS = 8;

export const STREAM_PARAMETERS = ["market", "events", "kline", "account"] as const;

/** The topics that a stream follows of one market, or of the list feed ({@link ALL_MARKETS}). */
export type Subscription = { market: string; topics: ReadonlySet<MarketTopic> };

type Wanted = { events: ReadonlySet<StreamEvent>; intervals: readonly KlineInterval[] };

/**
 * One subscription for each market that `market` names, without repetitions. Without `events` every event is sent; bars
 * only of the intervals that `kline` names. Beside other markets, ALL takes those of the events that the list feed has. Only a
 * stream of an account needs no market.
 * @throws ServiceError MALFORMED_QUERY, UNKNOWN_EVENT or UNKNOWN_INTERVAL
 */
export function parseStreamQuery(query: URLSearchParams): Subscription[] {
  const markets = [...new Set(list(query, "market"))];
  if (markets.length === 0 && streamedAccount(query) !== undefined) return [];
  if (markets.length === 0) throw malformed("market", "it is missing");
  if (markets.length > MAX_MARKETS) {
    throw malformed("market", `a stream follows at most ${MAX_MARKETS} markets`);
  }
  const intervals = list(query, "kline").map(toInterval);
  const named = list(query, "events").map(toEvent);
  if (named.includes("kline") && intervals.length === 0) {
    throw malformed("kline", `name at least one interval of ${KLINE_INTERVALS.join(", ")}`);
  }
  if (markets.every((market) => market === ALL_MARKETS)) requireListEvents(named, intervals);
  const all = single(query, "events") === undefined;
  const wanted = { events: new Set<StreamEvent>(all ? STREAM_EVENTS : named), intervals };
  return markets.map((market) => ({ market, topics: topicsOf(market, wanted) }));
}

/** The account whose events the stream has too; `undefined` for none. @throws INVALID_PUBLIC_KEY */
export function streamedAccount(query: URLSearchParams): string | undefined {
  const account = single(query, "account");
  if (account === undefined) return undefined;
  if (decodePublicKey(account) === undefined) {
    throw new ServiceError("INVALID_PUBLIC_KEY", { field: "account" });
  }
  return account;
}

function requireListEvents(
  named: readonly StreamEvent[],
  intervals: readonly KlineInterval[],
): void {
  const has = `the feed of all markets has ${LIST_EVENTS.join(", ")}`;
  const other = named.find((event) => !isListEvent(event));
  if (other !== undefined) throw malformed("events", `${has}; ${other} is of one market`);
  if (intervals.length > 0) throw malformed("kline", `${has}; bars are of one market`);
}

function topicsOf(market: string, { events, intervals }: Wanted): Set<MarketTopic> {
  const topics = new Set<MarketTopic>();
  for (const event of events) {
    if (event === "hb" || (market === ALL_MARKETS && !isListEvent(event))) continue;
    if (event !== "kline") topics.add(event);
    else for (const interval of intervals) topics.add(`kline:${interval}`);
  }
  return topics;
}

function isListEvent(event: StreamEvent): boolean {
  return (LIST_EVENTS as readonly StreamEvent[]).includes(event);
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
