/**
 * The value of a swap in USD: the smaller of its two sides, at the last minute bar that closed
 * before its block.
 */
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import "server-only";
import { and, desc, eq, gt, lte } from "drizzle-orm";
import type { Database } from "#lib/platform/db/client.ts";
import { parseDecimal } from "#lib/protocol/decimal.ts";
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import { findAssetMarket } from "#lib/protocol/swaps/asset-markets.ts";
import { isSwapAsset } from "#lib/protocol/swaps/assets.ts";
import { markBars } from "#lib/trading/schema/market-data.ts";

/** An older bar is too old to be the price of the block. */
const OLDEST_MS = 10 * MINUTE_MS;
/** A bar is stored a moment after its minute. */
const BAR_WAIT_MS = 15_000;
/** Decimals of USD amounts. */
const USD_DECIMALS = 9;
const PRICE_DECIMALS = 12;

/** Bars that this pass of the intake has read, by market and minute. */
export type KnownBars = Map<string, ReturnType<typeof barUpTo>>;

export type SwapSides = {
  assetIn: string;
  assetOut: string;
  unitsIn: bigint;
  unitsOut: bigint;
  /** Unix milliseconds. */
  blockTime: number;
  /** True if the route used outside markets, whose prices are not bounded by ours. */
  isRouted: boolean;
};

/**
 * In 1e-9 USD, rounded down; null without enough prices. For pools one side is enough, because
 * their prices follow each other. A route of Jupiter needs both sides.
 * @returns "wait" while the bar of the minute before is not stored
 */
export async function swapValue(
  { db, bars, now }: { db: Pick<Database, "select">; bars: KnownBars; now: number },
  { assetIn, assetOut, unitsIn, unitsOut, blockTime, isRouted }: SwapSides,
): Promise<bigint | null | "wait"> {
  const newest = Math.floor(blockTime / MINUTE_MS) * MINUTE_MS - MINUTE_MS;
  const barBefore = async (market: string): Promise<Bar> => {
    const key = `${market} ${newest}`;
    const known = bars.get(key) ?? barUpTo(db, market, newest);
    bars.set(key, known);
    const bar = await known;
    return { close: bar?.close, isLate: bar?.start !== newest };
  };
  const sides = await Promise.all([
    sideValue(barBefore, assetIn, unitsIn),
    sideValue(barBefore, assetOut, unitsOut),
  ]);
  if (sides.some(({ isLate }) => isLate) && now - blockTime < BAR_WAIT_MS) return "wait";
  const known = sides.flatMap(({ usd }) => usd ?? []);
  const needed = isRouted ? sides.length : 1;
  return known.length < needed ? null : known.reduce((one, other) => (one < other ? one : other));
}

type Side = {
  /** 1e-9 USD. */
  usd?: bigint;
  /**
   * True if the bar of the minute before is missing. Then an older one is used, if there is one.
   */
  isLate?: boolean;
};

type Bar = { close: string | undefined; isLate: boolean };

async function sideValue(
  barBefore: (market: string) => Promise<Bar>,
  asset: string,
  units: bigint,
): Promise<Side> {
  if (!isSwapAsset(asset)) return {};
  const { decimals } = TOKENS[asset];
  if (asset === "USDC") return { usd: units * 10n ** BigInt(USD_DECIMALS - decimals) };
  const market = findAssetMarket(asset);
  if (market === undefined) return {};
  const { close, isLate } = await barBefore(market);
  const price = close === undefined ? undefined : parseDecimal(close, PRICE_DECIMALS);
  if (price === undefined) return { isLate };
  const scale = 10n ** BigInt(decimals + PRICE_DECIMALS - USD_DECIMALS);
  return { usd: (units * price) / scale, isLate };
}

async function barUpTo(db: Pick<Database, "select">, market: string, newest: number) {
  const [bar] = await db
    .select({ start: markBars.start, close: markBars.close })
    .from(markBars)
    .where(
      and(
        eq(markBars.market, market),
        eq(markBars.interval, "1m"),
        lte(markBars.start, newest),
        gt(markBars.start, newest - OLDEST_MS),
      ),
    )
    .orderBy(desc(markBars.start))
    .limit(1);
  return bar;
}
