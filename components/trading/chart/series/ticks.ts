/** Converts pixels and key presses to prices that an order can have. */
import { formatDecimal, parseDecimal } from "#lib/protocol/decimal.ts";
import type { MarketScale } from "#lib/protocol/market/markets.ts";

/** A price moved by ticks: on a tick, and at least one tick. */
export function nudged(price: string, ticks: bigint, scale: MarketScale): string {
  const units = parseDecimal(price, scale.priceDecimals) ?? 0n;
  return onTick(units + ticks * scale.tickUnits, scale);
}

/** The number under a pixel as a price on a tick. */
export function tickPrice(price: number, scale: MarketScale): string | undefined {
  if (!Number.isFinite(price)) return undefined;
  const units = BigInt(Math.round(price * 10 ** scale.priceDecimals));
  return onTick(units, scale);
}

function onTick(units: bigint, { priceDecimals, tickUnits }: MarketScale): string {
  const ticks = (units + tickUnits / 2n) / tickUnits;
  return formatDecimal((ticks < 1n ? 1n : ticks) * tickUnits, priceDecimals);
}
