/** Fields that several tools share. */
import { z } from "zod";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { MarketStats } from "#lib/protocol/wire/market.ts";
import { marketData } from "#lib/trading/market-data/market-hub.ts";

/** Annotations of a tool that only reads. */
export const READS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** The venue refuses orders that increase a position on a mark older than this. */
const STALE_AFTER_MS = 5_000;

export const decimal = z.string().regex(/^-?\d+(?:\.\d+)?$/);

/** Also as `btc/usdc` or `BTC-USDC`. */
export const marketSymbol = z
  .string()
  .overwrite((text) => text.toUpperCase().replace(/[\s/_:-]/g, ""))
  .regex(/^[A-Z0-9]{1,32}$/, "must be a market symbol such as BTCUSDC")
  .describe("Market symbol such as BTCUSDC, from search_assets or list_markets");

/** Also the market of an asset, such as `BTCUSDC` or `BTC/USDT`. */
export const assetSymbol = z
  .string()
  .overwrite((text) => {
    const symbol = text.trim().toUpperCase();
    return /^([A-Z0-9]{2,12})(?:USDC|[/_:-][A-Z0-9]+)$/.exec(symbol)?.[1] ?? symbol;
  })
  .regex(/^[A-Z0-9]{2,12}$/, "must be the symbol of an asset such as BTC");

export const moment = z.iso.datetime();

/** Fields of an answer that depends on the mark. */
export const markFields = {
  mark_price: decimal
    .nullable()
    .describe("Price at which positions are valued; null before the first mark"),
  mark_time: moment.nullable().describe("When the venue accepted the mark"),
  mark_age_seconds: z.number().nullable().describe("Age of the mark by the venue's clock"),
  is_stale: z
    .boolean()
    .describe("True when the mark is too old to trade on: say so, and give its age"),
};

export function markOf(stats: MarketStats): z.output<z.ZodObject<typeof markFields>> {
  const { mark_price, mark_updated_at: takenAt } = stats;
  if (mark_price === null) {
    return { mark_price: null, mark_time: null, mark_age_seconds: null, is_stale: true };
  }
  const ageMs = Math.max(0, marketData().venueNow() - takenAt);
  return {
    mark_price,
    mark_time: timeOf(takenAt),
    mark_age_seconds: Math.round(ageMs / 100) / 10,
    is_stale: ageMs > STALE_AFTER_MS,
  };
}

/** The last polled stats of a market. @throws MARKET_NOT_FOUND, NOT_READY, MARKET_DATA_UNAVAILABLE */
export function statsOf(market: string): MarketStats {
  const { stats } = marketData().snapshot(market);
  if (stats === undefined) throw new ServiceError("MARKET_DATA_UNAVAILABLE");
  return stats;
}

/** `time` in Unix milliseconds. */
export function timeOf(time: number): string {
  return new Date(time).toISOString();
}
