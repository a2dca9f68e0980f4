/**
 * The venue as an exchange of CCXT, to copy into your own project beside the package `ccxt`. Node 20 or later.
 * ccxt.md in the folder above lists its methods, and README.md beside that says what is signed.
 *
 *     const exchange = new svc({ apiKey, privateKey, urls: { api: "https://venue.example" } });
 *
 * `apiKey` is the venue's API key. `privateKey` is the Ed25519 key that signs orders: its seed of 32 bytes in hex, or a key of a
 * Solana wallet in base58. `walletAddress` is the account, where another key than its owner's signs.
 */
import { createHash, createPrivateKey, createPublicKey, sign as ed25519 } from "node:crypto";
import ccxt from "ccxt";

const { Precise } = ccxt;

const SIDE = { BUY: 0, SELL: 1 };
const ORDER_TYPE = { MARKET: 0, LIMIT: 1, TAKE_PROFIT_MARKET: 5, STOP_LOSS_MARKET: 7 };
const TIME_IN_FORCE = { GTC: 0, IOC: 1, FOK: 2 };
const GROUPING = { ENTRY: 0, POSITION: 1 };
const TRIGGER_SOURCE = { LastPrice: 0, MarkPrice: 1 };
const POST_ONLY = 1;
const REDUCE_ONLY = 2;
/** Pages that a read from `since` on may take: a hundred thousand rows. */
const PAGES_LIMIT = 100;
const PAGE_ROWS = 1000;
/** Bars of one answer. */
const BARS_LIMIT = 1500;
const BOOK_LEVELS = 1000;
const HOUR_MS = 3_600_000;
/** The venue refuses a write that is signed for later than this. */
const AHEAD_MS = 5_000;

/** Values of `triggerPriceType`, and the venue's names for them. */
const TRIGGER_PRICE = new Map([
  ["last", "LastPrice"],
  ["mark", "MarkPrice"],
]);
/** Parameters that give an order a trigger. */
const TRIGGERS = ["triggerPrice", "stopPrice", "stopLossPrice", "takeProfitPrice"];
/** Fields of an entry's `stopLoss` and `takeProfit`. */
const MARGIN_MODE = { CROSS: 0, ISOLATED: 1 };
const CHILD_TERMS = ["triggerPrice", "stopPrice", "triggerPriceType", "clientOrderId", "type"];

/** The signed operation of each write. */
const OPERATIONS = {
  "POST v1/orders": "place_order",
  "PUT v1/orders/{order_id}": "modify_order",
  "DELETE v1/orders/{order_id}": "cancel_order",
  "POST v1/orders/batch": "place_batch_orders",
  "POST v1/orders/group": "place_order_group",
  "POST v1/orders/batch/cancel": "cancel_batch_orders",
  "DELETE v1/orders/client/{client_id}": "cancel_by_client_id",
  "DELETE v1/orders": "cancel_all_orders",
  "POST v1/orders/schedule-cancel": "schedule_cancel",
  "POST v1/leverage": "update_leverage",
  "POST v1/isolated-margin": "update_isolated_margin",
  "POST v1/withdrawals": "withdraw",
};

// --- payloads in borsh --------------------------------------------------------------------------------------------

const u8 = (value) => Buffer.of(value);
const u32 = (value) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const u64 = (value) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
};
const text = (value) => Buffer.concat([u32(Buffer.byteLength(value)), Buffer.from(value)]);
const option = (value, write) =>
  value === undefined || value === null ? u8(0) : Buffer.concat([u8(1), write(value)]);
const vec = (items, write) => Buffer.concat([u32(items.length), ...items.map(write)]);

const place = (order) =>
  Buffer.concat([
    text(order.market),
    u8(SIDE[order.side]),
    text(order.size ?? ""),
    option(order.price, text),
    u8(ORDER_TYPE[order.order_type]),
    u8(order.flags ?? 0),
    u8(TIME_IN_FORCE[order.time_in_force]),
    option(order.trigger_price, text),
    option(order.trigger_source, (source) => u8(TRIGGER_SOURCE[source])),
  ]);
const cancel = ({ order_id, market }) => Buffer.concat([u64(order_id), text(market)]);

const LAYOUT = {
  place_order: place,
  modify_order: (change) =>
    Buffer.concat([
      u64(change.order_id),
      text(change.market),
      u8(SIDE[change.side]),
      u8(ORDER_TYPE[change.order_type]),
      text(change.size),
      option(change.price, text),
    ]),
  cancel_order: cancel,
  place_batch_orders: ({ orders }) => vec(orders, place),
  place_order_group: ({ grouping, orders }) =>
    Buffer.concat([u8(GROUPING[grouping]), vec(orders, place)]),
  cancel_batch_orders: ({ orders }) => vec(orders, cancel),
  cancel_by_client_id: ({ client_id }) => text(client_id),
  cancel_all_orders: ({ market }) => option(market, text),
  schedule_cancel: ({ time }) => option(time, u64),
  update_leverage: ({ market, leverage, mode }) =>
    Buffer.concat([text(market), u8(leverage & 0xff), u8(leverage >> 8), u8(MARGIN_MODE[mode])]),
  update_isolated_margin: ({ market, amount }) => Buffer.concat([text(market), text(amount)]),
  withdraw: ({ amount, fee, opens_account }) =>
    Buffer.concat([text(amount), text(fee), u8(opens_account ? 1 : 0)]),
};

/** The bytes of an operation at `timestamp` (Unix milliseconds). */
export function payloadOf(operation, fields, timestamp) {
  return Buffer.concat([LAYOUT[operation](fields), u64(timestamp)]);
}

/** Hex of SHA-256("svc-trading:<operation>" ‖ account ‖ payload): this text is signed. `account`: its 32 bytes. */
export function digestOf(operation, account, payload) {
  const hash = createHash("sha256").update(`svc-trading:${operation}`);
  return hash.update(account).update(payload).digest("hex");
}

const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");

// --- the exchange -------------------------------------------------------------------------------------------------

