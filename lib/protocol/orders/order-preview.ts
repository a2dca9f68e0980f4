/**
 * Previews an order by the venue's own formulas (`lib/protocol/orders/margin.ts`) on a given book and account. Money is 1e-9 USDC,
 * sizes are lots, prices are ticks.
 */
import { divideHalfUp } from "#lib/protocol/decimal.ts";
import type { Side } from "#lib/protocol/enumerations.ts";
import { type MarketScale, RATIO_SCALE } from "#lib/protocol/market/markets.ts";
import type { Market } from "#lib/protocol/wire/market.ts";
import {
  applyFill,
  liquidationTicks,
  type MarginTerms,
  type MarketExposure,
  type MarketMargin,
  marketMargin,
  tradingFee,
} from "./margin.ts";
import { marginTerms } from "./margin-terms.ts";
import { type Level, type OwnOrder, type PlannedOrder, planFills, trimmed } from "./plan-fills.ts";

export type PreviewPosition = {
  size: bigint;
  cost: bigint;
  /** Money of an isolated position; null while it shares the account's balance. */
  wallet: bigint | null;
};

type Trade = { lots: bigint; value: bigint; fee: bigint };
/** `cash` is what the balance gains. `isUnpaid`: a closed isolated position could not pay its loss. */
type Fill = { position: PreviewPosition; cash: bigint; isUnpaid: boolean };
type OwnState = { position: PreviewPosition; fundingOwed: bigint };

/** What differs for an isolated position; the implementation is `isolated-preview.ts`. */
export type IsolatedArithmetic = {
  /** Margin that its orders reserve in the balance. */
  reserved: (exposure: MarketExposure, terms: MarginTerms) => bigint;
  fill: (position: PreviewPosition, trade: Trade, terms: MarginTerms) => Fill;
  /** Its worth above maintenance. */
  cushion: (position: PreviewPosition, fundingOwed: bigint, terms: MarginTerms) => bigint;
  /** The venue's rule: below its initial margin, a trade must not leave it weaker or in debt. */
  isWeakened: (before: OwnState, after: OwnState, terms: MarginTerms) => boolean;
};

/** Position, orders and funds of the account, in lots and 1e-9 USDC. */
export type Holdings = {
  position: PreviewPosition;
  /** Resting in this market, oldest first. */
  orders: readonly OwnOrder[];
  /** Settled collateral. */
  balance: bigint;
  /** Funding that this market's position owes; settled when the position changes. */
  fundingOwed: bigint;
  /** Balance plus unrealised profit, less funding owed, over all markets that are not isolated. */
  accountValue: bigint;
  /** Over the same markets, with what orders of isolated ones reserve. */
  initialMargin: bigint;
  maintenanceMargin: bigint;
  /** Taken off every trading fee. */
  feeDiscountPpm: bigint;
  /** The account's own in this market; 0 where it chose none. */
  leverage: number;
  /** Null while positions of this market share the balance. */
  isolated: IsolatedArithmetic | null;
};

export type PreviewTerms = {
  market: Market;
  scale: MarketScale;
  markTicks: bigint;
  /** The side that the order would trade with, best first; the account's own orders are in it. */
  opposite: readonly Level[];
};

/** The account as the order would leave it. */
export type AccountAfter = {
  balance: bigint;
  /** Of this market's position, not settled. */
  fundingOwed: bigint;
  /** A closed isolated position could not pay its loss. */
  isUnpaid: boolean;
  accountValue: bigint;
  initialMargin: bigint;
  maintenanceMargin: bigint;
  /** `accountValue - initialMargin`; negative means that the account may not add risk. */
  free: bigint;
  position: PreviewPosition;
  /** The mark at which the account, or the isolated position, is liquidated while other markets do not move; `undefined` when there is none. */
  liquidationTicks: bigint | undefined;
};

