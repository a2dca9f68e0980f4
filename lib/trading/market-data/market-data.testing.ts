/** For tests: a venue and a price feed that speak the HTTP contract from memory. */
import http from "node:http";
import type { AddressInfo } from "node:net";
import type { Decimal } from "#lib/protocol/decimal.ts";
import type { BlockHead, Market, Trade, VenueTotals } from "#lib/protocol/wire/market.ts";

export function testMarket(symbol: string, id: number): Market {
  const base = symbol.replace(/USDC$/, "");
  return {
    id,
    symbol,
    base_asset: { symbol: base, decimals: 8 },
    quote_asset: { symbol: "USDC", decimals: 6 },
    kind: "Perpetual",
    flags: 0,
    status: "Normal",
    base_lot_size: "0.00001" as Decimal,
    price_tick: "0.1" as Decimal,
    min_notional: "10" as Decimal,
    price_band_ratio: 100_000,
    im_ratio: 50_000,
    mm_ratio: 25_000,
    liquidation_fee: 0,
    maker_fee: 150,
    taker_fee: 450,
    risk_factor: 1,
    funding_ema_half_life_seconds: 3_600,
    funding_period_seconds: 28_800,
    funding_interest_rate: 100,
    funding_interest_clamp: 500,
    funding_rate_cap: 40_000,
    impact_notional: "10000" as Decimal,
    ratio_scale: 1_000_000,
  };
}

type TestMarketState = {
  mark: { price: string; at: number } | undefined;
  trades: Trade[];
  book: { asks: Record<string, string>; bids: Record<string, string> };
  seq: number;
  openInterest: string;
  fundingRate: string;
};

type TestFill = { price: string; size: string; at: number } & Partial<
  Pick<Trade, "side" | "trade_type">
>;

/** Serves the venue's public reads and, at the same address, the oracle's history. */
export class TestVenue {
  readonly markets = new Map<string, TestMarketState>();
  readonly requests: string[] = [];
  history: {
    start: number;
    open: string;
    high: string;
    low: string;
    close: string;
    volume: string;
  }[] = [];
  block: BlockHead = { height: 7, time: 1_000, settle_ms: 0.5, interval_ms: null };
  totals: VenueTotals = {
    value_locked: "1000000" as Decimal,
    volume_24h: "10" as Decimal,
    volume_7d: "70" as Decimal,
    volume_all: "700" as Decimal,
    trades_24h: 1,
    trades_7d: 7,
    trades_all: 70,
    open_interest: "5" as Decimal,
    markets: 2,
    as_of: 1_000,
  };
  /** When set, every answer is this status. */
  failWith: number | undefined;
  /** Asked before each answer: a status for one path, or nothing. */
  failPath: (url: URL) => number | undefined = () => undefined;
  serverTime: () => number = Date.now;
  #server = http.createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://venue");
    this.requests.push(url.pathname);
    const failure = this.failWith ?? this.failPath(url);
    const body = failure === undefined ? this.#answer(url) : undefined;
    response.statusCode = failure ?? (body === undefined ? 404 : 200);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(body ?? { error: "NOT_FOUND", message: "none" }));
  });

  constructor(symbols: readonly string[]) {
    for (const symbol of symbols) {
      this.list(symbol);
    }
  }

  /** Lists a market, with a book and nothing else. */
  list(symbol: string): void {
    const book = { asks: { "100.5": "1" }, bids: { "99.5": "2" } };
    const figures = { openInterest: "0", fundingRate: "0" };
    this.markets.set(symbol, { mark: undefined, trades: [], book, seq: 1, ...figures });
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return this.url;
  }

  /** Where it listens. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  market(symbol: string): TestMarketState {
    const market = this.markets.get(symbol);
    if (market === undefined) throw new Error(`no market ${symbol}`);
    return market;
  }

  /** Adds a fill; ids ascend over all markets. */
  trade(symbol: string, fill: TestFill): Trade {
    const id = [...this.markets.values()].reduce((sum, market) => sum + market.trades.length, 1);
    const trade: Trade = {
      id,
      market: symbol,
      price: fill.price as Decimal,
      side: fill.side ?? "BUY",
      size: fill.size as Decimal,
      created_at: fill.at,
      trade_type: fill.trade_type ?? "FILL",
    };
    this.market(symbol).trades.push(trade);
    return trade;
  }

  #answer(url: URL): unknown {
    const [, , first, second, third] = url.pathname.split("/");
    const named = this.markets.get(url.searchParams.get("market") ?? "");
    if (first === "history") return this.#history(url);
    if (first === "time") return { server_time: this.serverTime() };
    if (first === "stats") return this.totals;
    if (first === "blocks") return { ...this.block, state_hash: "0", commands: 1 };
    if (first === "trades") return named && page(named.trades, url.searchParams);
    if (first === "orderbook") return this.markets.get(second ?? "")?.book;
    if (second === "stats") return { results: [...this.markets].map(statsRow) };
    if (second === "kline") return named && { results: fillBars(named.trades, url.searchParams) };
    if (second === "bbo") {
      const market = this.markets.get(third ?? "");
      return market && bestBidOffer(third ?? "", market);
    }
    return [...this.markets.keys()].map((symbol, index) => testMarket(symbol, index + 1));
  }

  #history(url: URL): unknown {
    const from = Number(url.searchParams.get("start_at"));
    const to = Number(url.searchParams.get("end_at"));
    const bars = this.history.filter((bar) => bar.start >= from && bar.start < to);
    return { results: bars.slice(0, 10_000) };
  }
}

function page(trades: readonly Trade[], query: URLSearchParams) {
  const size = Number(query.get("page_size"));
  const cursor = query.get("cursor");
  const startAt = query.get("start_at");
  if (cursor === null && startAt === null) return { results: trades.slice(-size), next: null };
  const rest = trades.filter((trade) =>
    cursor === null ? trade.created_at >= Number(startAt) : trade.id > Number(cursor),
  );
  const results = rest.slice(0, size);
  return { results, next: rest.length > size ? String(results.at(-1)?.id) : null };
}

/** Each fill a bar of its own. */
function fillBars(trades: readonly Trade[], query: URLSearchParams) {
  const [from, to] = [Number(query.get("start_at")), Number(query.get("end_at"))];
  return trades
    .map(({ created_at, price, size }) => {
      const time = created_at - (created_at % (Number(query.get("resolution")) * 1_000));
      return { time, open: price, high: price, low: price, close: price, volume: size };
    })
    .filter(({ time }) => time >= from && time <= to);
}

function statsRow([symbol, market]: [string, TestMarketState]) {
  return {
    symbol,
    last_traded_price: market.trades.at(-1)?.price ?? "0",
    volume_24h: "0",
    price_change_rate_24h: "-0.0125",
    timestamp: market.mark?.at ?? 0,
    mark_price: market.mark?.price ?? null,
    mark_updated_at: market.mark?.at ?? 0,
    open_interest: market.openInterest,
    funding_rate: market.fundingRate,
    trades_24h: market.trades.length,
    trades_today: market.trades.length,
  };
}

function bestBidOffer(symbol: string, market: TestMarketState) {
  const [ask, askSize] = Object.entries(market.book.asks)[0] ?? [null, null];
  const [bid, bidSize] = Object.entries(market.book.bids)[0] ?? [null, null];
  const sizes = { ask_size: askSize, bid_size: bidSize };
  return { market: symbol, ask, bid, ...sizes, seq_no: market.seq, last_updated_at: market.seq };
}
