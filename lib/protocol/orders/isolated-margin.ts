/**
 * An isolated position has a wallet of its own. What its orders open takes initial margin from the account's balance when they
 * fill, and what they close returns its part of the wallet. Exact integers, for the venue and for previews.
 */
import { divideUp } from "#lib/protocol/decimal.ts";
import { RATIO_SCALE } from "#lib/protocol/market/markets.ts";
import {
  applyFill,
  initialRequirement,
  type MarginTerms,
  type MarketExposure,
  magnitude,
} from "./margin.ts";

type IsolatedPosition = { size: bigint; cost: bigint; wallet: bigint };

/** A trade of an isolated position. `value` is ≥ 0. */
type IsolatedTrade = {
  /** Signed. */
  lots: bigint;
  value: bigint;
  fee: bigint;
  /** The venue closes it: everything stays in the wallet until the whole position is closed. */
  isLiquidated: boolean;
};

export type IsolatedFill = IsolatedPosition & {
  realizedPnl: bigint;
  /** From the wallet to the account's balance; below zero when a closed position could not pay its loss. */
  returned: bigint;
  /** From the account's balance to the wallet, for what was opened. */
  drawn: bigint;
};

type Terms = Pick<
  MarginTerms,
  "markTicks" | "valueOfTickLot" | "imRatio" | "leverageRatio" | "tiers"
>;

/** Initial margin that the account's balance gives when a position goes from one size to another: for what is opened. */
function openingMargin(from: bigint, to: bigint, terms: Terms): bigint {
  const lotValue = terms.markTicks * terms.valueOfTickLot;
  const reverses = from !== 0n && to !== 0n && from > 0n !== to > 0n;
  const before = reverses ? 0n : initialRequirement(magnitude(from) * lotValue, terms);
  const after = initialRequirement(magnitude(to) * lotValue, terms);
  return after > before ? after - before : 0n;
}

/** What the resting orders of an isolated position reserve in the account's balance. Orders that only close reserve nothing. */
export function reservedMargin(
  { size, openBuy, openSell, openLoss }: Omit<MarketExposure, "cost">,
  terms: Terms & Pick<MarginTerms, "takerFee">,
): bigint {
  const opened = openedLots(size, openBuy) + openedLots(-size, openSell);
  if (opened === 0n) return 0n;
  const buys = openingMargin(size, size + openBuy, terms);
  const sells = openingMargin(size, size - openSell, terms);
  const value = opened * terms.markTicks * terms.valueOfTickLot;
  const fee = divideUp(value * terms.takerFee, RATIO_SCALE);
  return (buys > sells ? buys : sells) + fee + openLoss;
}

/** Lots of `open` orders in the direction of `size` that are left when those before have closed what is against them. */
function openedLots(size: bigint, open: bigint): bigint {
  if (size >= 0n) return open;
  return open > -size ? open + size : 0n;
}

/** The position after a trade, and what moves between its wallet and the account's balance. */
export function applyIsolatedFill(
  position: IsolatedPosition,
  { lots, value, fee, isLiquidated }: IsolatedTrade,
  terms: Terms,
): IsolatedFill {
  const { size, wallet } = position;
  const moved = applyFill(position, lots, value);
  const closes = size !== 0n && size > 0n !== lots > 0n;
  const closed = closes ? smaller(magnitude(lots), magnitude(size)) : 0n;
  const closingFee = (fee * closed) / magnitude(lots);
  let kept = wallet + moved.realizedPnl - closingFee;
  let returned = 0n;
  if (closed > 0n && !isLiquidated) {
    const share = (wallet * closed) / magnitude(size);
    const free = kept - (wallet - share);
    const isWhole = closed === magnitude(size);
    returned = isWhole ? kept : free > 0n ? free : 0n;
    kept -= returned;
  }
  const opened = magnitude(lots) - closed;
  let drawn = 0n;
  if (opened > 0n) {
    const openedValue = value - (value * closed) / magnitude(lots);
    const openingFee = fee - closingFee;
    const from = closed > 0n ? 0n : size;
    drawn =
      openingMargin(from, moved.size, terms) +
      openingLoss(lots > 0n, opened, openedValue, terms) +
      openingFee;
    kept += drawn - openingFee;
  }
  return {
    size: moved.size,
    cost: moved.cost,
    wallet: kept,
    realizedPnl: moved.realizedPnl,
    returned,
    drawn,
  };
}

/** What lots that were opened for `value` have lost at the mark already. */
function openingLoss(isBuy: boolean, lots: bigint, value: bigint, terms: Terms): bigint {
  const atMark = lots * terms.markTicks * terms.valueOfTickLot;
  const loss = isBuy ? value - atMark : atMark - value;
  return loss > 0n ? loss : 0n;
}

/** Initial margin of an isolated position as it is. */
export function heldMargin(size: bigint, terms: Terms): bigint {
  return initialRequirement(magnitude(size) * terms.markTicks * terms.valueOfTickLot, terms);
}

/** What may leave the wallet: never profit that is not realised, and never below the initial margin. */
export function removableMargin(isolated: {
  wallet: bigint;
  owed: bigint;
  worth: bigint;
  initialMargin: bigint;
}): bigint {
  const { wallet, owed, worth, initialMargin } = isolated;
  const money = owed > 0n ? wallet - owed : wallet;
  const most = smaller(money, worth - initialMargin);
  return most > 0n ? most : 0n;
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