export type Preview = {
  /** Worth of the order: its immediate fills at the book's prices, and its rest at its own price. */
  value: bigint;
  /** Taker fee of the immediate fills. */
  fee: bigint;
  /** Maker fee of the rest, if it fills at its own price. */
  restingFee: bigint;
  filledLots: bigint;
  /** Worth of the immediate fills. */
  filledValue: bigint;
  /** Lots that go into the book; lots that neither fill nor rest are cancelled. */
  restLots: bigint;
  /** Mean price of the immediate fill in ticks, scaled by 10,000; `undefined` when nothing fills. */
  averageTicksE4: bigint | undefined;
  /** Price of the last fill: the worst; `undefined` when nothing fills. */
  lastTicks: bigint | undefined;
  /** How much worse than the mark the average is, in parts per million of the mark; negative when it is better. */
  slippagePpm: bigint | undefined;
  /** The account's own orders on the opposite side that would match: the venue cancels them instead of trading with them. */
  ownCancelled: bigint;
  /** How much the account's initial margin and the position's wallet grow; negative when the order frees margin. */
  marginRequired: bigint;
  /** Free collateral after the order; negative means that the venue refuses an order that adds risk. */
  freeAfter: bigint;
  liquidationBefore: bigint | undefined;
  after: AccountAfter;
  /** The account once the rest has filled too, alone and at its own price; `after` when nothing rests. */
  filled: AccountAfter;
  /** True when the venue would refuse it for lack of margin. */
  refused: boolean;
  /** The deposit with which the venue would accept it; 0 unless it is refused. */
  missing: bigint;
  entire: EntireOrder;
};

/**
 * All that the owner signs for, however little the book holds: lots that neither fill nor rest count as filled at the mark,
 * or at the order's own limit where that is better. The book may fill up before the order arrives, and then they do trade.
 */
export type EntireOrder = {
  value: bigint;
  /** How much the account's initial margin grows; negative when the order frees margin. */
  marginRequired: bigint;
  /** Lots that neither fill nor rest at present. */
  unfilledLots: bigint;
  free: bigint;
  /** The deposit with which the margin supports the whole size; 0 when it does, and never below {@link Preview.missing}. */
  missing: bigint;
};

export function previewOrder(
  planned: PlannedOrder,
  holdings: Holdings,
  terms: PreviewTerms,
): Preview {
  const order = withinPosition(planned, holdings);
  const { scale, market } = terms;
  const plan = planFills(order, holdings.orders, terms.opposite);
  const sign = order.side === "BUY" ? 1n : -1n;
  let change = unchanged(holdings);
  let [filledLots, filledValue, fee] = [0n, 0n, 0n];
  for (const { ticks, lots } of plan.fills) {
    const value = ticks * lots * scale.valueOfTickLot;
    const paid = tradingFee(value, BigInt(market.taker_fee), holdings.feeDiscountPpm);
    change = fillOnce(change, { lots: sign * lots, value, fee: paid }, { holdings, terms });
    fee += paid;
    filledLots += lots;
    filledValue += value;
  }
  const { position } = change;
  const restLots = order.rests ? order.lots - filledLots : 0n;
  const rest = { side: order.side, ticks: order.limitTicks, lots: restLots };
  const own = { ...rest, reduceOnly: order.reduceOnly === true };
  const restValue = restLots * order.limitTicks * scale.valueOfTickLot;
  const left = trimmed([...plan.orders, ...(restLots > 0n ? [own] : [])], position.size);
  const resting = filledLots > 0n ? left : [...plan.orders, ...(restLots > 0n ? [own] : [])];
  const after = accountAfter({ ...change, orders: resting }, holdings, terms);
  const judged = accountAfter({ ...change, orders: [...holdings.orders, own] }, holdings, terms);
  const restingFee = tradingFee(restValue, BigInt(market.maker_fee), holdings.feeDiscountPpm);
  const refused =
    !(order.allOrNothing && filledLots < order.lots) &&
    isRefused(order, { holdings, terms }, judged);
  const missing = refused && judged.free < 0n ? -judged.free : 0n;
  const value = filledValue + restValue;
  return {
    value,
    fee,
    restingFee,
    filledLots,
    filledValue,
    restLots,
    ...averageOf({ side: order.side, filledLots, filledValue }, terms),
    lastTicks: plan.fills.at(-1)?.ticks,
    ownCancelled: plan.cancelled,
    marginRequired: marginGrowth(holdings, after),
    freeAfter: after.free,
    liquidationBefore: accountAfter(
      { ...unchanged(holdings), orders: holdings.orders },
      holdings,
      terms,
    ).liquidationTicks,
    after,
    filled:
      restLots === 0n
        ? after
        : accountAfter(
            fillAt(change, { ...rest, fee: restingFee, orders: plan.orders }, { holdings, terms }),
            holdings,
            terms,
          ),
    refused,
    missing,
    entire: entireOrder(order, change, {
      known: { value, after, missing, unfilledLots: order.lots - filledLots - restLots },
      orders: plan.orders,
      holdings,
      terms,
    }),
  };
}

