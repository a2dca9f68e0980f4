/** What an order would do, by the venue's own formulas (`lib/protocol/margin`) on the book and account at hand. */
import { divideHalfUp } from "#components/format.ts";
import { applyFill, type MarketExposure, marketMargin, tradingFee } from "#lib/protocol/margin.ts";
import { type Market, type MarketScale, RATIO_SCALE } from "#lib/protocol/markets.ts";
import type { Side } from "#lib/protocol/orders.ts";

export type Level = { ticks: bigint; lots: bigint };

export type PlannedOrder = {
  side: Side;
  lots: bigint;
  /** The worst price at which it may trade: its own, or the edge of the band for a market order. */
  limitTicks: bigint;
  /** What is not filled at once stays in the book. */
  rests: boolean;
  /** It fills completely or not at all. */
  allOrNothing: boolean;
};

/** What the account has, in lots and 1e-9 USDC. */
export type Holdings = {
  exposure: MarketExposure;
  /** Balance plus unrealised profit over all markets. */
  accountValue: bigint;
  /** Over all markets, this one included. */
  initialMargin: bigint;
  /** Taken off every trading fee. */
  feeDiscountPpm: bigint;
};

export type PreviewTerms = {
  market: Market;
  scale: MarketScale;
  markTicks: bigint;
  /** The side that the order would trade with, best first. */
  opposite: readonly Level[];
};

export type Preview = {
  /** Worth of what comes of the order: what fills now at the book's prices, and what rests at its own price. */
  value: bigint;
  /** Taker fee on what fills at once. */
  fee: bigint;
  filledLots: bigint;
  /** What goes into the book. What neither fills nor rests is dropped. */
  restLots: bigint;
  /** Mean price of the immediate fill in ticks, scaled by 10,000; `undefined` when nothing fills. */
  averageTicksE4: bigint | undefined;
  /** How much the account's initial margin grows; negative when the order frees margin. */
  marginRequired: bigint;
  /** Free collateral after the order; negative means that the venue refuses it. */
  freeAfter: bigint;
};

export function previewOrder(
  order: PlannedOrder,
  holdings: Holdings,
  terms: PreviewTerms,
): Preview {
  const { scale, market } = terms;
  const fills = planFills(order, terms.opposite);
  const sign = order.side === "BUY" ? 1n : -1n;
  let position = { size: holdings.exposure.size, cost: holdings.exposure.cost };
  let [filledLots, filledValue, fee, realized] = [0n, 0n, 0n, 0n];
  for (const { ticks, lots } of fills) {
    const value = ticks * lots * scale.valueOfTickLot;
    const moved = applyFill(position, sign * lots, value);
    position = { size: moved.size, cost: moved.cost };
    realized += moved.realizedPnl;
    fee += tradingFee(value, BigInt(market.taker_fee), holdings.feeDiscountPpm);
    filledLots += lots;
    filledValue += value;
  }
  const restLots = order.rests ? order.lots - filledLots : 0n;
  const before = marketMargin(holdings.exposure, marginTerms(terms));
  const after = marketMargin(
    {
      ...position,
      openBuy: holdings.exposure.openBuy + (order.side === "BUY" ? restLots : 0n),
      openSell: holdings.exposure.openSell + (order.side === "SELL" ? restLots : 0n),
      openLoss:
        holdings.exposure.openLoss + openLoss(order.side, order.limitTicks, restLots, terms),
    },
    marginTerms(terms),
  );
  const marginRequired = after.initialMargin - before.initialMargin;
  const valueAfter =
    holdings.accountValue - before.unrealizedPnl + after.unrealizedPnl + realized - fee;
  return {
    value: filledValue + restLots * order.limitTicks * scale.valueOfTickLot,
    fee,
    filledLots,
    restLots,
    averageTicksE4:
      filledLots === 0n
        ? undefined
        : divideHalfUp(filledValue * 10_000n, filledLots * scale.valueOfTickLot),
    marginRequired,
    freeAfter: valueAfter - (holdings.initialMargin + marginRequired),
  };
}

/**
 * Kept free when a size is taken from the account, as a share of the order's value: the mark and the book move
 * between the choice of the size and the venue's check, and an order sized to the last cent would be refused.
 */
const HEADROOM_PPM = 2_000n;

/** The most lots that the account's margin carries with some headroom, by halving the interval over {@link previewOrder}. */
export function largestAffordable(
  order: Omit<PlannedOrder, "lots">,
  holdings: Holdings,
  terms: PreviewTerms,
): bigint {
  const fits = (lots: bigint) => {
    const preview = previewOrder({ ...order, lots }, holdings, terms);
    const least = preview.marginRequired > 0n ? (preview.value * HEADROOM_PPM) / RATIO_SCALE : 0n;
    return preview.freeAfter >= least;
  };
  if (!fits(1n)) return 0n;
  let low = 1n;
  let high = 2n;
  while (fits(high) && high < 1n << 40n) {
    low = high;
    high *= 2n;
  }
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** Loss of resting lots if they filled at their own price while the mark stands where it is. */
export function openLoss(
  side: Side,
  ticks: bigint,
  lots: bigint,
  { markTicks, scale }: Pick<PreviewTerms, "markTicks" | "scale">,
): bigint {
  const worse = side === "BUY" ? ticks - markTicks : markTicks - ticks;
  return worse > 0n ? worse * lots * scale.valueOfTickLot : 0n;
}

function planFills(order: PlannedOrder, opposite: readonly Level[]): Level[] {
  const fills: Level[] = [];
  let left = order.lots;
  for (const level of opposite) {
    const beyond =
      order.side === "BUY" ? level.ticks > order.limitTicks : level.ticks < order.limitTicks;
    if (left === 0n || beyond) break;
    const lots = level.lots < left ? level.lots : left;
    fills.push({ ticks: level.ticks, lots });
    left -= lots;
  }
  return order.allOrNothing && left > 0n ? [] : fills;
}

function marginTerms({ market, scale, markTicks }: PreviewTerms) {
  return {
    markTicks,
    valueOfTickLot: scale.valueOfTickLot,
    imRatio: BigInt(market.im_ratio),
    mmRatio: BigInt(market.mm_ratio),
    takerFee: BigInt(market.taker_fee),
  };
}
