/** Public market data, which needs no credential (docs/api/README.md). */
import { type Decimal, formatDecimal, formatFixed } from "#lib/protocol/decimal.ts";
import type { Trade } from "#lib/protocol/wire/market.ts";
import { nextFundingAt } from "#services/venue/engine/funding.ts";
import { type MarketState, notional, type Order } from "#services/venue/engine/market-state.ts";
import type { BookSide } from "#services/venue/engine/order-book.ts";
import type { MarketHour } from "#services/venue/history/history-reader.ts";
import type { Call } from "#services/venue/link/messages.ts";
import {
  bookPriceText,
  lotsText,
  moneyText,
  ticksText,
} from "#services/venue/projection/number-text.ts";
import type { TradeSum } from "#services/venue/projection/trade-totals.ts";
import { FUNDING_DECIMALS, tradeRecord } from "#services/venue/records/records.ts";
import type { AnswerCall, CallAnswer } from "./answer-call.ts";
import { numberParam, textParam } from "./params.ts";
import { marketOf, type Venue } from "./venue.ts";

const RATE_DECIMALS = 6;

const ok = (body: unknown): CallAnswer => ({ status: 200, body });

export const getMarkets: AnswerCall = ({ venue }) =>
  ok([...venue.state.markets.values()].map(({ listing }) => listing));

export const getStats: AnswerCall = ({ venue }, call) => {
  const symbol = textParam(call, "market") ?? "ALL";
  const markets = symbol === "ALL" ? [...venue.state.markets.values()] : [marketOf(venue, symbol)];
  return ok({ results: markets.map((market) => statsRow(venue, market)) });
};

export const getOrderBook: AnswerCall = ({ venue }, call) => {
  const market = marketOf(venue, textParam(call, "symbol") ?? "");
  const depth = numberParam(call, "depth") ?? 0;
  const { book } = market;
  const asks = levels(market, book.side("SELL"), depth);
  const bids = levels(market, book.side("BUY"), depth);
  return ok({ asks, bids, seq_no: market.bookSeq, last_updated_at: market.bookTime });
};

export const getBbo: AnswerCall = ({ venue }, call) => {
  const market = marketOf(venue, textParam(call, "symbol") ?? "");
  const ask = market.book.side("SELL").best();
  const bid = market.book.side("BUY").best();
  return ok({
    market: market.listing.symbol,
    ask: ask === undefined ? null : bookPriceText(market.scale, ask.ticks),
    bid: bid === undefined ? null : bookPriceText(market.scale, bid.ticks),
    ask_size: ask === undefined ? null : lotsText(market.scale, ask.lots),
    bid_size: bid === undefined ? null : lotsText(market.scale, bid.lots),
    seq_no: market.bookSeq,
    last_updated_at: market.bookTime,
  });
};

/** Fills oldest first. Without `start_at` or `cursor`: the latest page. */
export const getTrades: AnswerCall = ({ venue }, call) => {
  const market = marketOf(venue, textParam(call, "market") ?? "");
  const pageSize = numberParam(call, "pageSize") ?? 0;
  const { tape } = venue.histories.of(market);
  const after = numberParam(call, "cursor");
  const startAt = numberParam(call, "startAt");
  const isLatest = after === undefined && startAt === undefined;
  const from = isLatest ? Math.max(0, tape.length - pageSize) : firstTrade(tape, after, startAt);
  const older = isLatest || from > 0 ? [] : beforeTape(venue, market, { after, startAt, pageSize });
  const recent = tape.slice(from, from + pageSize + 1).map((row) => tradeRecord(market, row));
  const found = [...older, ...recent];
  const results = found.slice(0, pageSize);
  const next = found.length > pageSize ? String(results.at(-1)?.id) : null;
  return ok({ results, next });
};

/** The part of the page that is older than the tape, from the history. */
function beforeTape(
  venue: Venue,
  market: MarketState,
  from: { after: number | undefined; startAt: number | undefined; pageSize: number },
): Trade[] {
  const { after, startAt, pageSize } = from;
  const first = venue.histories.of(market).tape[0]?.id ?? Number.MAX_SAFE_INTEGER;
  const stored = venue.history.trades({
    market: market.listing.symbol,
    ...(after !== undefined && { after }),
    ...(startAt !== undefined && { startAt }),
    limit: pageSize + 1,
  });
  return stored.filter(({ id }) => id < first);
}