function averageOf(
  { side, filledLots, filledValue }: { side: Side; filledLots: bigint; filledValue: bigint },
  { scale, markTicks }: PreviewTerms,
): Pick<Preview, "averageTicksE4" | "slippagePpm"> {
  if (filledLots === 0n) return { averageTicksE4: undefined, slippagePpm: undefined };
  const average = divideHalfUp(filledValue * 10_000n, filledLots * scale.valueOfTickLot);
  const away = (average - markTicks * 10_000n) * 100n;
  const worse = side === "BUY" ? away : -away;
  return {
    averageTicksE4: average,
    slippagePpm: markTicks === 0n ? undefined : divideHalfUp(worse, markTicks),
  };
}

type EntireTerms = {
  known: Pick<Preview, "value" | "after" | "missing"> & { unfilledLots: bigint };
  /** The account's other orders in this market. */
  orders: readonly OwnOrder[];
  holdings: Holdings;
  terms: PreviewTerms;
};

function entireOrder(
  order: PlannedOrder,
  change: Omit<Change, "orders">,
  { known, orders, holdings, terms }: EntireTerms,
): EntireOrder {
  const { unfilledLots: lots, missing } = known;
  const { side } = order;
  const ticks = withinLimit(order, terms.markTicks);
  const unfilled = lots * ticks * terms.scale.valueOfTickLot;
  const fee = tradingFee(unfilled, BigInt(terms.market.taker_fee), holdings.feeDiscountPpm);
  const fill = { side, ticks, lots, fee, orders };
  const after =
    lots === 0n
      ? known.after
      : accountAfter(fillAt(change, fill, { holdings, terms }), holdings, terms);
  const isShort = lots > 0n && after.free < -missing && !reducesOnly(order, holdings);
  return {
    value: known.value + unfilled,
    marginRequired: marginGrowth(holdings, after),
    unfilledLots: lots,
    free: after.free,
    missing: isShort ? -after.free : missing,
  };
}

/** The venue cuts a reduce-only order that cannot rest to the position, where there is one. */
function withinPosition(order: PlannedOrder, { position }: Holdings): PlannedOrder {
  const held = order.side === "SELL" ? position.size : -position.size;
  const cuts = order.reduceOnly === true && !order.rests && held > 0n && order.lots > held;
  return cuts ? { ...order, lots: held } : order;
}

/** The mark, or the order's own limit where that is better than the mark. */
function withinLimit({ side, limitTicks }: PlannedOrder, markTicks: bigint): bigint {
  const isBeyond = side === "BUY" ? markTicks > limitTicks : markTicks < limitTicks;
  return isBeyond ? limitTicks : markTicks;
}

/** `cash` is what the fills change of the balance. */
type Change = Fill & { orders: readonly OwnOrder[]; filled: boolean };

type Setting = { holdings: Holdings; terms: Omit<PreviewTerms, "opposite"> };

function unchanged({ position }: Holdings): Omit<Change, "orders"> {
  return { position, cash: 0n, filled: false, isUnpaid: false };
}

/** The first fill settles the funding that the position owes. */
function fillOnce(
  change: Omit<Change, "orders">,
  trade: Trade,
  { holdings, terms }: Setting,
): Omit<Change, "orders"> {
  const { position, filled } = change;
  const { isolated, leverage, fundingOwed } = holdings;
  const { wallet } = position;
  let fill: Fill;
  if (isolated === null || wallet === null) {
    const { realizedPnl, ...moved } = applyFill(position, trade.lots, trade.value);
    fill = { position: { ...moved, wallet }, cash: realizedPnl - trade.fee, isUnpaid: false };
  } else {
    const settled = filled ? position : { ...position, wallet: wallet - fundingOwed };
    fill = isolated.fill(settled, trade, marginTerms({ ...terms, leverage }));
  }
  return {
    position: fill.position,
    cash: change.cash + fill.cash,
    filled: true,
    isUnpaid: change.isUnpaid || fill.isUnpaid,
  };
}

