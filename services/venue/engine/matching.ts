/**
 * Matching in two steps: `planMatch` walks the book and changes nothing, so that all-or-nothing terms and
 * the margin after the trade are checked on the exact result; `settle` then carries the plan out.
 */

import type { Side, TradeType } from "#lib/protocol/enumerations.ts";
import { RATIO_SCALE } from "#lib/protocol/market/markets.ts";
import type { CancelReason } from "#lib/protocol/order-states.ts";
import { tradingFee } from "#lib/protocol/orders/margin.ts";
import { isReduceOnly } from "#lib/protocol/orders/orders.ts";
import { beyond } from "#lib/protocol/orders/rules.ts";
import { accountMargin, baseRatio, orderOpenLoss } from "./account-margin.ts";
import { holdingOf } from "./accounts.ts";
import { cancelOpen } from "./cancel-open.ts";
import type { EngineEvents } from "./events.ts";
import { marginBehind } from "./isolated.ts";
import {
  type Account,
  type Holding,
  type MarketState,
  notional,
  type Order,
} from "./market-state.ts";
import type { FillRow } from "./outcome.ts";
import { movePosition } from "./position.ts";
import { trimReduceOnly } from "./reduce-only.ts";
import { close, takeFromResting, touch } from "./resting-orders.ts";
import { feesOf } from "./trading-fees.ts";
import type { VenueState } from "./venue-state.ts";

export type MatchPlan = {
  fills: { maker: Order; lots: number }[];
  /** Resting orders that must leave instead of trading. */
  cancels: { order: Order; reason: CancelReason }[];
  /** Resting orders that trade as far as they reduce; the rest of them may not stay in front of the taker's. */
  cut: Order[];
  filled: number;
  /** The walk ended because the taker cannot carry what it filled, and more of the book would only make that worse. */
  unaffordable: boolean;
  /** The walk ended at the limit although the book went on. */
  stoppedByLimit: boolean;
};

export type Taker = {
  account: Account;
  market: MarketState;
  side: Side;
  lots: number;
  limitTicks: number;
  budget?: Budget | undefined;
};

/** Bounds a walk by what its taker can carry: initial margin and losses on the mark, of the position alone; 1e-15 USDC. */
export class Budget {
  #left: bigint;
  readonly #market: MarketState;
  readonly #direction: bigint;
  readonly #imRatio: bigint;

  constructor(holding: Holding, side: Side) {
    const { market, size } = holding;
    this.#imRatio = baseRatio(holding);
    const held = notional(market, market.markTicks, Math.abs(size)) * this.#imRatio;
    this.#left = budgetOf(holding) * RATIO_SCALE + held;
    this.#market = market;
    this.#direction = side === "BUY" ? 1n : -1n;
  }

  /** True when the account cannot carry these lots after those before, nor any more at the same price or a worse one. */
  exceededBy(ticks: number, lots: number): boolean {
    const { markTicks, scale } = this.#market;
    const gain = this.#direction * BigInt(markTicks - ticks) * RATIO_SCALE;
    const aLot = (gain - BigInt(markTicks) * this.#imRatio) * scale.valueOfTickLot;
    this.#left += aLot * BigInt(lots);
    return this.#left < 0n && aLot <= 0n;
  }
}

/** What the account can carry an order with: what it is worth, and of an isolated position what closing it would return. */
function budgetOf(holding: Holding): bigint {
  const { accountValue } = accountMargin(holding.account);
  if (holding.isolated === null) return accountValue;
  const own = marginBehind(holding).accountValue;
  return own > 0n ? accountValue + own : accountValue;
}

/** What an incoming order would do. `limitTicks` is its price, or the edge of the band. */
export function planMatch(taker: Taker): MatchPlan {
  const plan: MatchPlan = {
    fills: [],
    cancels: [],
    cut: [],
    filled: 0,
    unaffordable: false,
    stoppedByLimit: false,
  };
  const opposite = taker.market.book.opposite(taker.side);
  const best = opposite.best();
  if (best === undefined) return plan;
  if (beyond(taker.side, best.ticks, taker.limitTicks)) {
    plan.stoppedByLimit = true;
    return plan;
  }
  const makers = new MakerView(taker.market, taker.side);
  for (let rank = 0; plan.filled < taker.lots && !plan.unaffordable; rank += 1) {
    const level = opposite.at(rank);
    if (level === undefined) break;
    if (beyond(taker.side, level.ticks, taker.limitTicks)) {
      plan.stoppedByLimit = true;
      break;
    }
    walkLevel(level.first, taker, makers, plan);
  }
  return plan;
}

function walkLevel(
  first: Order | undefined,
  taker: Taker,
  makers: MakerView,
  plan: MatchPlan,
): void {
  for (let maker = first; maker !== undefined; maker = maker.next) {
    if (plan.filled === taker.lots) return;
    const refused = maker.account === taker.account ? "SELF_TRADE" : makers.refuses(maker);
    if (refused !== undefined) {
      plan.cancels.push({ order: maker, reason: refused });
      continue;
    }
    const lots = Math.min(makers.available(maker), taker.lots - plan.filled);
    makers.fill(maker, lots);
    plan.fills.push({ maker, lots });
    plan.filled += lots;
    if (lots < maker.remaining && plan.filled < taker.lots) plan.cut.push(maker);
    if (taker.budget?.exceededBy(maker.ticks, lots)) {
      plan.unaffordable = true;
      return;
    }
  }
}

/** What makers can still honour, given the fills planned so far. */
class MakerView {
  readonly #moved = new Map<Account, number>();
  readonly #funded = new Map<Account, boolean>();
  readonly #market: MarketState;
  readonly #direction: 1 | -1;