export default class svc extends ccxt.Exchange {
  describe() {
    return this.deepExtend(super.describe(), {
      id: "svc",
      name: "svc",
      version: "v1",
      certified: false,
      pro: false,
      dex: true,
      // Milliseconds of a unit of cost: 100 units a second.
      rateLimit: 10,
      has: {
        CORS: undefined,
        spot: false,
        margin: false,
        swap: true,
        future: false,
        option: false,
        addMargin: true,
        cancelAllOrders: true,
        cancelAllOrdersAfter: true,
        cancelOrder: true,
        cancelOrders: true,
        cancelOrderWithClientOrderId: true,
        closePosition: true,
        createLimitOrder: true,
        createMarketOrder: true,
        createMarketOrderWs: false,
        createOrder: true,
        createOrders: true,
        createOrderWithTakeProfitAndStopLoss: true,
        createPostOnlyOrder: true,
        createReduceOnlyOrder: true,
        createStopLossOrder: true,
        createTakeProfitOrder: true,
        createTriggerOrder: true,
        editOrder: true,
        fetchBalance: true,
        fetchCanceledOrders: true,
        fetchClosedOrders: true,
        fetchCurrencies: false,
        fetchCurrenciesWs: false,
        fetchDeposits: true,
        fetchDepositsWithdrawals: true,
        fetchFundingHistory: true,
        fetchFundingRate: true,
        fetchFundingRateHistory: true,
        fetchFundingRates: true,
        fetchL2OrderBook: true,
        fetchMarkets: true,
        fetchMarkPrice: true,
        fetchMarkPrices: true,
        fetchMyTrades: true,
        fetchOHLCV: true,
        fetchOpenInterest: true,
        fetchOpenInterestHistory: true,
        fetchOpenOrders: true,
        fetchOrder: true,
        fetchOrderBook: true,
        fetchOrders: true,
        fetchOrderTrades: true,
        fetchOrderWithClientOrderId: true,
        fetchPosition: true,
        fetchPositions: true,
        fetchTicker: true,
        fetchTickers: true,
        fetchTime: true,
        fetchTrades: true,
        fetchTradingFee: true,
        fetchTradingFees: true,
        fetchWithdrawals: true,
        reduceMargin: true,
        setLeverage: true,
        setMarginMode: true,
        withdraw: true,
      },
      timeframes: {
        "1s": "1",
        "1m": "60",
        "3m": "180",
        "5m": "300",
        "15m": "900",
        "30m": "1800",
        "1h": "3600",
        "2h": "7200",
        "4h": "14400",
        "6h": "21600",
        "8h": "28800",
        "12h": "43200",
        "1d": "86400",
      },
      urls: { api: "http://127.0.0.1:4000" },
      api: {
        // Without a key an address has 25 reads a second.
        public: {
          get: {
            "v1/time": 4,
            "v1/markets": 4,
            "v1/markets/stats": 4,
            "v1/markets/bbo/{symbol}": 4,
            "v1/markets/funding": 4,
            "v1/markets/kline": 4,
            "v1/markets/open-interest": 4,
            "v1/orderbook/{symbol}": 4,
            "v1/trades": 4,
            "v1/withdrawals/terms": 4,
          },
        },
        private: {
          get: {
            "v1/accounts": 1,
            "v1/fills": 1,
            "v1/funding": 1,
            "v1/leverage": 1,
            "v1/orders": 1,
            "v1/orders/{order_id}": 1,
            "v1/positions": 1,
            "v1/rate-limits": 1,
            "v1/transfers/search": 1,
          },
          post: {
            "v1/orders": 1,
            "v1/orders/batch": 1,
            "v1/orders/batch/cancel": 1,
            "v1/orders/group": 1,
            "v1/orders/schedule-cancel": 1,
            "v1/leverage": 1,
            "v1/isolated-margin": 1,
            "v1/withdrawals": 1,
          },
          put: { "v1/orders/{order_id}": 1 },
          delete: {
            "v1/orders": 1,
            "v1/orders/client/{client_id}": 1,
            "v1/orders/{order_id}": 1,
          },
        },
      },
      requiredCredentials: { apiKey: true, secret: false, privateKey: true, walletAddress: false },
      precisionMode: ccxt.TICK_SIZE,
      options: { sandboxMode: false, defaultType: "swap" },
      exceptions: {
        exact: {
          ApiKeyIdentityConflict: ccxt.AuthenticationError,
          BATCH_SIZE_OUT_OF_RANGE: ccxt.BadRequest,
          CLIENT_ID_LIMIT: ccxt.OperationRejected,
          DRAINING: ccxt.ExchangeNotAvailable,
          DUPLICATED_CLIENT_ID: ccxt.DuplicateOrderId,
          DUPLICATE_REQUEST: ccxt.DuplicateOrderId,
          EXPIRED_API_KEY: ccxt.AuthenticationError,
          GROUP_PRICE: ccxt.InvalidOrder,
          GROUP_SIDE: ccxt.InvalidOrder,
          INSUFFICIENT_MARGIN: ccxt.InsufficientFunds,
          ISOLATED_MARGIN_NEEDED: ccxt.InsufficientFunds,
          ISOLATED_MARGIN_NOT_FREE: ccxt.InsufficientFunds,
          LEVERAGE_NEEDS_MARGIN: ccxt.InsufficientFunds,
          LEVERAGE_OUT_OF_RANGE: ccxt.BadRequest,
          MARGIN_MODE_IN_USE: ccxt.OperationRejected,
          POSITION_NOT_ISOLATED: ccxt.OperationRejected,
          INTERNAL: ccxt.ExchangeNotAvailable,
          INVALID_DECIMAL: ccxt.BadRequest,
          INVALID_LOT: ccxt.InvalidOrder,
          INVALID_ORDER_TERMS: ccxt.InvalidOrder,
          INVALID_SIGNATURE: ccxt.AuthenticationError,
          INVALID_TICK: ccxt.InvalidOrder,
          INVALID_TRIGGER_PRICE: ccxt.InvalidOrder,
          IP_NOT_ALLOWED: ccxt.PermissionDenied,
          MARKET_HALTED: ccxt.MarketClosed,
          MARKET_NOT_FOUND: ccxt.BadSymbol,
          MARKET_POST_ONLY: ccxt.MarketClosed,
          MARKET_REDUCE_ONLY: ccxt.MarketClosed,
          MARK_STALE: ccxt.MarketClosed,
          MARK_UNAVAILABLE: ccxt.MarketClosed,
          MIN_NOTIONAL: ccxt.InvalidOrder,
          NOT_PRIMARY: ccxt.ExchangeNotAvailable,
          NO_POSITION: ccxt.InvalidOrder,
          NUMBER_TOO_LARGE: ccxt.InvalidOrder,
          ORDER_IS_CLOSED: ccxt.OrderNotFound,
          ORDER_NOT_FOUND: ccxt.OrderNotFound,
          ORDER_TYPE_NOT_SUPPORTED: ccxt.InvalidOrder,
          POST_ONLY_WOULD_CROSS: ccxt.OrderImmediatelyFillable,
          PRICE_BAND: ccxt.InvalidOrder,
          RATE_LIMITED: ccxt.RateLimitExceeded,
          REDUCE_ONLY_WOULD_INCREASE: ccxt.InvalidOrder,
          SIGNER_NOT_AUTHORIZED: ccxt.PermissionDenied,
          SIZE_LIMIT: ccxt.InvalidOrder,
          TIMESTAMP_MISMATCH: ccxt.InvalidNonce,
          TIMESTAMP_OUT_OF_WINDOW: ccxt.InvalidNonce,
          TOO_MANY_OPEN_ORDERS: ccxt.OperationRejected,
          UNKNOWN_API_KEY: ccxt.AuthenticationError,
          WITHDRAWALS_A_DAY: ccxt.OperationRejected,
          WITHDRAWAL_EXCEEDS_AVAILABLE: ccxt.InsufficientFunds,
          WITHDRAWAL_FEE: ccxt.BadRequest,
          WITHDRAWAL_TOO_SMALL: ccxt.BadRequest,
        },
        broad: {},
      },
    });
  }

  // --- public reads ---------------------------------------------------------------------------------------------

  /** The venue's clock, Unix milliseconds. */
  async fetchTime(params = {}) {
    const response = await this.publicGetV1Time(params);
    return this.safeInteger(response, "server_time");
  }

  async fetchMarkets(params = {}) {
    if (this.safeBool(this.options, "adjustForTimeDifference", false)) {
      await this.loadTimeDifference();
    }
    const response = await this.publicGetV1Markets(params);
    return this.parseMarkets(response);
  }

  parseMarket(market) {
    const scale = this.safeString(market, "ratio_scale");
    const base = this.safeCurrencyCode(this.safeString(market.base_asset, "symbol"));
    const quote = this.safeCurrencyCode(this.safeString(market.quote_asset, "symbol"));
    const lot = this.parseNumber(this.safeString(market, "base_lot_size"));
    const ratio = (key) => Precise.stringDiv(this.safeString(market, key), scale, 9);
    const initial = this.safeString(market, "im_ratio");
    return this.safeMarketStructure({
      id: this.safeString(market, "symbol"),
      symbol: `${base}/${quote}:${quote}`,
      base,
      quote,
      settle: quote,
      baseId: this.safeString(market.base_asset, "symbol"),
      quoteId: this.safeString(market.quote_asset, "symbol"),
      settleId: this.safeString(market.quote_asset, "symbol"),
      type: "swap",
      spot: false,
      margin: false,
      swap: true,
      future: false,
      option: false,
      active: this.safeString(market, "status") !== "Halted",
      contract: true,
      linear: true,
      inverse: false,
      contractSize: this.parseNumber("1"),
      taker: this.parseNumber(ratio("taker_fee")),
      maker: this.parseNumber(ratio("maker_fee")),
      precision: { amount: lot, price: this.parseNumber(this.safeString(market, "price_tick")) },
      limits: {
        leverage: {
          min: this.parseNumber("1"),
          max: this.parseNumber(Precise.stringDiv(scale, initial, 2)),
        },
        amount: { min: lot, max: undefined },
        price: { min: undefined, max: undefined },
        cost: { min: this.safeNumber(market, "min_notional"), max: undefined },
      },
      created: undefined,
      info: market,
    });
  }

