/**
 * Matching in two steps: `planMatch` walks the book and changes nothing, so that all-or-nothing terms and
 * the margin after the trade are judged on the exact result; `settle` then carries the plan out.
 */

import { divideUp } from "#lib/protocol/decimal.ts";
import { applyFill } from "#lib/protocol/margin.ts";
import { RATIO_SCALE } from "#lib/protocol/markets.ts";
import type { CancelReason, Side } from "#lib/protocol/orders.ts";
import { accountMargin } from "./account-margin.ts";
import { cancelResting, close, isReduceOnly, takeFromResting, trimReduceOnly } from "./resting.ts";
import {
  type Account,
  type EngineEvents,
  type FillRow,
  type Holding,
  holdingOf,
  type MarketState,
  notional,
  type Order,
  type VenueState,
} from "./state.ts";

export type MatchPlan = {
  fills: { maker: Order; lots: number }[];
  /** Resting orders that must leave instead of trading. */
  cancels: { order: Order; reason: CancelReason }[];
  filled: number;
  /** The walk ended at the limit although the book went on. */
  stoppedByLimit: boolean;
};

type Taker = {
  account: Account;
  market: MarketState;
  side: Side;
  lots: number;
  limitTicks: number;
};

/** What an incoming order would do. `limitTicks` is its price, or the edge of the band. */
export function planMatch(taker: Taker): MatchPlan {
  const plan: MatchPlan = { fills: [], cancels: [], filled: 0, stoppedByLimit: false };
  const makers = new MakerView(taker.market, taker.side);
  for (const level of taker.market.book.opposite(taker.side).fromBest()) {
    if (plan.filled === taker.lots) break;
    if (beyond(taker.side, level.ticks, taker.limitTicks)) {
      plan.stoppedByLimit = true;
      break;
    }
    for (let maker = level.first; maker !== undefined; maker = maker.next) {
      if (plan.filled === taker.lots) break;
      const refused = maker.account === taker.account ? "SELF_TRADE" : makers.refuses(maker);
      if (refused !== undefined) {
        plan.cancels.push({ order: maker, reason: refused });
        continue;
      }
      const lots = Math.min(makers.available(maker), taker.lots - plan.filled);
      makers.fill(maker, lots);
      plan.fills.push({ maker, lots });
      plan.filled += lots;
    }
  }
  return plan;
}

/** True when a price is worse for the taker than its limit. */
export function beyond(side: Side, ticks: number, limitTicks: number): boolean {
  return side === "BUY" ? ticks > limitTicks : ticks < limitTicks;
}

/** What makers can still honour, given the fills planned so far. */
class MakerView {
  private readonly moved = new Map<Account, number>();
  private readonly funded = new Map<Account, boolean>();
  private readonly market: MarketState;
  private readonly direction: 1 | -1;

  constructor(market: MarketState, takerSide: Side) {
    this.market = market;
    this.direction = takerSide === "BUY" ? -1 : 1;
  }

  /** Why this maker may not trade at all, if so. */
  refuses(maker: Order): CancelReason | undefined {
    if (isReduceOnly(maker) && this.reducible(maker.account) === 0) return "REDUCE_ONLY_INVALID";
    if (this.reducible(maker.account) === 0 && !this.isFunded(maker.account)) {
      return "NOT_ENOUGH_MARGIN";
    }
    return undefined;
  }

  available(maker: Order): number {
    return isReduceOnly(maker)
      ? Math.min(maker.remaining, this.reducible(maker.account))
      : maker.remaining;
  }

  fill(maker: Order, lots: number): void {
    const moved = this.moved.get(maker.account) ?? 0;
    this.moved.set(maker.account, moved + this.direction * lots);
  }

  /** Lots by which a fill would shrink the account's position. */
  private reducible(account: Account): number {
    const size = holdingOf(account, this.market).size + (this.moved.get(account) ?? 0);
    return Math.max(0, -this.direction * size);
  }

  private isFunded(account: Account): boolean {
    let funded = this.funded.get(account);
    if (funded === undefined) {
      const margin = accountMargin(account);
      funded = margin.accountValue >= margin.initialMargin;
      this.funded.set(account, funded);
    }
    return funded;
  }
}

export function takerFee(market: MarketState, value: bigint): bigint {
  return divideUp(value * BigInt(market.listing.taker_fee), RATIO_SCALE);
}

/** Carries out a plan. The taker is not in the book yet; what remains of it is the caller's to rest or close. */
export function settle(
  state: VenueState,
  taker: Order,
  plan: MatchPlan,
  events: EngineEvents,
): FillRow[] {
  for (const { order, reason } of plan.cancels) cancelResting(state, order, reason);
  const rows: FillRow[] = [];
  const touched = new Set<Account>();
  for (const { maker, lots } of plan.fills) {
    rows.push(trade(state, { taker, maker, lots }, events));
    touched.add(maker.account);
  }
  if (rows.length > 0) touched.add(taker.account);
  for (const account of touched) {
    trimReduceOnly(state, account, holdingOf(account, taker.market));
  }
  return rows;
}

function trade(
  state: VenueState,
  { taker, maker, lots }: { taker: Order; maker: Order; lots: number },
  events: EngineEvents,
): FillRow {
  const { market } = taker;
  const ticks = maker.ticks;
  const value = notional(market, ticks, lots);
  const fee = takerFee(market, value);
  const makerFee = divideUp(value * BigInt(market.listing.maker_fee), RATIO_SCALE);
  for (const order of [taker, maker]) {
    order.filled += lots;
    order.filledValue += value;
  }
  taker.remaining -= lots;
  takeFromResting(state, maker, lots);
  if (maker.remaining === 0)
    close(state, maker, maker.filled === maker.size ? "" : "REDUCE_ONLY_INVALID");
  const before = longLots(taker, market) + longLots(maker, market);
  moveHolding(state, taker, { lots, value, fee });
  moveHolding(state, maker, { lots, value, fee: makerFee });
  market.openInterest += longLots(taker, market) + longLots(maker, market) - before;
  market.lastTradeTicks = ticks;
  const tradeId = state.nextTradeId;
  state.nextTradeId += 1;
  events.trade(market, { id: tradeId, ticks, lots, takerSide: taker.side, time: state.time });
  return { tradeId, ticks, lots, fee };
}

function longLots(order: Order, market: MarketState): number {
  return Math.max(0, holdingOf(order.account, market).size);
}

function moveHolding(
  state: VenueState,
  order: Order,
  { lots, value, fee }: { lots: number; value: bigint; fee: bigint },
): void {
  const holding: Holding = holdingOf(order.account, order.market);
  const signedLots = BigInt(order.side === "BUY" ? lots : -lots);
  const moved = applyFill({ size: BigInt(holding.size), cost: holding.cost }, signedLots, value);
  holding.size = Number(moved.size);
  holding.cost = moved.cost;
  holding.updatedAt = state.time;
  order.account.balance += moved.realizedPnl - fee;
  order.account.seq = state.seq;
  order.account.updatedAt = state.time;
  state.fees += fee;
}