type MarginState = Pick<Holdings, "initialMargin" | "position">;

/** Of initial margin, and of the wallet of an isolated position. */
export function marginGrowth(before: MarginState, after: MarginState): bigint {
  const wallets = (after.position.wallet ?? 0n) - (before.position.wallet ?? 0n);
  return after.initialMargin - before.initialMargin + wallets;
}

type FillAt = Level & {
  side: Side;
  fee: bigint;
  /** The account's other orders in this market. */
  orders: readonly OwnOrder[];
};

/** The change once these lots fill as well, at one price. */
function fillAt(
  change: Omit<Change, "orders">,
  { side, ticks, lots, fee, orders }: FillAt,
  setting: Setting,
): Change {
  const value = ticks * lots * setting.terms.scale.valueOfTickLot;
  const filled = fillOnce(change, { lots: side === "BUY" ? lots : -lots, value, fee }, setting);
  return { ...filled, orders: trimmed(orders, filled.position.size) };
}

/**
 * The account once an order that waits for its trigger has filled at that price. A reduce-only order fills no more than
 * the position.
 */
export function filledAtTrigger(
  order: Pick<PlannedOrder, "side" | "lots" | "reduceOnly">,
  triggerTicks: bigint,
  holdings: Holdings,
  terms: Omit<PreviewTerms, "opposite">,
): AccountAfter {
  const { scale, market } = terms;
  const { position, orders } = holdings;
  const held = order.side === "SELL" ? position.size : -position.size;
  const most = held > 0n ? held : 0n;
  const lots = order.reduceOnly === true && order.lots > most ? most : order.lots;
  const value = triggerTicks * lots * scale.valueOfTickLot;
  const fee = tradingFee(value, BigInt(market.taker_fee), holdings.feeDiscountPpm);
  const none = { ...unchanged(holdings), orders };
  if (lots === 0n) return accountAfter(none, holdings, terms);
  const fill = { side: order.side, ticks: triggerTicks, lots, fee, orders };
  return accountAfter(fillAt(none, fill, { holdings, terms }), holdings, terms);
}

function accountAfter(
  change: Change,
  holdings: Holdings,
  terms: Omit<PreviewTerms, "opposite">,
): AccountAfter {
  const { leverage, isolated } = holdings;
  const known = { ...terms, leverage, isolated };
  const before = marginOf(holdings.position, holdings.orders, known);
  const after = marginOf(change.position, change.orders, known);
  const owed = change.filled ? 0n : holdings.fundingOwed;
  const settled = isolated === null ? holdings.fundingOwed - owed : 0n;
  const initialMargin = holdings.initialMargin - before.initialMargin + after.initialMargin;
  const account = {
    accountValue: holdings.accountValue - before.unrealizedPnl + after.unrealizedPnl + change.cash,
    maintenanceMargin:
      holdings.maintenanceMargin - before.maintenanceMargin + after.maintenanceMargin,
  };
  return {
    ...account,
    initialMargin,
    balance: holdings.balance - settled + change.cash,
    free: account.accountValue - initialMargin,
    position: change.position,
    isUnpaid: change.isUnpaid,
    fundingOwed: owed,
    liquidationTicks: liquidationOf(
      change.position.size,
      isolated?.cushion(change.position, owed, marginTerms(known)) ??
        account.accountValue - account.maintenanceMargin,
      terms,
    ),
  };
}

