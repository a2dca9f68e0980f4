/** Checks the engine's events as they happen: no fill without an order that allows it. */

import { ORDER_FLAG, type Side } from "#lib/protocol/enumerations.ts";
import { isTriggerType } from "#lib/protocol/orders/orders.ts";
import {
  type EngineEvents,
  type FillEvent,
  NO_EVENTS,
  type TradeRow,
} from "#services/venue/engine/events.ts";
import { totalWorth } from "#services/venue/engine/isolated.ts";
import type { MarketState, Order } from "#services/venue/engine/market-state.ts";
import type { VenueState } from "#services/venue/engine/venue-state.ts";
import {
  type AccountSums,
  addBalance,
  addFill,
  addFunding,
  figuresAt,
  noSums,
  takePositions,
} from "#services/venue/projection/account-figures.ts";
import type { Coverage } from "./coverage.ts";

const FILL_NAMES: Record<FillEvent["kind"], string> = {
  FILL: "fill",
  LIQUIDATION: "liquidation slice",
  TAKEOVER: "takeover",
  ADL: "ADL",
};

export class Witness {
  readonly events: EngineEvents = {
    ...NO_EVENTS,
    fill: (fill) => this.#fill(fill),
    closed: (order) => this.#closed(order),
    trade: (market, trade) => this.#trade(market, trade),
    funding: (payment) => {
      this.#coverage.count("funding");
      addFunding(this.#sumsOf(payment.account), payment);
    },
    balance: (change) => {
      this.#coverage.count(`balance ${change.kind}`);
      addBalance(this.#sumsOf(change.account), change);
    },
  };
  readonly #sums = new Map<string, AccountSums>();
  readonly #state: VenueState;
  readonly #coverage: Coverage;
  #lastFill: FillEvent | undefined;
  #lastTradeId = 0;

  constructor(state: VenueState, coverage: Coverage) {
    this.#state = state;
    this.#coverage = coverage;
  }

  /** What was reported of an account is what it is worth. */
  checkSums(): void {
    const markets = [...this.#state.markets.values()];
    for (const account of this.#state.accounts.values()) {
      const sums = this.#sumsOf(account.pubkey);
      takePositions(sums, account);
      const { equity } = figuresAt(sums, (ordinal) => markets[ordinal] as MarketState);
      const { worth, unpaid } = totalWorth(account);
      const value = worth - unpaid;
      must(equity === value, `${account.pubkey} has ${value}, and by sums ${equity}`);
    }
  }

  #sumsOf(account: string): AccountSums {
    const sums = this.#sums.get(account) ?? noSums();
    this.#sums.set(account, sums);
    return sums;
  }

  #fill(fill: FillEvent): void {
    addFill(this.#sumsOf(fill.account), fill);
    const lastFill = this.#lastFill;
    if (lastFill !== undefined) {
      must(fill.id > lastFill.id, `fill ${fill.id} after ${lastFill.id}`);
      const sameTrade = fill.tradeId === lastFill.tradeId;
      must(!sameTrade || fill.account !== lastFill.account, `${fill.account} traded with itself`);
    }
    this.#lastFill = fill;
    must(
      fill.value >= 0n && fill.fee >= 0n && fill.fee <= fill.grossFee,
      `figures of fill ${fill.id}`,
    );
    this.#count(fill);
    const order = this.#state.orders.get(fill.orderId);
    if (order !== undefined) checkAgainstOrder(fill, order);
  }

  #count({ kind, liquidity, account, market }: FillEvent): void {
    if (liquidity === "MAKER") return;
    const { isolated } =
      this.#state.accounts.get(account)?.holdings.get(market.listing.symbol) ?? {};
    const name = FILL_NAMES[kind];
    this.#coverage.count(name);
    if (isolated != null) this.#coverage.count(`isolated ${name}`);
  }

  #closed(order: Order): void {
    const reason = order.cancelReason || "FILLED";
    this.#coverage.count(`closed ${reason}`);
    const fired = isTriggerType(order.type) && (order.filled > 0 || reason === "NO_LIQUIDITY");
    if (fired) this.#coverage.count("trigger fired");
  }

  /** Trade ids ascend, and no order with a better price was skipped. */
  #trade(market: MarketState, { id, ticks, takerSide }: TradeRow): void {
    must(id > this.#lastTradeId, `trade ${id} after ${this.#lastTradeId}`);
    this.#lastTradeId = id;
    const best = market.book.opposite(takerSide).best();
    if (best === undefined || !isBetter(takerSide, best.ticks, ticks)) return;
    // A maker that had less to reduce than it offered stays until it is trimmed.
    const cut = market.listing.status === "ReduceOnly" || has(best.first, ORDER_FLAG.REDUCE_ONLY);
    must(cut, `trade ${id} at ${ticks} passed over ${best.ticks}`);
  }
}

/** No fill beyond the order's own price or the band; no post-only taker; no reduce-only order that opens. */
function checkAgainstOrder(fill: FillEvent, order: Order): void {
  const { market, side, lots, value } = fill;
  const what = `fill ${fill.id} of order ${order.id}`;
  const lotTicks = BigInt(lots) * market.scale.valueOfTickLot;
  const ticks = Number(value / lotTicks);
  must(BigInt(ticks) * lotTicks === value, `${what} has no whole price`);
  if (order.ticks !== 0) must(!isBetter(side, order.ticks, ticks), `${what} is beyond its price`);
  const edge = side === "BUY" ? market.highestBuy : market.lowestSell;
  must(!isBetter(side, edge, ticks), `${what} is outside the band`);
  const took = fill.liquidity === "TAKER";
  must(!took || !has(order, ORDER_FLAG.POST_ONLY), `${what}: post-only took`);
  must(!took || order.market.listing.status !== "Halted", `${what} in a halted market`);
  if (!has(order, ORDER_FLAG.REDUCE_ONLY)) return;
  const size = order.account.holdings.get(market.listing.symbol)?.size ?? 0;
  must(side === "SELL" ? size >= 0 : size <= 0, `${what}: reduce-only opened`);
}

/** True when `a` is a better price than `b` for a taker of this side. */
function isBetter(side: Side, a: number, b: number): boolean {
  return side === "BUY" ? a < b : a > b;
}

function has(order: Order | undefined, flag: number): boolean {
  return order !== undefined && (order.flags & flag) !== 0;
}

function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(`witness: ${what}`);
}
