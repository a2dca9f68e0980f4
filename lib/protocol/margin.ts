/**
 * Cross margin in exact integers: one pure module for the venue and for the preview in the ticket.
 * Money is 1e-9 USDC, sizes are lots, prices are ticks, ratios are parts per million.
 */
import { divideUp } from "./decimal.ts";
import { RATIO_SCALE } from "./markets.ts";

/** What an account has in one market. */
export type MarketExposure = {
  /** Signed position, in lots. */
  size: bigint;
  /** Signed money paid for the position: `unrealised = size × mark - cost`. */
  cost: bigint;
  /** Open size of resting orders, in lots. */
  openBuy: bigint;
  openSell: bigint;
  /** Loss that resting orders would realise if they filled now at their own price instead of the mark; ≥ 0. */
  openLoss: bigint;
};

export type MarginTerms = {
  markTicks: bigint;
  valueOfTickLot: bigint;
  imRatio: bigint;
  mmRatio: bigint;
  takerFee: bigint;
};

export type MarketMargin = {
  unrealizedPnl: bigint;
  /** max(buy side, sell side) × mark × IMF + taker fee on the open orders + open loss. */
  initialMargin: bigint;
  maintenanceMargin: bigint;
};

/** Margin of one market; an account's margin is the sum over its markets. Requirements round up. */
export function marketMargin(exposure: MarketExposure, terms: MarginTerms): MarketMargin {
  const lotValue = terms.markTicks * terms.valueOfTickLot;
  const buySide = magnitude(exposure.size + exposure.openBuy);
  const sellSide = magnitude(exposure.size - exposure.openSell);
  const held = magnitude(exposure.size);
  const worst = largest(held, largest(buySide, sellSide));
  const openSize = exposure.openBuy + exposure.openSell;
  return {
    unrealizedPnl: exposure.size * lotValue - exposure.cost,
    initialMargin:
      divideUp(worst * lotValue * terms.imRatio, RATIO_SCALE) +
      divideUp(openSize * lotValue * terms.takerFee, RATIO_SCALE) +
      exposure.openLoss,
    maintenanceMargin: divideUp(held * lotValue * terms.mmRatio, RATIO_SCALE),
  };
}

/** Position after `lots` (signed) trade for `value` (money, ≥ 0), and what the trade realises. */
export function applyFill(
  position: { size: bigint; cost: bigint },
  lots: bigint,
  value: bigint,
): { size: bigint; cost: bigint; realizedPnl: bigint } {
  const { size, cost } = position;
  const opens = size === 0n || size > 0n === lots > 0n;
  if (opens) {
    return { size: size + lots, cost: cost + (lots > 0n ? value : -value), realizedPnl: 0n };
  }
  const closing = magnitude(lots) < magnitude(size) ? magnitude(lots) : magnitude(size);
  const closedCost = (cost * closing) / magnitude(size);
  const closedValue = (value * closing) / magnitude(lots);
  const realizedPnl = size > 0n ? closedValue - closedCost : -closedValue - closedCost;
  const rest = value - closedValue;
  const flipped = magnitude(lots) > magnitude(size);
  return {
    size: size + lots,
    cost: flipped ? (lots > 0n ? rest : -rest) : cost - closedCost,
    realizedPnl,
  };
}

export function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function largest(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