  /** Open, high and low are of the mark; `last` is the last trade, `markPrice` the price that margin is computed at. */
  async fetchTicker(symbol, params = {}) {
    await this.loadMarkets();
    const market = this.market(symbol);
    const stats = await this.publicGetV1MarketsStats(this.extend({ market: market.id }, params));
    const best = await this.publicGetV1MarketsBboSymbol({ symbol: market.id });
    const rows = this.safeList(stats, "results", []);
    return this.parseTicker(this.extend(rows[0], { best }), market);
  }

  /** Of all markets or some; without bid and ask. */
  async fetchTickers(symbols, params = {}) {
    await this.loadMarkets();
    const response = await this.publicGetV1MarketsStats(this.extend({ market: "ALL" }, params));
    return this.parseTickers(this.safeList(response, "results", []), this.marketSymbols(symbols));
  }

  parseTicker(ticker, market) {
    const best = this.safeDict(ticker, "best", {});
    const timestamp = this.safeInteger(ticker, "timestamp");
    const last = this.omitZero(this.safeString(ticker, "last_traded_price"));
    const open = this.safeString(ticker, "open_24h");
    const mark = this.safeString(ticker, "mark_price");
    return this.safeTicker(
      {
        symbol: this.safeSymbol(this.safeString(ticker, "symbol"), market),
        timestamp,
        datetime: this.iso8601(timestamp),
        high: this.safeString(ticker, "high_24h"),
        low: this.safeString(ticker, "low_24h"),
        bid: this.safeString(best, "bid"),
        bidVolume: this.safeString(best, "bid_size"),
        ask: this.safeString(best, "ask"),
        askVolume: this.safeString(best, "ask_size"),
        open,
        close: last,
        last,
        change: Precise.stringSub(mark, open),
        percentage: Precise.stringMul(this.safeString(ticker, "price_change_rate_24h"), "100"),
        baseVolume: this.safeString(ticker, "base_volume_24h"),
        quoteVolume: this.safeString(ticker, "volume_24h"),
        markPrice: mark,
        indexPrice: mark,
        info: ticker,
      },
      market,
    );
  }

  async fetchMarkPrice(symbol, params = {}) {
    await this.loadMarkets();
    const market = this.market(symbol);
    const response = await this.publicGetV1MarketsStats(this.extend({ market: market.id }, params));
    return this.parseTicker(this.safeList(response, "results", [])[0], market);
  }

  async fetchMarkPrices(symbols, params = {}) {
    return await this.fetchTickers(symbols, params);
  }

  /** `nonce` is the number of the book: it grows with each change. The book has at most 1,000 levels a side. */
  async fetchOrderBook(symbol, limit, params = {}) {
    await this.loadMarkets();
    const market = this.market(symbol);
    const request = { symbol: market.id };
    if (limit !== undefined) request.depth = Math.min(limit, BOOK_LEVELS);
    const response = await this.publicGetV1OrderbookSymbol(this.extend(request, params));
    const levels = {
      bids: Object.entries(this.safeDict(response, "bids", {})),
      asks: Object.entries(this.safeDict(response, "asks", {})),
    };
    const timestamp = this.safeInteger(response, "last_updated_at");
    const book = this.parseOrderBook(levels, market.symbol, timestamp);
    book.nonce = this.safeInteger(response, "seq_no");
    return book;
  }

  /** One page: the first trades since `since`, or the latest. `params.until` goes with `since`. */
  async fetchTrades(symbol, since, limit, params = {}) {
    await this.loadMarkets();
    const market = this.market(symbol);
    const until = this.safeInteger(params, "until");
    if (until !== undefined && since === undefined) {
      throw new ccxt.ArgumentsRequired(`${this.id} fetchTrades() takes until together with since`);
    }
    const request = { market: market.id };
    if (since !== undefined) request.start_at = since;
    if (limit !== undefined) request.page_size = Math.min(limit, PAGE_ROWS);
    const rest = this.omit(params, "until");
    const response = await this.publicGetV1Trades(this.extend(request, rest));
    const rows = this.upTo(until, this.safeList(response, "results", []));
    return this.parseTrades(rows, market, since, limit);
  }

  /**
   * The rows until then, where the venue has no end of the span.
   * @private
   */
  upTo(until, rows) {
    if (until === undefined) return rows;
    return rows.filter((row) => this.safeInteger(row, "created_at") <= until);
  }

  /** Public trades, and fills of the account, which alone have an order. */
  parseTrade(trade, market) {
    const timestamp = this.safeInteger(trade, "created_at");
    const fee = this.safeString(trade, "fee");
    const isOwn = "liquidity" in trade;
    return this.safeTrade(
      {
        id: this.safeString(trade, "id"),
        order: this.safeString(trade, "order_id"),
        timestamp,
        datetime: this.iso8601(timestamp),
        symbol: this.safeSymbol(this.safeString(trade, "market"), market),
        type: undefined,
        side: this.safeStringLower(trade, "side"),
        takerOrMaker: isOwn ? this.safeStringLower(trade, "liquidity") : "taker",
        price: this.safeString(trade, "price"),
        amount: this.safeString(trade, "size"),
        cost: undefined,
        fee: fee === undefined ? undefined : { cost: fee, currency: "USDC" },
        info: trade,
      },
      market,
    );
  }

  /** At most 1,500 bars of trades from `since` on, or the latest; spans without a trade have none. */
  async fetchOHLCV(symbol, timeframe = "1m", since, limit, params = {}) {
    await this.loadMarkets();
    const market = this.market(symbol);
    const until = this.safeInteger(params, "until");
    const resolution = this.safeInteger(this.timeframes, timeframe);
    if (resolution === undefined) {
      const known = Object.keys(this.timeframes).join(", ");
      throw new ccxt.BadRequest(`${this.id} fetchOHLCV() has the timeframes ${known}`);
    }
    const span = Math.min(limit ?? BARS_LIMIT, BARS_LIMIT) * resolution * 1000;
    const request = { market: market.id, resolution };
    // The venue answers with the latest bars of a span, so the span is never longer than an answer.
    if (since === undefined) {
      request.start_at = Math.max(0, (until ?? this.venueTime()) - span + 1);
      if (until !== undefined) request.end_at = until;
    } else {
      request.start_at = since;
      request.end_at = Math.min(since + span - 1, until ?? since + span);
    }
    const rest = this.omit(params, "until");
    const response = await this.publicGetV1MarketsKline(this.extend(request, rest));
    const bars = this.safeList(response, "results", []);
    return this.parseOHLCVs(bars, market, timeframe, since, limit);
  }

  parseOHLCV(bar, _market) {
    return [
      this.safeInteger(bar, "time"),
      this.safeNumber(bar, "open"),
      this.safeNumber(bar, "high"),
      this.safeNumber(bar, "low"),
      this.safeNumber(bar, "close"),
      this.safeNumber(bar, "volume"),
    ];
  }

  async fetchFundingRate(symbol, params = {}) {
    await this.loadMarkets();
    const market = this.market(symbol);
    const response = await this.publicGetV1MarketsStats(this.extend({ market: market.id }, params));
    return this.parseFundingRate(this.safeList(response, "results", [])[0], market);
  }