/** Index of the first trade behind the id `after` and not before the time `startAt`. */
function firstTrade(
  tape: readonly { id: number; time: number }[],
  after = -1,
  startAt = -1,
): number {
  let low = 0;
  let high = tape.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const trade = tape[middle];
    if (trade !== undefined && (trade.id <= after || trade.time < startAt)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Bars of fills, which are not the bars of the mark that charts show. */
export const getKline: AnswerCall = ({ venue }, call) => {
  const market = marketOf(venue, textParam(call, "market") ?? "");
  const bars = venue.histories
    .of(market)
    .bars(
      numberParam(call, "resolution") ?? 60,
      numberParam(call, "startAt") ?? 0,
      numberParam(call, "endAt") ?? venue.clock.now(),
    );
  return ok({ results: bars });
};

/** Funding rates at the ends of hours. */
export const getFundingRates: AnswerCall = ({ venue }, call) =>
  marketHours(venue, call, ({ start, fundingRate }) => ({ start, rate: fundingRate }));

/** Open interest at the ends of hours. */
export const getOpenInterest: AnswerCall = ({ venue }, call) =>
  marketHours(venue, call, ({ start, openInterest }) => ({ start, open_interest: openInterest }));

/** Oldest first; without a beginning the latest ones. `next` is the beginning of the page behind this one. */
function marketHours(venue: Venue, call: Call, recordOf: (hour: MarketHour) => object): CallAnswer {
  const market = marketOf(venue, textParam(call, "market") ?? "");
  const pageSize = numberParam(call, "pageSize") ?? 0;
  const startAt = numberParam(call, "cursor") ?? numberParam(call, "startAt");
  const found = venue.history.marketHours({
    market: market.listing.symbol,
    startAt,
    endAt: numberParam(call, "endAt"),
    limit: startAt === undefined ? pageSize : pageSize + 1,
  });
  const next = found[pageSize]?.start;
  const results = found.slice(0, pageSize).map(recordOf);
  return ok({ results, next: next === undefined ? null : String(next) });
}

export const getBlock: AnswerCall = ({ venue }) => ok(venue.sequencer.latestBlock);

/** Sums over all markets. What is reserved for a withdrawal is locked until its payment is final. */
export const getTotals: AnswerCall = ({ venue }) => {
  const now = venue.clock.now();
  const markets = [...venue.state.markets.values()];
  const histories = markets.map((market) => venue.histories.of(market));
  const day = sum(histories.map((history) => history.day(now)));
  const week = sum(histories.map((history) => history.week(now)));
  const ever = sum(histories.map((history) => history.ever()));
  const openInterest = markets
    .map((market) => notional(market, market.markTicks, market.openInterest))
    .reduce((total, value) => total + value, 0n);
  return ok({
    value_locked: moneyText(venue.state.deposits - venue.state.withdrawn),
    volume_24h: moneyText(day.volume),
    volume_7d: moneyText(week.volume),
    volume_all: moneyText(ever.volume),
    trades_24h: day.trades,
    trades_7d: week.trades,
    trades_all: ever.trades,
    open_interest: moneyText(openInterest),
    markets: markets.length,
    as_of: now,
  });
};

function sum(parts: readonly TradeSum[]): TradeSum {
  const total: TradeSum = { volume: 0n, trades: 0 };
  for (const { volume, trades } of parts) {
    total.volume += volume;
    total.trades += trades;
  }
  return total;
}

function statsRow(venue: Venue, market: MarketState) {
  const now = venue.clock.now();
  const history = venue.histories.of(market);
  const day = history.day(now);
  const lastTrade = history.tape.at(-1);
  return {
    symbol: market.listing.symbol,
    last_traded_price: ticksText(market.scale, market.lastTradeTicks),
    volume_24h: moneyText(day.volume),
    base_volume_24h: lotsText(market.scale, day.lots),
    open_24h: priceOrNull(market, day.openTicks),
    high_24h: priceOrNull(market, day.highTicks),
    low_24h: priceOrNull(market, day.lowTicks),
    price_change_rate_24h: changeRate(day.openTicks, market.markTicks),
    timestamp: Math.max(market.markTime, lastTrade?.time ?? 0),
    mark_price: priceOrNull(market, market.markTicks),
    mark_updated_at: market.markTime,
    funding_rate: formatDecimal(market.funding.rate, FUNDING_DECIMALS),
    next_funding_at: nextFundingAt(venue.state, market) ?? null,
    open_interest: lotsText(market.scale, market.openInterest),
    trades_24h: day.trades,
    trades_today: day.tradesToday,
  };
}

function priceOrNull(market: MarketState, ticks: number): Decimal | null {
  return ticks === 0 ? null : ticksText(market.scale, ticks);
}

/** `(now - open) / open` with six decimals: 0.012345 is 1.2345 %. */
function changeRate(openTicks: number, nowTicks: number): Decimal {
  if (openTicks === 0) return formatFixed(0n, RATE_DECIMALS);
  const change = BigInt(nowTicks - openTicks) * 10n ** BigInt(RATE_DECIMALS);
  return formatFixed(change / BigInt(openTicks), RATE_DECIMALS);
}

/** Size by price, best price first. */
function levels(
  market: MarketState,
  side: BookSide<Order>,
  depth: number,
): Record<string, Decimal> {
  const found: Record<string, Decimal> = {};
  let count = 0;
  for (const level of side.fromBest()) {
    if (count === depth) break;
    found[bookPriceText(market.scale, level.ticks)] = lotsText(market.scale, level.lots);
    count += 1;
  }
  return found;
}
