/** What an order would take from the book, and which of the account's own orders stay. Sizes are lots, prices are ticks. */
import type { Side } from "#lib/protocol/enumerations.ts";
import type { CountedOrder } from "./counts.ts";
import { magnitude } from "./margin.ts";
import { isReduceOnly, mayRest } from "./orders.ts";

export type Level = { ticks: bigint; lots: bigint };

export type PlannedOrder = {
  side: Side;
  lots: bigint;
  /** The worst price at which it may trade: its own, or the edge of the band for a market order. */
  limitTicks: bigint;
  /** The unfilled rest stays in the book. */
  rests: boolean;
  /** It fills completely or not at all. */
  allOrNothing: boolean;
  reduceOnly?: boolean;
};

export function plannedOrder(
  order: Pick<CountedOrder, "side" | "type" | "timeInForce" | "flags">,
  lots: bigint,
  limitTicks: bigint,
): PlannedOrder {
  return {
    side: order.side,
    lots,
    limitTicks,
    rests: mayRest(order),
    allOrNothing: order.timeInForce === "FOK",
    reduceOnly: isReduceOnly(order),
  };
}

/** An order of the account itself in this market's book. */
export type OwnOrder = Level & { side: Side; reduceOnly: boolean };

type FillPlan = { fills: Level[]; orders: OwnOrder[]; cancelled: bigint };

/**
 * Walks the book. The account's own orders on the way are cancelled, not traded with. At the last price only the venue knows
 * the queue, so an own order there is assumed to stay.
 */
export function planFills(
  order: PlannedOrder,
  own: readonly OwnOrder[],
  opposite: readonly Level[],
): FillPlan {
  const fills: Level[] = [];
  const gone = new Set<OwnOrder>();
  let left = order.lots;
  for (const level of opposite) {
    const beyond =
      order.side === "BUY" ? level.ticks > order.limitTicks : level.ticks < order.limitTicks;
    if (left === 0n || beyond) break;
    const mine = own.filter((one) => one.side !== order.side && one.ticks === level.ticks);
    const others = mine.reduce((sum, one) => sum - one.lots, level.lots);
    const lots = others < left ? others : left;
    if (others < left) for (const one of mine) gone.add(one);
    if (lots > 0n) fills.push({ ticks: level.ticks, lots });
    left -= lots > 0n ? lots : 0n;
  }
  if (order.allOrNothing && left > 0n) return { fills: [], orders: [...own], cancelled: 0n };
  const cancelled = [...gone].reduce((sum, one) => sum + one.lots, 0n);
  return { fills, orders: own.filter((one) => !gone.has(one)), cancelled };
}

/** Reduce-only orders as the venue keeps them after a fill: none beyond the position, the newest cut first. */
export function trimmed(orders: readonly OwnOrder[], size: bigint): OwnOrder[] {
  const closing: Side = size > 0n ? "SELL" : "BUY";
  let left = magnitude(size);
  return orders.flatMap((order) => {
    if (!order.reduceOnly) return [order];
    if (size === 0n || order.side !== closing) return [];
    const lots = order.lots < left ? order.lots : left;
    left -= lots;
    return lots > 0n ? [{ ...order, lots }] : [];
  });
}