  async fetchFundingRates(symbols, params = {}) {
    await this.loadMarkets();
    const response = await this.publicGetV1MarketsStats(this.extend({ market: "ALL" }, params));
    const rates = this.safeList(response, "results", []).map((row) => this.parseFundingRate(row));
    const wanted = this.filterByArray(rates, "symbol", this.marketSymbols(symbols), false);
    return this.indexBy(wanted, "symbol");
  }

  /** The rate is of a period of `interval`, and charged by the second. */
  parseFundingRate(stats, market) {
    const of = this.safeMarket(this.safeString(stats, "symbol"), market);
    const timestamp = this.safeInteger(stats, "mark_updated_at");
    const next = this.safeInteger(stats, "next_funding_at");
    const hours = Precise.stringDiv(this.safeString(of.info, "funding_period_seconds"), "3600", 0);
    return {
      info: stats,
      symbol: of.symbol,
      markPrice: this.safeNumber(stats, "mark_price"),
      indexPrice: this.safeNumber(stats, "mark_price"),
      interestRate: undefined,
      estimatedSettlePrice: undefined,
      timestamp,
      datetime: this.iso8601(timestamp),
      fundingRate: this.safeNumber(stats, "funding_rate"),
      fundingTimestamp: timestamp,
      fundingDatetime: this.iso8601(timestamp),
      nextFundingRate: undefined,
      nextFundingTimestamp: next,
      nextFundingDatetime: this.iso8601(next),
      previousFundingRate: undefined,
      previousFundingTimestamp: undefined,
      previousFundingDatetime: undefined,
      interval: `${hours}h`,
    };
  }

  /** The rate at the end of each hour, with that time. */
  async fetchFundingRateHistory(symbol, since, limit, params = {}) {
    await this.loadMarkets();
    const market = this.market(symbol);
    const request = this.hoursRequest(market, since, limit, params);
    const response = await this.publicGetV1MarketsFunding(request);
    const rates = this.safeList(response, "results", []).map((row) => {
      const timestamp = this.hourEnd(row);
      return {
        info: row,
        symbol: market.symbol,
        fundingRate: this.safeNumber(row, "rate"),
        timestamp,
        datetime: this.iso8601(timestamp),
      };
    });
    return this.filterBySymbolSinceLimit(rates, market.symbol, since, limit);
  }

  async fetchOpenInterest(symbol, params = {}) {
    await this.loadMarkets();
    const market = this.market(symbol);
    const response = await this.publicGetV1MarketsStats(this.extend({ market: market.id }, params));
    return this.parseOpenInterest(this.safeList(response, "results", [])[0], market);
  }

  /** At the end of each hour, with that time; `timeframe` is 1h. */
  async fetchOpenInterestHistory(symbol, timeframe = "1h", since, limit, params = {}) {
    if (timeframe !== "1h") {
      throw new ccxt.BadRequest(`${this.id} fetchOpenInterestHistory() has hours only: give 1h`);
    }
    await this.loadMarkets();
    const market = this.market(symbol);
    const request = this.hoursRequest(market, since, limit, params);
    const response = await this.publicGetV1MarketsOpenInterest(request);
    const rows = this.safeList(response, "results", []);
    const hours = rows.map((row) => this.parseOpenInterest(row, market));
    return this.filterBySymbolSinceLimit(hours, market.symbol, since, limit);
  }

  parseOpenInterest(row, market) {
    const amount = this.safeString(row, "open_interest");
    const mark = this.safeString(row, "mark_price");
    const timestamp = this.hourEnd(row) ?? this.safeInteger(row, "timestamp");
    return this.safeOpenInterest(
      {
        symbol: this.safeSymbol(this.safeString(row, "symbol"), market),
        openInterestAmount: this.parseNumber(amount),
        openInterestValue: this.parseNumber(Precise.stringMul(amount, mark)),
        timestamp,
        datetime: this.iso8601(timestamp),
        info: row,
      },
      market,
    );
  }

  /**
   * The venue names an hour by its start. What is read at its end was not known before.
   * @private
   */
  hourEnd(row) {
    const start = this.safeInteger(row, "start");
    return start === undefined ? undefined : start + HOUR_MS;
  }

  /**
   * The hours that end in the span.
   * @private
   */
  hoursRequest(market, since, limit, params) {
    const request = { market: market.id };
    if (since !== undefined) request.start_at = Math.max(0, since - HOUR_MS);
    const until = this.safeInteger(params, "until");
    if (until !== undefined) request.end_at = Math.max(0, until - HOUR_MS);
    if (limit !== undefined) request.page_size = Math.min(limit, PAGE_ROWS);
    return this.extend(request, this.omit(params, "until"));
  }

  // --- the account ----------------------------------------------------------------------------------------------

  /** USDC: `total` is what the account is worth at the mark, `used` its initial margin, both with isolated positions. */
  async fetchBalance(params = {}) {
    const response = await this.privateGetV1Accounts(params);
    return this.parseBalance(response);
  }

  parseBalance(response) {
    const account = this.safeDict(this.safeList(response, "results", []), 0, {});
    const timestamp = this.safeInteger(account, "last_updated_at");
    let isolated = "0";
    for (const position of this.safeList(account, "isolated", [])) {
      isolated = Precise.stringAdd(isolated, this.safeString(position, "value"));
    }
    return this.safeBalance({
      info: response,
      timestamp,
      datetime: this.iso8601(timestamp),
      USDC: {
        total: Precise.stringAdd(this.safeString(account, "account_value"), isolated),
        used: Precise.stringAdd(this.safeString(account, "initial_margin"), isolated),
        free: this.safeString(account, "free_collateral"),
      },
    });
  }

  async fetchPositions(symbols, params = {}) {
    await this.loadMarkets();
    const response = await this.privateGetV1Positions(params);
    const rows = this.safeList(response, "results", []);
    return this.parsePositions(rows, this.marketSymbols(symbols));
  }

  /** A position of size zero where there is none. */
  async fetchPosition(symbol, params = {}) {
    await this.loadMarkets();
    const market = this.market(symbol);
    const response = await this.privateGetV1Positions(this.extend({ market: market.id }, params));
    const [row] = this.safeList(response, "results", []);
    return this.parsePosition(row ?? { market: market.id, size: "0" }, market);
  }

  parsePosition(position, market) {
    const size = Precise.stringAbs(this.safeString(position, "size"));
    const mark = this.safeString(position, "mark_price");
    const timestamp = this.safeInteger(position, "last_updated_at");
    return this.safePosition({
      info: position,
      id: undefined,
      symbol: this.safeSymbol(this.safeString(position, "market"), market),
      timestamp,
      datetime: this.iso8601(timestamp),
      lastUpdateTimestamp: timestamp,
      hedged: false,
      side: this.safeStringLower(position, "side"),
      contracts: this.parseNumber(size),
      contractSize: this.parseNumber("1"),
      entryPrice: this.safeNumber(position, "average_entry_price"),
      markPrice: this.parseNumber(mark),
      lastPrice: undefined,
      notional: this.parseNumber(Precise.stringMul(size, mark)),
      leverage: undefined,
      collateral: this.safeNumber(position, "isolated_wallet"),
      initialMargin: this.safeNumber(position, "initial_margin"),
      maintenanceMargin: this.safeNumber(position, "maintenance_margin"),
      initialMarginPercentage: undefined,
      maintenanceMarginPercentage: undefined,
      unrealizedPnl: this.safeNumber(position, "unrealized_pnl"),
      realizedPnl: undefined,
      liquidationPrice: this.safeNumber(position, "liquidation_price"),
      marginMode: "isolated_wallet" in position ? "isolated" : "cross",
      marginRatio: undefined,
      percentage: undefined,
      stopLossPrice: undefined,
      takeProfitPrice: undefined,
    });
  }

