/** Public market data (spec 2, "Public market data"): no credential. */
import { ServiceError } from "#lib/errors.ts";
import { type Decimal, formatFixed } from "#lib/protocol/decimal.ts";
import type { BookSide } from "#services/venue/engine/order-book.ts";
import type { MarketState } from "#services/venue/engine/state.ts";
import { money, priceText, sizeText, tradeRecord } from "#services/venue/http/records.ts";
import {
  integerParameter,
  parameter,
  type VenueRequest,
  type VenueResponse,
} from "#services/venue/http/request.ts";
import { marketOf, type Venue } from "#services/venue/venue.ts";

const DEPTH = { least: 1, most: 1_000, fallback: 60 };
const PAGE = { least: 1, most: 1_000, fallback: 100 };
const RATE_DECIMALS = 6;

export function getTime(venue: Venue): VenueResponse {
  return { status: 200, body: { server_time: venue.clock.now() } };
}

export function getMarkets(venue: Venue): VenueResponse {
  const markets = [...venue.state.markets.values()];
  return { status: 200, body: markets.map(({ listing }) => listing) };
}

export function getStats(venue: Venue, request: VenueRequest): VenueResponse {
  const symbol = requiredMarket(request);
  const markets = symbol === "ALL" ? [...venue.state.markets.values()] : [marketOf(venue, symbol)];
  return { status: 200, body: { results: markets.map((market) => statsRow(venue, market)) } };
}

export function getOrderBook(venue: Venue, request: VenueRequest, symbol: string): VenueResponse {
  const market = marketOf(venue, symbol);
  const depth = integerParameter(request, "depth", DEPTH);
  const { book } = market;
  const asks = levels(market, book.side("SELL"), depth);
  return { status: 200, body: { asks, bids: levels(market, book.side("BUY"), depth) } };
}

export function getBbo(venue: Venue, _request: VenueRequest, symbol: string): VenueResponse {
  const market = marketOf(venue, symbol);
  const ask = market.book.side("SELL").best();
  const bid = market.book.side("BUY").best();
  const body = {
    market: symbol,
    ask: ask === undefined ? null : priceText(market, ask.ticks),
    bid: bid === undefined ? null : priceText(market, bid.ticks),
    ask_size: ask === undefined ? null : sizeText(market, ask.lots),
    bid_size: bid === undefined ? null : sizeText(market, bid.lots),
    seq_no: market.bookSeq,
    last_updated_at: market.bookTime,
  };
  return { status: 200, body };
}

/** Fills oldest first. Without `start_at` or `cursor`: the latest page. */
export function getTrades(venue: Venue, request: VenueRequest): VenueResponse {
  const market = marketOf(venue, requiredMarket(request));
  const pageSize = integerParameter(request, "page_size", PAGE);
  const { tape } = venue.histories.of(market);
  const from = firstTrade(tape, request) ?? Math.max(0, tape.length - pageSize);
  const page = tape.slice(from, from + pageSize);
  const next = from + page.length < tape.length ? String(page.at(-1)?.id) : null;
  return { status: 200, body: { results: page.map((row) => tradeRecord(market, row)), next } };
}

/** Index of the first trade of a page; `undefined` for the latest. */
function firstTrade(
  tape: readonly { id: number; time: number }[],
  request: VenueRequest,
): number | undefined {
  const whole = { least: 0, most: Number.MAX_SAFE_INTEGER, fallback: -1 };
  const cursor = integerParameter(request, "cursor", whole);
  const startAt = integerParameter(request, "start_at", whole);
  if (cursor === -1 && startAt === -1) return undefined;
  let low = 0;
  let high = tape.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const trade = tape[middle];
    if (trade !== undefined && (trade.id <= cursor || trade.time < startAt)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function statsRow(venue: Venue, market: MarketState) {
  const now = venue.clock.now();
  const history = venue.histories.of(market);
  const day = history.day(now);
  const lastTrade = history.tape.at(-1);
  return {
    symbol: market.listing.symbol,
    last_traded_price: priceText(market, market.lastTradeTicks),
    volume_24h: money(day.volume),
    price_change_rate_24h: changeRate(day.openTicks, market.markTicks),
    timestamp: Math.max(market.markTime, lastTrade?.time ?? 0),
    mark_price: market.markTicks === 0 ? null : priceText(market, market.markTicks),
    mark_updated_at: market.markTime,
    open_interest: sizeText(market, market.openInterest),
    trades_24h: day.trades,
    trades_today: day.tradesToday,
  };
}

/** `(now - open) / open` with six decimals: 0.012345 is 1.2345 %. */
function changeRate(openTicks: number, nowTicks: number): Decimal {
  if (openTicks === 0) return formatFixed(0n, RATE_DECIMALS);
  const change = BigInt(nowTicks - openTicks) * 10n ** BigInt(RATE_DECIMALS);
  return formatFixed(change / BigInt(openTicks), RATE_DECIMALS);
}

/** By price. Whole-number keys come first in a JavaScript object, so readers sort by price and not by position. */
function levels(market: MarketState, side: BookSide, depth: number): Record<string, Decimal> {
  const found: Record<string, Decimal> = {};
  let count = 0;
  for (const level of side.fromBest()) {
    if (count === depth) break;
    found[priceText(market, level.ticks)] = sizeText(market, level.lots);
    count += 1;
  }
  return found;
}

function requiredMarket(request: VenueRequest): string {
  const symbol = parameter(request, "market");
  if (symbol === undefined) {
    throw new ServiceError("MALFORMED_QUERY", { parameter: "market", reason: "it is missing" });
  }
  return symbol;
}