/** The venue's rule: an order that adds risk needs its initial margin; one that reduces must not leave the account weaker or in debt. */
function isRefused(
  order: PlannedOrder,
  { holdings, terms }: Setting,
  after: AccountAfter,
): boolean {
  const { isolated, leverage } = holdings;
  const reduces = reducesOnly(order, holdings);
  const isHeld = after.position.size === holdings.position.size;
  if (isolated !== null) {
    if (reduces && isHeld) return false;
    const weakened = isolated.isWeakened(holdings, after, marginTerms({ ...terms, leverage }));
    return after.isUnpaid || weakened || (!reduces && after.free < 0n);
  }
  if (after.free >= 0n) return false;
  if (!reduces) return true;
  if (isHeld) return false;
  return (
    after.accountValue < 0n ||
    after.accountValue * holdings.maintenanceMargin <
      holdings.accountValue * after.maintenanceMargin
  );
}

/** True when the order can only make the position smaller. */
function reducesOnly(order: PlannedOrder, holdings: Holdings): boolean {
  const open = order.rests
    ? holdings.orders.reduce((sum, one) => (one.side === order.side ? sum + one.lots : sum), 0n)
    : 0n;
  const held = order.side === "SELL" ? holdings.position.size : -holdings.position.size;
  return open + order.lots <= held || (order.reduceOnly === true && held > 0n);
}

function liquidationOf(
  size: bigint,
  cushion: bigint,
  { market, scale, markTicks }: Omit<PreviewTerms, "opposite">,
): bigint | undefined {
  return liquidationTicks(size, cushion, {
    markTicks,
    valueOfTickLot: scale.valueOfTickLot,
    mmRatio: BigInt(market.mm_ratio),
  });
}

/**
 * Share of the order's value that stays free when the size is derived from the account: the mark and the book move before
 * the venue's check, and an order sized to the last cent would be refused.
 */
const HEADROOM_PPM = 2_000n;

/** Ends the search for an order that margin does not bound: a reduce-only one, whose position bounds the size that counts. */
const MAX_LOTS = 1n << 53n;

/**
 * The most lots that the account's margin supports with some headroom, by bisection over {@link previewOrder}. An order that
 * adds to the position is worth at most free margin × leverage at the mark, whatever the book holds: what it does not fill
 * counts as well, and a fill better than the mark pays for no further lots.
 */
export function largestAffordable(
  order: Omit<PlannedOrder, "lots">,
  holdings: Holdings,
  terms: PreviewTerms,
): bigint {
  const lotValue = terms.markTicks * terms.scale.valueOfTickLot;
  if (lotValue <= 0n) return 0n;
  const fits = (lots: bigint) => {
    const preview = previewOrder({ ...order, lots }, holdings, terms);
    const { marginRequired, value, free } = preview.entire;
    if (marginRequired <= 0n) return free >= 0n;
    const rest = preview.restLots * order.limitTicks * terms.scale.valueOfTickLot;
    const atMark = (lots - preview.restLots) * lotValue;
    const better = order.side === "BUY" ? atMark - (value - rest) : value - rest - atMark;
    return free - (better > 0n ? better : 0n) >= (value * HEADROOM_PPM) / RATIO_SCALE;
  };
  if (!fits(1n)) return 0n;
  let low = 1n;
  let high = 2n;
  while (high < MAX_LOTS && fits(high)) {
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

/** What one market adds to the account's margin with these orders resting in it. */
export function marginOf(
  position: PreviewPosition,
  orders: readonly OwnOrder[],
  terms: Pick<PreviewTerms, "market" | "scale" | "markTicks"> &
    Pick<Holdings, "leverage" | "isolated">,
): MarketMargin {
  const { scale, markTicks } = terms;
  const { size, cost } = position;
  const exposure: MarketExposure = { size, cost, openBuy: 0n, openSell: 0n, openLoss: 0n };
  for (const { side, ticks, lots } of orders) {
    if (side === "BUY") exposure.openBuy += lots;
    else exposure.openSell += lots;
    const worse = side === "BUY" ? ticks - markTicks : markTicks - ticks;
    if (worse > 0n) exposure.openLoss += worse * lots * scale.valueOfTickLot;
  }
  const margin = marketMargin(exposure, marginTerms(terms));
  const { isolated } = terms;
  if (isolated === null) return margin;
  const initialMargin = isolated.reserved(exposure, marginTerms(terms));
  return { unrealizedPnl: 0n, initialMargin, maintenanceMargin: 0n };
}