  async fetchTradingFee(symbol, params = {}) {
    const fees = await this.fetchTradingFees(params);
    return fees[this.market(symbol).symbol];
  }

  /** Fees after the discount of the account. */
  async fetchTradingFees(params = {}) {
    await this.loadMarkets();
    const response = await this.privateGetV1Accounts(params);
    const account = this.safeDict(this.safeList(response, "results", []), 0, {});
    const discount = this.safeString(account, "fee_discount_ppm", "0");
    const share = Precise.stringDiv(Precise.stringSub("1000000", discount), "1000000", 6);
    const fees = {};
    for (const symbol of this.symbols) {
      const { maker, taker } = this.market(symbol);
      const fee = (rate) => this.parseNumber(Precise.stringMul(this.numberToString(rate), share));
      // The discount is taken off fees, not off a rebate.
      fees[symbol] = {
        info: account,
        symbol,
        maker: maker < 0 ? maker : fee(maker),
        taker: fee(taker),
        percentage: true,
        tierBased: false,
      };
    }
    return fees;
  }

  async fetchMyTrades(symbol, since, limit, params = {}) {
    await this.loadMarkets();
    const market = symbol === undefined ? undefined : this.market(symbol);
    const read = (request) => this.privateGetV1Fills(request);
    const request = market === undefined ? {} : { market: market.id };
    const rows = await this.readPages(read, request, since, limit, params);
    return this.parseTrades(rows, market, since, limit);
  }

  async fetchOrderTrades(id, symbol, since, limit, params = {}) {
    return await this.fetchMyTrades(symbol, since, limit, this.extend({ order_id: id }, params));
  }

  /** Positive amounts were received, negative ones paid. */
  async fetchFundingHistory(symbol, since, limit, params = {}) {
    await this.loadMarkets();
    const market = symbol === undefined ? undefined : this.market(symbol);
    const read = (request) => this.privateGetV1Funding(request);
    const request = market === undefined ? {} : { market: market.id };
    const rows = await this.readPages(read, request, since, limit, params);
    const payments = rows.map((row) => {
      const timestamp = this.safeInteger(row, "created_at");
      return {
        info: row,
        id: this.safeString(row, "id"),
        symbol: this.safeSymbol(this.safeString(row, "market"), market),
        code: "USDC",
        timestamp,
        datetime: this.iso8601(timestamp),
        amount: this.parseNumber(Precise.stringNeg(this.safeString(row, "amount"))),
      };
    });
    const sorted = this.sortBy(payments, "timestamp");
    return this.filterBySymbolSinceLimit(sorted, market?.symbol, since, limit);
  }

  async fetchDeposits(code, since, limit, params = {}) {
    return await this.transfersOf("deposit", [code, since, limit, params]);
  }

  async fetchWithdrawals(code, since, limit, params = {}) {
    return await this.transfersOf("withdrawal", [code, since, limit, params]);
  }

  async fetchDepositsWithdrawals(code, since, limit, params = {}) {
    return await this.transfersOf(undefined, [code, since, limit, params]);
  }

  /** @private */
  async transfersOf(type, [code, since, limit, params]) {
    await this.loadMarkets();
    const until = this.safeInteger(params, "until");
    const rest = this.omit(params, "until");
    const wanted = limit ?? (until === undefined ? 0 : 1);
    const found = [];
    let cursor;
    for (let page = 0; page < PAGES_LIMIT; page += 1) {
      const request = { page_size: PAGE_ROWS };
      if (cursor !== undefined) request.cursor = cursor;
      const response = await this.privateGetV1TransfersSearch(this.extend(request, rest));
      const rows = this.safeList(response, "results", []);
      const those = rows.filter(({ kind }) => type === undefined || kind.toLowerCase() === type);
      found.push(...this.upTo(until, those));
      cursor = this.safeString(response, "next");
      const oldest = this.safeInteger(rows.at(-1), "created_at", 0);
      const isEnough = since === undefined ? found.length >= wanted : oldest < since;
      if (cursor === undefined || isEnough) break;
    }
    const currency = code === undefined ? undefined : this.safeCurrency(code);
    return this.parseTransactions(found, currency, since, limit);
  }

  parseTransaction(transfer, _currency) {
    const timestamp = this.safeInteger(transfer, "created_at");
    const status = this.safeString(transfer, "status");
    const fee = this.safeString(transfer, "fee");
    const address = this.safeString(transfer, "account");
    return {
      info: transfer,
      id: this.safeString(transfer, "id"),
      txid: this.safeString(transfer, "tx_hash"),
      timestamp,
      datetime: this.iso8601(timestamp),
      network: "SOL",
      address,
      addressTo: address,
      addressFrom: undefined,
      tag: undefined,
      tagTo: undefined,
      tagFrom: undefined,
      type: this.safeStringLower(transfer, "kind"),
      amount: this.safeNumber(transfer, "amount"),
      currency: "USDC",
      status: this.safeString(
        { SETTLED: "ok", RETURNED: "failed", RESERVED: "pending", SENT: "pending" },
        status,
        status,
      ),
      updated: this.safeInteger(transfer, "last_updated_at"),
      internal: false,
      comment: this.safeString(transfer, "reason"),
      fee: fee === undefined ? undefined : { cost: this.parseNumber(fee), currency: "USDC" },
    };
  }

  /**
   * Only the owner's key can sign it, and the money goes to the owner's own token account: `address` is the account or undefined.
   * `params.opensAccount`: the owner has no USDC account yet, and the fee contains what opening it costs.
   */
  async withdraw(code, amount, address, tag, params = {}) {
    if (code !== "USDC") throw new ccxt.BadRequest(`${this.id} withdraw() sends USDC only`);
    if (tag !== undefined) throw new ccxt.BadRequest(`${this.id} withdraw() takes no tag`);
    if (address !== undefined && address !== this.accountAddress()) {
      const reason = "sends to the owner of the account only: leave address undefined";
      throw new ccxt.InvalidAddress(`${this.id} withdraw() ${reason}`);
    }
    const opens = this.flagOf(params, "opensAccount", false);
    const terms = await this.publicGetV1WithdrawalsTerms();
    const fee = this.safeString(terms, "fee");
    const opening = this.safeString(terms, "opening_fee");
    const request = {
      amount: this.numberToString(amount),
      fee: opens ? Precise.stringAdd(fee, opening) : fee,
      opens_account: opens,
    };
    const rest = this.omit(params, "opensAccount");
    const response = await this.privatePostV1Withdrawals(this.extend(request, rest));
    return this.parseTransaction(this.safeDict(response, "transfer", {}));
  }

  // --- orders ---------------------------------------------------------------------------------------------------

  /**
   * `type` is limit or market. In `params`: `clientOrderId`, `postOnly`, `reduceOnly`, `timeInForce`; `triggerPrice`, `stopLossPrice` or
   * `takeProfitPrice` for an order that waits for it, with `triggerPriceType` mark (by default) or last; `stopLoss` and `takeProfit`, each
   * with its `triggerPrice`, for an entry with what protects it.
   */
  async createOrder(symbol, type, side, amount, price, params = {}) {
    await this.loadMarkets();
    const market = this.market(symbol);
    const own = this.omit(params, ["stopLoss", "takeProfit"]);
    const entry = this.orderRequest(market, [type, side, amount, price, own]);
    const closing = entry.side === "BUY" ? "sell" : "buy";
    const children = ["takeProfit", "stopLoss"]
      .filter((name) => params[name] !== undefined && params[name] !== null)
      .map((name) => {
        const terms = this.childTerms(name, params[name]);
        return this.orderRequest(market, ["market", closing, amount, undefined, terms]);
      });
    if (children.length === 0) {
      return this.parseOrder(await this.privatePostV1Orders(entry), market);
    }
    const orders = [entry, ...children];
    const response = await this.privatePostV1OrdersGroup({ grouping: "ENTRY", orders });
    const [placed] = this.safeList(response, "orders", []);
    return this.parseOrder(this.extend(placed, { group: response }), market);
  }

