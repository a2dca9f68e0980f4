/**
 * Cross margin in exact integers: one pure module for the venue and for the preview in the ticket.
 * Money is 1e-9 USDC, sizes are lots, prices are ticks, ratios are parts per million.
 */
import { divideUp } from "#lib/protocol/decimal.ts";
import { RATIO_SCALE } from "#lib/protocol/market/markets.ts";

/** An account's position and open orders in one market. */
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
  /** By the account's own leverage ({@link leverageRatio}); absent where it chose none. */
  leverageRatio?: bigint;
  /** Higher ratios for what a position is worth above a value, lowest value first. */
  tiers: readonly MarginTier[];
  mmRatio: bigint;
  takerFee: bigint;
};

export type MarginTier = {
  /** Money. */
  above: bigint;
  imRatio: bigint;
};

export type MarketMargin = {
  unrealizedPnl: bigint;
  /** {@link initialRequirement} of max(buy side, sell side) × mark, + taker fee on the open orders + open loss. */
  initialMargin: bigint;
  maintenanceMargin: bigint;
};

/** Profit of a position at a price: its worth there, less its cost. `unit` is the worth of one lot at one tick. */
export function profitAt(
  { size, cost }: Pick<MarketExposure, "size" | "cost">,
  price: bigint,
  unit: bigint,
): bigint {
  return size * price * unit - cost;
}

/** The funding index counts 1e-18 USDC a lot, money 1e-9 USDC. */
const INDEX_PER_MONEY = 1_000_000_000n;

/**
 * What a position owes since its index stood `indexChange` lower; negative is what it receives. The payer rounds up and the
 * receiver down, so that funding never creates money.
 */
export function fundingOwed(size: bigint, indexChange: bigint): bigint {
  return divideUp(size * indexChange, INDEX_PER_MONEY);
}

/** Trading fee of `value` at `feePpm`, less the account's discount; rounded up. */
export function tradingFee(value: bigint, feePpm: bigint, discountPpm = 0n): bigint {
  if (discountPpm === 0n) return divideUp(value * feePpm, RATIO_SCALE);
  return divideUp(value * feePpm * (RATIO_SCALE - discountPpm), RATIO_SCALE * RATIO_SCALE);
}

/**
 * The mark, in ticks, at which an account reaches its maintenance margin while other markets do not move: `cushion` is its
 * present worth above maintenance. A long position is liquidated at or below it, a short one at or above it. `undefined`
 * without a position, or when no positive price liquidates it.
 */
export function liquidationTicks(
  size: bigint,
  cushion: bigint,
  terms: Pick<MarginTerms, "markTicks" | "valueOfTickLot" | "mmRatio">,
): bigint | undefined {
  if (size === 0n) return undefined;
  const ratio = size > 0n ? RATIO_SCALE - terms.mmRatio : RATIO_SCALE + terms.mmRatio;
  const perTick = magnitude(size) * terms.valueOfTickLot * ratio;
  const distance = (cushion * RATIO_SCALE) / perTick;
  const ticks = size > 0n ? terms.markTicks - distance : terms.markTicks + distance;
  return ticks > 0n ? ticks : undefined;
}

/** Margin of one market; an account's margin is the sum over its markets. Requirements round up. */
export function marketMargin(exposure: MarketExposure, terms: MarginTerms): MarketMargin {
  const lotValue = terms.markTicks * terms.valueOfTickLot;
  const buySide = magnitude(exposure.size + exposure.openBuy);
  const sellSide = magnitude(exposure.size - exposure.openSell);
  const held = magnitude(exposure.size);
  const worst = largest(held, largest(buySide, sellSide));
  const openSize = exposure.openBuy + exposure.openSell;
  return {
    unrealizedPnl: profitAt(exposure, terms.markTicks, terms.valueOfTickLot),
    initialMargin:
      initialRequirement(worst * lotValue, terms) +
      divideUp(openSize * lotValue * terms.takerFee, RATIO_SCALE) +
      exposure.openLoss,
    maintenanceMargin: divideUp(held * lotValue * terms.mmRatio, RATIO_SCALE),
  };
}

/** The ratio of initial margin that a leverage stands for, in parts per million, rounded up. */
export function leverageRatio(leverage: number): bigint {
  return divideUp(RATIO_SCALE, BigInt(leverage));
}

/** The highest leverage that a ratio of initial margin allows. */
export function leverageOf(imRatio: bigint): number {
  return Number(RATIO_SCALE / imRatio);
}

/**
 * Initial margin of a worth: its part in each tier by the tier's ratio, and never less than the account's own leverage wants.
 * It grows without steps, so that one more lot never costs the margin of all.
 */
export function initialRequirement(
  worth: bigint,
  {
    imRatio,
    leverageRatio: own = 0n,
    tiers,
  }: Pick<MarginTerms, "imRatio" | "leverageRatio" | "tiers">,
): bigint {
  let ratio = largest(imRatio, own);
  let required = worth * ratio;
  for (const tier of tiers) {
    if (worth <= tier.above) break;
    const higher = largest(tier.imRatio, own);
    required += (worth - tier.above) * (higher - ratio);
    ratio = higher;
  }
  return divideUp(required, RATIO_SCALE);
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
