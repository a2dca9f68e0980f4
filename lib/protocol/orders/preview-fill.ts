/** One fill of a previewed order, in either margin mode, and the worth of an isolated position. */
import { applyIsolatedFill, heldMargin, reservedMargin } from "./isolated-margin.ts";
import {
  applyFill,
  type MarginTerms,
  type MarketExposure,
  type MarketMargin,
  marketMargin,
} from "./margin.ts";

export type PreviewPosition = {
  size: bigint;
  cost: bigint;
  /** Money of an isolated position; null while it shares the account's balance. */
  wallet: bigint | null;
};

export type PreviewFill = {
  position: PreviewPosition;
  /** What the account's balance gains. */
  cash: bigint;
  /** A closed isolated position could not pay its loss: the venue refuses the order. */
  isUnpaid: boolean;
};

/** @param trade `lots` are signed */
export function fillPosition(
  position: PreviewPosition,
  { lots, value, fee }: { lots: bigint; value: bigint; fee: bigint },
  terms: MarginTerms,
): PreviewFill {
  const { size, cost, wallet } = position;
  if (wallet === null) {
    const moved = applyFill(position, lots, value);
    const after = { size: moved.size, cost: moved.cost, wallet };
    return { position: after, cash: moved.realizedPnl - fee, isUnpaid: false };
  }
  const trade = { lots, value, fee, isLiquidated: false };
  const moved = applyIsolatedFill({ size, cost, wallet }, trade, terms);
  const isUnpaid = moved.returned < 0n;
  return {
    position: { size: moved.size, cost: moved.cost, wallet: moved.wallet },
    cash: (isUnpaid ? 0n : moved.returned) - moved.drawn,
    isUnpaid,
  };
}

/** What the market adds to the sums of the account's balance: of an isolated position only what its orders reserve. */
export function sharedMargin(
  exposure: MarketExposure,
  terms: MarginTerms,
  isIsolated: boolean,
): MarketMargin {
  if (!isIsolated) return marketMargin(exposure, terms);
  return {
    unrealizedPnl: 0n,
    initialMargin: reservedMargin(exposure, terms),
    maintenanceMargin: 0n,
  };
}

export type OwnMargin = { worth: bigint; initialMargin: bigint; maintenanceMargin: bigint };

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

/** The venue's rule for what is behind a position: below its initial margin, a trade must not leave it weaker or in debt. */
export function isWeakened(before: OwnMargin, after: OwnMargin): boolean {
  if (after.worth >= after.initialMargin) return false;
  return (
    after.worth < 0n ||
    after.worth * before.maintenanceMargin < before.worth * after.maintenanceMargin
  );
}