  /**
   * The terms of an order that protects an entry. One that is not known is refused: without its `price`, say, it would be another order.
   * @private
   */
  childTerms(name, terms) {
    const trigger = this.safeString2(terms, "triggerPrice", "stopPrice");
    if (trigger === undefined) {
      throw new ccxt.ArgumentsRequired(`${this.id} ${name} needs its triggerPrice`);
    }
    const unknown = Object.keys(terms).filter((term) => !CHILD_TERMS.includes(term));
    if (unknown.length > 0 || this.safeStringLower(terms, "type", "market") !== "market") {
      const reason = "is a market order with a triggerPrice, triggerPriceType and clientOrderId";
      throw new ccxt.InvalidOrder(`${this.id} ${name} ${reason}, without ${unknown[0] ?? "type"}`);
    }
    return {
      [`${name}Price`]: trigger,
      triggerPriceType: this.safeString(terms, "triggerPriceType"),
      clientOrderId: this.safeString(terms, "clientOrderId"),
    };
  }

  /** Up to 50 orders of `{symbol, type, side, amount, price, params}`. A refused one is `rejected`, and its `info` says why. */
  async createOrders(orders, params = {}) {
    await this.loadMarkets();
    const requests = orders.map((order) => {
      const own = this.safeDict(order, "params", {});
      if (own.stopLoss !== undefined || own.takeProfit !== undefined) {
        throw new ccxt.NotSupported(`${this.id} createOrders() takes no stopLoss and takeProfit`);
      }
      const terms = [order.type, order.side, order.amount, order.price, own];
      return this.orderRequest(this.market(order.symbol), terms);
    });
    const request = this.extend({ orders: requests }, params);
    const response = await this.privatePostV1OrdersBatch(request);
    return this.safeList(response, "results", []).map((item, index) => {
      const market = this.market(orders[index].symbol);
      if (item.status === "ok") return this.parseOrder(item.order, market);
      const clientOrderId = this.safeString(requests[index], "client_id");
      const rejected = { info: item, status: "rejected", clientOrderId, symbol: market.symbol };
      return this.safeOrder(rejected, market);
    });
  }

  /**
   * The body of an order, with the texts that are signed.
   * @private
   */
  orderRequest(market, [type, side, amount, price, params]) {
    const kind = String(type).toLowerCase();
    const isMarket = kind === "market";
    if (!isMarket && kind !== "limit") {
      throw new ccxt.InvalidOrder(`${this.id} has orders of type limit and market, not ${type}`);
    }
    const direction = String(side).toUpperCase();
    if (!Object.hasOwn(SIDE, direction)) {
      throw new ccxt.InvalidOrder(`${this.id} has orders of side buy and sell, not ${side}`);
    }
    if (!isMarket && (price === undefined || price === null)) {
      throw new ccxt.ArgumentsRequired(`${this.id} a limit order needs a price`);
    }
    const trigger = this.triggerOf(market, isMarket, params);
    const wanted = this.safeStringUpper(params, "timeInForce");
    const isPostOnly = this.flagOf(params, "postOnly", false) || wanted === "PO";
    const usual = isMarket && trigger === undefined ? "IOC" : "GTC";
    const isReduceOnly = this.flagOf(params, "reduceOnly", trigger?.closes ?? false);
    const request = {
      market: market.id,
      side: direction,
      size: this.amountToPrecision(market.symbol, this.figureOf("amount", amount)),
    };
    if (!isMarket) {
      request.price = this.priceToPrecision(market.symbol, this.figureOf("price", price));
    }
    request.order_type = trigger?.type ?? kind.toUpperCase();
    request.time_in_force = wanted === undefined || wanted === "PO" ? usual : wanted;
    request.flags = (isPostOnly ? POST_ONLY : 0) + (isReduceOnly ? REDUCE_ONLY : 0);
    if (trigger !== undefined) {
      request.trigger_price = trigger.price;
      request.trigger_source = trigger.source;
    }
    const clientOrderId = this.safeString(params, "clientOrderId");
    if (clientOrderId !== undefined) request.client_id = clientOrderId;
    const read = ["clientOrderId", "postOnly", "reduceOnly", "timeInForce", "triggerPriceType"];
    return this.extend(request, this.omit(params, [...read, ...TRIGGERS]));
  }

  /**
   * The trigger of an order; undefined without one.
   * @private
   */
  triggerOf(market, isMarket, params) {
    const given = TRIGGERS.filter((name) => this.safeString(params, name) !== undefined);
    const source = this.safeStringLower(params, "triggerPriceType");
    if (source !== undefined && (!TRIGGER_PRICE.has(source) || given.length === 0)) {
      const reason = "triggerPriceType is mark or last, and goes with a trigger";
      throw new ccxt.InvalidOrder(`${this.id} ${reason}`);
    }
    if (given.length === 0) return undefined;
    const [name] = given;
    if (given.length > 1) {
      throw new ccxt.InvalidOrder(
        `${this.id} an order has one trigger, not ${given.join(" and ")}`,
      );
    }
    if (!isMarket) {
      throw new ccxt.InvalidOrder(`${this.id} executes triggered orders at the market price`);
    }
    const price = this.figureOf(name, this.safeString(params, name));
    return {
      price: this.priceToPrecision(market.symbol, price),
      source: TRIGGER_PRICE.get(source ?? "mark"),
      type: name === "takeProfitPrice" ? "TAKE_PROFIT_MARKET" : "STOP_LOSS_MARKET",
      closes: name === "stopLossPrice" || name === "takeProfitPrice",
    };
  }

  /**
   * A boolean parameter. Other types are refused: `reduceOnly: "true"`, if ignored, would place an order that opens a position.
   * @private
   */
  flagOf(params, name, usual) {
    const value = this.safeValue(params, name);
    if (value === undefined) return usual;
    if (typeof value !== "boolean") {
      throw new ccxt.InvalidOrder(`${this.id} ${name} is true or false, not ${this.json(value)}`);
    }
    return value;
  }

  /**
   * A figure as text, without a sign or an exponent.
   * @private
   */
  figureOf(name, value) {
    const figure = value === undefined || value === null ? "" : this.numberToString(value);
    if (!/^\d+(\.\d+)?$/.test(figure)) {
      throw new ccxt.InvalidOrder(`${this.id} ${name} must be a positive number, not ${value}`);
    }
    return figure;
  }

  /**
   * By its id, or by `params.clientOrderId`. `amount` is the new total, and absent keeps it, as an absent price. Of an order that waits
   * for its trigger, `price` is the new trigger price.
   */
  async editOrder(id, symbol, type, side, amount, price, params = {}) {
    await this.loadMarkets();
    const clientOrderId = this.safeString(params, "clientOrderId");
    const named = clientOrderId === undefined ? {} : { clientOrderId };
    const current = await this.fetchOrder(id, symbol, named);
    const market = this.market(symbol ?? current.symbol);
    if (type !== undefined && String(type).toLowerCase() !== current.type) {
      throw new ccxt.InvalidOrder(`${this.id} the order stays of type ${current.type}`);
    }
    const request = {
      order_id: current.id,
      market: market.id,
      side: String(side ?? current.side).toUpperCase(),
      order_type: this.safeString(current.info, "order_type"),
      size: this.safeString(current.info, "size", ""),
    };
    if (amount !== undefined) {
      request.size = this.amountToPrecision(market.symbol, this.figureOf("amount", amount));
    }
    if (price !== undefined) {
      request.price = this.priceToPrecision(market.symbol, this.figureOf("price", price));
    } else if (request.order_type === "LIMIT") {
      request.price = this.safeString(current.info, "price");
    }
    const rest = this.omit(params, "clientOrderId");
    const response = await this.privatePutV1OrdersOrderId(this.extend(request, rest));
    return this.parseOrder(response, market);
  }

