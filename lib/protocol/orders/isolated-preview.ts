/** What a preview computes of an isolated position. Pages load it when an account has one. Money is 1e-9 USDC. */
import { applyIsolatedFill, heldMargin, reservedMargin } from "./isolated-margin.ts";
import { type MarginTerms, marketMargin } from "./margin.ts";
import type { IsolatedArithmetic, PreviewPosition } from "./order-preview.ts";

type OwnMargin = { worth: bigint; initialMargin: bigint; maintenanceMargin: bigint };

/** Margin of an isolated position by itself. */
export function ownMargin(
  { size, cost, wallet }: PreviewPosition,
  fundingOwed: bigint,
  terms: MarginTerms,
): OwnMargin {
  const noOrders = { openBuy: 0n, openSell: 0n, openLoss: 0n };
  const { unrealizedPnl, maintenanceMargin } = marketMargin({ size, cost, ...noOrders }, terms);
  return {
    worth: (wallet ?? 0n) + unrealizedPnl - fundingOwed,
    initialMargin: heldMargin(size, terms),
    maintenanceMargin,
  };
}

export const isolatedArithmetic: IsolatedArithmetic = {
  reserved: reservedMargin,

  fill: ({ size, cost, wallet }, trade, terms) => {
    const before = { size, cost, wallet: wallet ?? 0n };
    const moved = applyIsolatedFill(before, { ...trade, isLiquidated: false }, terms);
    const isUnpaid = moved.returned < 0n;
    return {
      position: { size: moved.size, cost: moved.cost, wallet: moved.wallet },
      cash: (isUnpaid ? 0n : moved.returned) - moved.drawn,
      isUnpaid,
    };
  },

  cushion: (position, fundingOwed, terms) => {
    const { worth, maintenanceMargin } = ownMargin(position, fundingOwed, terms);
    return worth - maintenanceMargin;
  },

  isWeakened: (before, after, terms) => {
    const then = ownMargin(after.position, after.fundingOwed, terms);
    if (then.worth >= then.initialMargin) return false;
    const now = ownMargin(before.position, before.fundingOwed, terms);
    return (
      then.worth < 0n || then.worth * now.maintenanceMargin < now.worth * then.maintenanceMargin
    );
  },
};
