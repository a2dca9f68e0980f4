/**
 * One market as a venue publishes it, scripted by the clock: every server under measurement gets the same load. The
 * book (about 4 KB), the best prices and the stats row are new at every answer and carry the time of that answer, which
 * is where the latency of a delivery begins.
 */
import type { Decimal } from "#lib/protocol/decimal.ts";
import type {
  BestBidOffer,
  BlockHead,
  Market,
  MarketStats,
  Trade,
} from "#lib/protocol/wire/market.ts";

export const MARKET = "BTCUSDC";

const LEVELS = 60;
const TRADE_EVERY_MS = 500;
const BLOCK_EVERY_MS = 1_000;

const decimal = (text: string): Decimal => text as Decimal;

export const LISTED: Market = {
  id: 1,
  symbol: MARKET,
  base_asset: { symbol: "BTC", decimals: 8 },
  quote_asset: { symbol: "USDC", decimals: 6 },
  kind: "Perpetual",
  flags: 0,
  status: "Normal",
  base_lot_size: decimal("0.00001"),
  price_tick: decimal("0.0001"),
  min_notional: decimal("10"),
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
  impact_notional: decimal("10000"),
  ratio_scale: 1_000_000,
};

type TradesQuery = { pageSize: number; startAt: number | undefined; after: number | undefined };

/** Times are Unix milliseconds. */
export class ScriptedFeed {
  readonly #startedAt: number;
  #bboAnswers = 0;

  constructor(now: number) {
    this.#startedAt = now;
  }

  /** The sequence number is the number of the answer: a reader that misses one sees the gap. */
  bestBidOffer(now: number): BestBidOffer {
    this.#bboAnswers += 1;
    return {
      market: MARKET,
      ask: price(now, 1),
      bid: price(now, -1),
      ask_size: size(now, 1),
      bid_size: size(now, 2),
      seq_no: this.#bboAnswers,
      last_updated_at: now,
    };
  }

  /** The size of the best ask is 1, followed by the time of the answer behind the decimal point. */
  orderBook(now: number): { asks: Record<string, Decimal>; bids: Record<string, Decimal> } {
    const asks: Record<string, Decimal> = {};
    const bids: Record<string, Decimal> = {};
    for (let level = 1; level <= LEVELS; level += 1) {
      asks[price(now, level)] = level === 1 ? decimal(`1.${now}`) : size(now, level);
      bids[price(now, -level)] = size(now, -level);
    }
    return { asks, bids };
  }

  stats(now: number): MarketStats {
    const trades = Math.floor(now / TRADE_EVERY_MS) - this.#firstTrade();
    const second = Math.floor(now / 1_000) * 1_000;
    return {
      symbol: MARKET,
      last_traded_price: price(second, 1),
      volume_24h: decimal((trades * 640).toFixed(2)),
      price_change_rate_24h: decimal("0.0125"),
      timestamp: now,
      mark_price: price(second, 0),
      mark_updated_at: second,
      funding_rate: decimal("0"),
      open_interest: decimal("1250.5"),
      trades_24h: trades,
      trades_today: trades,
    };
  }

  block(now: number): BlockHead {
    const height = Math.floor(now / BLOCK_EVERY_MS);
    const time = height * BLOCK_EVERY_MS;
    return { height, time, settle_ms: 1.5, interval_ms: BLOCK_EVERY_MS };
  }

  /** One fill every half second since the start; ids ascend without a gap. */
  trades({ pageSize, startAt, after }: TradesQuery, now: number) {
    const newest = Math.floor(now / TRADE_EVERY_MS);
    const latest = newest - pageSize + 1;
    const since = startAt === undefined ? latest : Math.ceil(startAt / TRADE_EVERY_MS);
    const from = Math.max(this.#firstTrade(), after === undefined ? since : after + 1);
    const to = Math.min(newest, from + pageSize - 1);
    const results: Trade[] = [];
    for (let id = from; id <= to; id += 1) results.push(trade(id));
    return { results, next: to < newest ? String(to) : null };
  }

  #firstTrade(): number {
    return Math.ceil(this.#startedAt / TRADE_EVERY_MS);
  }
}

function trade(id: number): Trade {
  const at = id * TRADE_EVERY_MS;
  return {
    id,
    market: MARKET,
    price: price(at, 1),
    side: id % 2 === 0 ? "BUY" : "SELL",
    size: decimal("0.015"),
    created_at: at,
    trade_type: "FILL",
  };
}

/**
 * A price some levels away from a mark that moves with the seconds. It is never a whole number, so that its object
 * key keeps its place.
 */
function price(now: number, level: number): Decimal {
  const seconds = Math.floor(now / 1_000);
  const mark = 640_000_001 + Math.round(3_000_000 * Math.sin(seconds / 7)) * 10;
  const tenThousandths = mark + level * 1_000;
  const whole = Math.floor(tenThousandths / 10_000);
  return decimal(`${whole}.${String(tenThousandths % 10_000).padStart(4, "0")}`);
}

/** Long enough for a book of 4 KB. */
function size(now: number, level: number): Decimal {
  const mixed = Math.abs(Math.imul(Math.floor(now / 10) + level * 7_919, 0x9e3779b1));
  const digits = String(mixed).padStart(10, "0");
  return decimal(`${1 + (mixed % 9)}.${digits}${digits.slice(-6)}`);
}