  /** By its id, or by `params.clientOrderId`, which works also when you never learned the id. */
  async cancelOrder(id, symbol, params = {}) {
    await this.loadMarkets();
    const clientOrderId = this.safeString(params, "clientOrderId");
    const rest = this.omit(params, "clientOrderId");
    if (clientOrderId !== undefined) {
      const request = this.extend({ client_id: clientOrderId }, rest);
      return this.parseOrder(await this.privateDeleteV1OrdersClientClientId(request));
    }
    // The market is part of what is signed.
    const market = this.market(symbol ?? (await this.fetchOrder(id)).symbol);
    const request = this.extend({ order_id: id, market: market.id }, rest);
    return this.parseOrder(await this.privateDeleteV1OrdersOrderId(request), market);
  }

  /** Up to 100 orders of one market. One that cannot be cancelled is `rejected`, and its `info` says why. */
  async cancelOrders(ids, symbol, params = {}) {
    if (symbol === undefined) {
      throw new ccxt.ArgumentsRequired(`${this.id} cancelOrders() needs a symbol`);
    }
    await this.loadMarkets();
    const market = this.market(symbol);
    const orders = ids.map((id) => ({ order_id: id, market: market.id }));
    const request = this.extend({ orders }, params);
    const response = await this.privatePostV1OrdersBatchCancel(request);
    return this.safeList(response, "results", []).map((item, index) =>
      item.status === "ok"
        ? this.parseOrder(item.order, market)
        : this.safeOrder({ info: item, id: ids[index], status: "rejected" }, market),
    );
  }

  async cancelAllOrders(symbol, params = {}) {
    await this.loadMarkets();
    const market = symbol === undefined ? undefined : this.market(symbol);
    const request = market === undefined ? {} : { market: market.id };
    const response = await this.privateDeleteV1Orders(this.extend(request, params));
    return this.safeList(response, "results", []).map((item) => this.parseOrder(item.order));
  }

  /** All orders are cancelled in `timeout` milliseconds, unless this is called again before; 0 ends the schedule. */
  async cancelAllOrdersAfter(timeout, params = {}) {
    const time = timeout === 0 ? null : this.venueTime() + timeout;
    return await this.privatePostV1OrdersScheduleCancel(this.extend({ time }, params));
  }

  /** In the margin mode that the market has. `params.marginMode` sets it too. */
  async setLeverage(leverage, symbol, params = {}) {
    const mode = this.safeString(params, "marginMode");
    return await this.setMargin(symbol, { leverage, mode }, this.omit(params, "marginMode"));
  }

  /** Only without a position and open orders in the market. `params.leverage` sets it too. */
  async setMarginMode(marginMode, symbol, params = {}) {
    const leverage = this.safeInteger(params, "leverage");
    return await this.setMargin(
      symbol,
      { leverage, mode: marginMode },
      this.omit(params, "leverage"),
    );
  }

  async setMargin(symbol, { leverage, mode }, params) {
    if (symbol === undefined) throw new ccxt.ArgumentsRequired(`${this.id} needs a symbol`);
    await this.loadMarkets();
    const market = this.market(symbol);
    const wanted = mode?.toUpperCase();
    if (wanted !== undefined && !(wanted in MARGIN_MODE)) {
      throw new ccxt.BadRequest(`${this.id} the margin mode is cross or isolated`);
    }
    const response = await this.privateGetV1Leverage({ market: market.id });
    const [present] = this.safeList(response, "results", []);
    const change = {
      market: market.id,
      leverage: leverage ?? this.safeInteger(present, "leverage"),
      mode: wanted ?? this.safeString(present, "mode"),
    };
    return await this.privatePostV1Leverage(this.extend(change, params));
  }

  /** USDC from the balance to the wallet of an isolated position. */
  async addMargin(symbol, amount, params = {}) {
    return await this.changeMargin(symbol, this.numberToString(amount), params);
  }

  /** Back to the balance. */
  async reduceMargin(symbol, amount, params = {}) {
    return await this.changeMargin(symbol, `-${this.numberToString(amount)}`, params);
  }

  async changeMargin(symbol, amount, params) {
    await this.loadMarkets();
    const { id, symbol: unified } = this.market(symbol);
    const request = this.extend({ market: id, amount }, params);
    const response = await this.privatePostV1IsolatedMargin(request);
    const removes = amount.startsWith("-");
    return {
      info: response,
      symbol: unified,
      type: removes ? "reduce" : "add",
      marginMode: "isolated",
      amount: this.parseNumber(removes ? amount.slice(1) : amount),
      total: this.safeNumber(response, "wallet"),
      code: "USDC",
      status: "ok",
      timestamp: undefined,
      datetime: undefined,
    };
  }

  /** By a reduce-only market order of the whole position. */
  async closePosition(symbol, side, params = {}) {
    const position = await this.fetchPosition(symbol);
    if (!position.contracts || (side !== undefined && position.side !== side)) {
      throw new ccxt.InvalidOrder(`${this.id} there is no such position of ${symbol}`);
    }
    const closing = position.side === "long" ? "sell" : "buy";
    const size = Precise.stringAbs(this.safeString(position.info, "size"));
    const terms = this.extend({ reduceOnly: true }, params);
    return await this.createOrder(symbol, "market", closing, size, undefined, terms);
  }

  /** By its id, or by `params.clientOrderId` within a day from its placement. */
  async fetchOrder(id, symbol, params = {}) {
    await this.loadMarkets();
    const market = symbol === undefined ? undefined : this.market(symbol);
    const clientOrderId = this.safeString(params, "clientOrderId");
    const rest = this.omit(params, "clientOrderId");
    if (clientOrderId === undefined) {
      const request = this.extend({ order_id: id }, rest);
      return this.parseOrder(await this.privateGetV1OrdersOrderId(request), market);
    }
    const response = await this.privateGetV1Orders(this.extend({ client_id: clientOrderId }, rest));
    const [order] = this.safeList(response, "results", []);
    if (order === undefined) {
      throw new ccxt.OrderNotFound(`${this.id} has no order with the id ${clientOrderId}`);
    }
    return this.parseOrder(order, market);
  }

  async fetchOrders(symbol, since, limit, params = {}) {
    return await this.ordersOf("ALL", [symbol, since, limit, params]);
  }

  async fetchOpenOrders(symbol, since, limit, params = {}) {
    return await this.ordersOf("OPEN", [symbol, since, limit, params]);
  }

  /** Those that have ended, filled or not. */
  async fetchClosedOrders(symbol, since, limit, params = {}) {
    return await this.ordersOf("CLOSED", [symbol, since, limit, params]);
  }

  /** The canceled ones among the latest closed orders, or among those since `since`. */
  async fetchCanceledOrders(symbol, since, limit, params = {}) {
    const closed = await this.ordersOf("CLOSED", [symbol, since, undefined, params]);
    const canceled = closed.filter(({ status }) => status === "canceled");
    return this.filterBySinceLimit(canceled, since, limit);
  }

  /** @private */
  async ordersOf(status, [symbol, since, limit, params]) {
    await this.loadMarkets();
    const market = symbol === undefined ? undefined : this.market(symbol);
    const request = { status };
    if (market !== undefined) request.market = market.id;
    const read = (page) => this.privateGetV1Orders(page);
    const rows = await this.readPages(read, request, since, limit, params);
    return this.parseOrders(rows, market, since, limit);
  }