  constructor(market: MarketState, takerSide: Side) {
    this.#market = market;
    this.#direction = takerSide === "BUY" ? -1 : 1;
  }

  /** Why this maker may not trade at all, if so. */
  refuses(maker: Order): CancelReason | undefined {
    const market = this.#market;
    const edge = maker.side === "BUY" ? market.highestBuy : market.lowestSell;
    if (beyond(maker.side, maker.ticks, edge)) return "PRICE_BAND";
    const reducible = this.#reducible(maker.account);
    if (reducible === 0 && isReduceOnly(maker)) return "REDUCE_ONLY_INVALID";
    if (reducible === 0 && market.listing.status === "ReduceOnly") return "MARKET_CLOSED";
    return this.#isPaidFor(maker, reducible) ? undefined : "NOT_ENOUGH_MARGIN";
  }

  /** Of an isolated position the balance pays for what opens, and the wallet for what closes. */
  #isPaidFor(maker: Order, reducible: number): boolean {
    const { account } = maker;
    if (reducible === 0) return this.#isFunded(account);
    // A fill that goes beyond the position is checked as a whole: one lot to close does not pay for a thousand to open.
    const closes = this.available(maker) <= reducible;
    return holdingOf(account, this.#market).isolated === null
      ? this.#isFunded(account) || (closes && this.#keepsStrength(maker))
      : (closes || this.#isFunded(account)) && this.#keepsStrength(maker);
  }

  available(maker: Order): number {
    return isReduceOnly(maker) || this.#market.listing.status === "ReduceOnly"
      ? Math.min(maker.remaining, this.#reducible(maker.account))
      : maker.remaining;
  }

  fill(maker: Order, lots: number): void {
    const moved = this.#moved.get(maker.account) ?? 0;
    this.#moved.set(maker.account, moved + this.#direction * lots);
  }

  /** Lots by which a fill would shrink the account's position. */
  #reducible(account: Account): number {
    const size = holdingOf(account, this.#market).size + (this.#moved.get(account) ?? 0);
    return Math.max(0, -this.#direction * size);
  }

  /**
   * A maker that reduces needs no margin, but may not grow weaker (value to maintenance): the share of its value
   * that it loses is at most the share of its maintenance that it closes. So it never trades itself into debt either, fees included.
   */
  #keepsStrength(maker: Order): boolean {
    const market = this.#market;
    const lots = this.available(maker);
    const { accountValue, maintenanceMargin } = marginBehind(holdingOf(maker.account, market));
    const fee = tradingFee(notional(market, maker.ticks, lots), market.terms.makerFee);
    const loss = orderOpenLoss(market, maker.side, maker.ticks, lots) + fee;
    const freed = notional(market, market.markTicks, lots) * market.terms.mmRatio;
    return loss * maintenanceMargin * RATIO_SCALE <= accountValue * freed;
  }

  #isFunded(account: Account): boolean {
    let funded = this.#funded.get(account);
    if (funded === undefined) {
      const margin = accountMargin(account);
      funded = margin.accountValue >= margin.initialMargin;
      this.#funded.set(account, funded);
    }
    return funded;
  }
}

/** Carries out a plan. The taker is not in the book; what remains of it is the caller's to rest or close. */
export function settle(
  state: VenueState,
  taker: Order,
  plan: MatchPlan,
  { events, type }: { events: EngineEvents; type: TradeType },
): FillRow[] {
  const rows: FillRow[] = [];
  for (const { order, reason } of plan.cancels) cancelOpen(state, order, reason, events);
  if (plan.fills.length === 0) return rows;
  const touched = new Set<Holding>([holdingOf(taker.account, taker.market)]);
  for (const { maker, lots } of plan.fills) {
    rows.push(trade(state, { taker, maker, lots, type }, events));
    touched.add(holdingOf(maker.account, maker.market));
  }
  for (const order of plan.cut) {
    cancelOpen(state, order, isReduceOnly(order) ? "REDUCE_ONLY_INVALID" : "MARKET_CLOSED", events);
  }
  for (const holding of touched) trimReduceOnly(state, holding, events);
  return rows;
}

type Trade = { taker: Order; maker: Order; lots: number; type: TradeType };

function trade(state: VenueState, made: Trade, events: EngineEvents): FillRow {
  const { taker, maker, lots, type } = made;
  const { market } = taker;
  const { ticks } = maker;
  const value = notional(market, ticks, lots);
  for (const order of [taker, maker]) {
    order.filled += lots;
    order.filledValue += value;
  }
  taker.remaining -= lots;
  takeFromResting(state, maker, lots);
  if (maker.remaining === 0) {
    close(state, maker, maker.filled === maker.size ? "" : "REDUCE_ONLY_INVALID", events);
  }
  touch(state, taker);
  const tradeId = state.nextTradeId;
  state.nextTradeId += 1;
  market.lastTradeTicks = ticks;
  // A liquidated account pays the liquidation fee instead.
  const takerPpm = type === "LIQUIDATION" ? 0n : market.terms.takerFee;
  const takerFee = feesOf(taker.account, value, takerPpm);
  const fill = { tradeId, kind: type, lots, value } as const;
  movePosition(state, taker, { ...fill, fee: takerFee, liquidity: "TAKER" }, events);
  const makerFee = feesOf(maker.account, value, market.terms.makerFee);
  movePosition(state, maker, { ...fill, fee: makerFee, liquidity: "MAKER" }, events);
  const row = { id: tradeId, ticks, lots, takerSide: taker.side, time: state.time, type };
  events.trade(market, row);
  return { tradeId, ticks, lots, fee: takerFee.charged };
}