  /**
   * Rows of pages that are newest first: the latest page, or all pages back to `since`.
   * @private
   */
  async readPages(read, request, since, limit, params) {
    const until = this.safeInteger(params, "until");
    const rest = this.omit(params, "until");
    const bounds = {};
    if (since !== undefined) bounds.start_at = since;
    if (until !== undefined) bounds.end_at = until;
    const isAll = since !== undefined;
    if (isAll) bounds.page_size = PAGE_ROWS;
    else if (limit !== undefined) bounds.page_size = Math.min(limit, PAGE_ROWS);
    const found = [];
    let cursor;
    for (let page = 0; page < PAGES_LIMIT; page += 1) {
      const place = cursor === undefined ? {} : { cursor };
      const response = await read(this.extend(request, bounds, place, rest));
      found.push(...this.safeList(response, "results", []));
      cursor = this.safeString(response, "next");
      if (cursor === undefined || !isAll) return found;
    }
    throw new ccxt.BadRequest(`${this.id} has more rows since ${since}: give params.until too`);
  }

  parseOrder(order, market) {
    const of = this.safeMarket(this.safeString(order, "market"), market);
    const timestamp = this.safeInteger(order, "created_at");
    const kind = this.safeString(order, "order_type");
    const flags = this.safeInteger(order, "flags", 0);
    const trigger = this.safeString(order, "trigger_price");
    const fills = this.safeList(order, "fills", []);
    const filled = this.safeString(order, "filled_size");
    const id = this.safeString(order, "id");
    const side = this.safeStringLower(order, "side");
    return this.safeOrder(
      {
        info: order,
        id,
        clientOrderId: this.safeString(order, "client_id"),
        timestamp,
        datetime: this.iso8601(timestamp),
        lastTradeTimestamp: undefined,
        lastUpdateTimestamp: this.safeInteger(order, "last_updated_at"),
        symbol: of.symbol,
        type: kind === "LIMIT" ? "limit" : "market",
        timeInForce: this.safeString(order, "time_in_force"),
        postOnly: (flags & POST_ONLY) !== 0,
        reduceOnly: (flags & REDUCE_ONLY) !== 0,
        side,
        price: this.safeString(order, "price"),
        triggerPrice: trigger,
        stopLossPrice: kind === "STOP_LOSS_MARKET" ? trigger : undefined,
        takeProfitPrice: kind === "TAKE_PROFIT_MARKET" ? trigger : undefined,
        amount: this.safeString(order, "size"),
        filled,
        remaining: Precise.stringSub(this.safeString(order, "size"), filled),
        average: this.safeString(order, "avg_fill_price"),
        cost: undefined,
        status: this.parseOrderStatus(order),
        fee: undefined,
        trades: fills.map((fill) =>
          this.extend(fill, {
            id: this.safeString(fill, "trade_id"),
            order_id: id,
            created_at: timestamp,
            market: of.id,
            side: this.safeString(order, "side"),
          }),
        ),
      },
      of,
    );
  }

  /** @private */
  parseOrderStatus(order) {
    if (this.safeString(order, "status") !== "CLOSED") return "open";
    return this.safeString(order, "cancel_reason", "") === "" ? "closed" : "canceled";
  }

  // --- requests -------------------------------------------------------------------------------------------------

  /** Another venue for tests has its address in `urls.test`; the base class would go on without any. */
  setSandboxMode(enabled) {
    if (enabled && !this.urls.test) {
      throw new ccxt.NotSupported(`${this.id} needs urls.test for its sandbox mode`);
    }
    super.setSandboxMode(enabled);
  }

  /** Unix milliseconds of the venue, as far as `loadTimeDifference` has found how far this clock is off. */
  venueTime() {
    return this.milliseconds() - this.safeInteger(this.options, "timeDifference", 0);
  }

  /** The account, base58. */
  accountAddress() {
    return this.walletAddress || this.signer().address;
  }

  /** @private */
  signer() {
    if (this.knownSigner?.text !== this.privateKey) {
      const der = Buffer.concat([PKCS8, this.seed()]);
      const key = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
      const spki = createPublicKey(key).export({ format: "der", type: "spki" });
      const address = this.binaryToBase58(new Uint8Array(spki.subarray(-32)));
      this.knownSigner = { text: this.privateKey, key, address };
    }
    return this.knownSigner;
  }

  /**
   * The 32 bytes of the key. The error never shows them.
   * @private
   */
  seed() {
    const given = String(this.privateKey);
    if (/^(?:0x)?[0-9a-f]{64}$/i.test(given)) return Buffer.from(given.slice(-64), "hex");
    const isBase58 = /^[1-9A-HJ-NP-Za-km-z]{32,90}$/.test(given);
    const bytes = isBase58 ? Buffer.from(this.base58ToBinary(given)) : Buffer.alloc(0);
    if (bytes.length !== 32 && bytes.length !== 64) {
      const reason = "privateKey must be 32 bytes in hex, or a key of a Solana wallet in base58";
      throw new ccxt.AuthenticationError(`${this.id} ${reason}`);
    }
    return bytes.subarray(0, 32);
  }

  /**
   * Strictly ascending: the same fields at the same millisecond would be the same bytes, which count once. A last one that the venue
   * would refuse is of a clock that was set right since.
   * @private
   */
  signedTimestamp() {
    const now = this.venueTime();
    const last = this.safeInteger(this.options, "lastTimestamp", 0);
    this.options.lastTimestamp = last > now + AHEAD_MS ? now : Math.max(now, last + 1);
    return this.options.lastTimestamp;
  }

  sign(path, api = "public", method = "GET", params = {}, headers, body) {
    const base = typeof this.urls.api === "string" ? this.urls.api : this.urls.api[api];
    const rest = this.omit(params, this.extractParams(path));
    // The base class puts a value into a path as it is.
    const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name]));
    const target = `${base.replace(/\/+$/, "")}/${filled}`;
    const isSigned = method !== "GET";
    if (api === "private") this.checkSigningCredentials(isSigned);
    const sent = { ...headers };
    // With a key, public reads count against it and not against the address.
    if (this.apiKey) sent.Authorization = `Bearer ${this.apiKey}`;
    const isInQuery = method === "GET" || method === "DELETE";
    const query = isInQuery ? this.urlencode(rest) : "";
    const url = query === "" ? target : `${target}?${query}`;
    if (!isSigned) return { url, method, body, headers: sent };
    const { key, address } = this.signer();
    const account = this.accountAddress();
    const timestamp = this.signedTimestamp();
    const operation = OPERATIONS[`${method} ${path}`];
    const payload = payloadOf(operation, params, timestamp);
    const digest = digestOf(operation, this.base58ToBinary(account), payload);
    sent["Content-Type"] = "application/json";
    sent["X-Account-Pubkey"] = account;
    sent["X-Signature"] = ed25519(null, Buffer.from(digest), key).toString("hex");
    sent["X-Signature-Timestamp"] = String(timestamp);
    sent["X-Signer-Pubkey"] = address;
    return { url, method, body: isInQuery ? body : this.json(rest), headers: sent };
  }

  /**
   * Reads need the API key alone.
   * @private
   */
  checkSigningCredentials(isSigned) {
    if (!this.apiKey) throw new ccxt.AuthenticationError(`${this.id} needs apiKey`);
    if (isSigned && !this.privateKey) {
      throw new ccxt.AuthenticationError(`${this.id} needs privateKey to sign`);
    }
  }

  handleErrors(code, _reason, _url, _method, _headers, body, response) {
    const error = this.safeString(response, "error");
    if (error === undefined) return undefined;
    const feedback = `${this.id} ${body}`;
    this.throwExactlyMatchedException(this.exceptions.exact, error, feedback);
    const byStatus = {
      400: ccxt.BadRequest,
      401: ccxt.AuthenticationError,
      403: ccxt.PermissionDenied,
      404: ccxt.BadRequest,
      409: ccxt.OperationRejected,
      422: ccxt.InvalidOrder,
      429: ccxt.RateLimitExceeded,
      500: ccxt.ExchangeNotAvailable,
      503: ccxt.ExchangeNotAvailable,
    };
    const Thrown = byStatus[code] ?? ccxt.ExchangeError;
    throw new Thrown(feedback);
  }
}
