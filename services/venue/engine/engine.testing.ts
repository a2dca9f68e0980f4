/**
 * An engine to write tests with: people have names, prices are written as people write them, and all invariants are
 * checked after every command.
 */
import { type Decimal, formatDecimal, parseDecimal } from "#lib/protocol/decimal.ts";
import {
  ORDER_FLAG,
  type OrderType,
  type Side,
  type TimeInForce,
} from "#lib/protocol/enumerations.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import type { PlaceOrderFields } from "#lib/protocol/orders/orders.ts";
import type { Market } from "#lib/protocol/wire/market.ts";
import { accountMargin } from "./account-margin.ts";
import { accountOf, holdingOf } from "./accounts.ts";
import { apply } from "./apply.ts";
import { pubkeyOf, Signatory } from "./commands.testing.ts";
import type { Command } from "./commands.ts";
import { EffectLog } from "./effect-log.ts";
import { emptyState } from "./empty-state.ts";
import {
  type EngineEvents,
  type FillEvent,
  type FundingEvent,
  NO_EVENTS,
  type TradeRow,
} from "./events.ts";
import { Fifo } from "./fifo.ts";
import { checkAfterCommand, checkInvariants } from "./invariants.ts";
import { LISTINGS } from "./listings.ts";
import type { Account, Holding, MarketState, Order } from "./market-state.ts";
import type { Outcome } from "./outcome.ts";
import { LATEST_RULES } from "./rules.ts";
import { stateHash } from "./state-hash.ts";
import { checkFromNothing } from "./testing/brute-force.ts";
import type { VenueState } from "./venue-state.ts";

/** When a test begins; only its distance to other times matters. */
const START = 1_800_000_000_000;
/** Ticks of 0.001, lots of 0.01, 10 % initial and 5 % maintenance margin, taker 0.045 %, maker 0.015 %. */
export const SOL = "SOLUSDC";
/** Ticks of 0.1, lots of 0.00001, 5 % initial and 2.5 % maintenance margin. */
export const BTC = "BTCUSDC";

export const POST_ONLY = ORDER_FLAG.POST_ONLY;
export const REDUCE_ONLY = ORDER_FLAG.REDUCE_ONLY;

/** Side, size, and the price or null. */
export type Offer = [side: Side, size: string, price: string | null];

export type Terms = {
  market?: string;
  type?: OrderType;
  tif?: TimeInForce;
  flags?: number;
  trigger?: string;
  source?: "last" | "mark";
  clientId?: string;
  /** The signer, when it is not the owner. */
  signer?: string;
};

export class TestEngine {
  readonly state: VenueState = emptyState();
  readonly fills: FillEvent[] = [];
  readonly trades: TradeRow[] = [];
  readonly closed: Order[] = [];
  readonly funding: FundingEvent[] = [];
  time = START;
  #isCheckedLater = false;
  readonly #signatories = new Map<string, Signatory>();
  readonly #events: EngineEvents = {
    ...NO_EVENTS,
    fill: (fill) => this.fills.push(fill),
    trade: (_, trade) => this.trades.push(trade),
    closed: (order) => this.closed.push(order),
    funding: (payment) => this.funding.push(payment),
  };

  /** Lists SOL and BTC; `changes` apply to both. SOL's mark is 100, BTC's 50,000. */
  constructor(changes: Partial<Market> = {}) {
    this.submit({ type: "rules", version: LATEST_RULES });
    for (const listing of LISTINGS) {
      if (listing.symbol !== SOL && listing.symbol !== BTC) continue;
      this.submit({ type: "list_market", market: { ...listing, ...changes } });
    }
    this.mark("100");
    this.mark("50000", BTC);
  }

  submit(command: Command): Outcome {
    const outcome = apply(this.state, command, this.time, this.#events);
    checkAfterCommand(this.state, command, outcome);
    if (!this.#isCheckedLater) this.#checkState();
    return outcome;
  }

  /** Many commands, after the last of which all accounts are checked once; each check looks at every account. */
  together(commands: () => void): this {
    this.#isCheckedLater = true;
    commands();
    this.#isCheckedLater = false;
    this.#checkState();
    return this;
  }

  #checkState(): void {
    checkInvariants(this.state);
    checkFromNothing(this.state);
  }

  /** Without the checks, which look at every account: what is kept of them stays as the engine alone leaves it. */
  submitUnseen(command: Command): Outcome {
    return apply(this.state, command, this.time, this.#events);
  }

  deposit(name: string, amount: string): this {
    const units = parseDecimal(amount, MONEY_DECIMALS);
    if (units === undefined) throw new Error(`${amount} is no amount`);
    const id = `deposit-${this.state.transfers.size}`;
    const account = name === "insurance" ? name : pubkeyOf(name);
    const command = { id, account, amount: units, reference: id, source: "test" } as const;
    this.submit({ type: "deposit", ...command });
    return this;
  }

  mark(price: string, market = SOL, confidencePpm = 0): Outcome {
    const ticks = this.#ticks(price, market);
    return this.submit({ type: "set_marks", marks: [{ market, ticks, confidencePpm }] });
  }

  /** Lets time pass; nothing happens in it. */
  wait(milliseconds: number): this {
    this.time += milliseconds;
    return this;
  }

  /** A second passes, `seconds` times, with a tick at the end of each. */
  tick(seconds = 1): this {
    for (let second = 0; second < seconds; second += 1) {
      this.time += 1_000;
      this.submit({ type: "tick" });
    }
    return this;
  }

  by(name: string, signer = name): Signatory {
    const key = `${name} ${signer}`;
    let signatory = this.#signatories.get(key);
    if (signatory === undefined) {
      signatory = new Signatory(pubkeyOf(name), pubkeyOf(signer));
      this.#signatories.set(key, signatory);
    }
    return signatory;
  }

  /** Tries to place an order; without a price it is a market order. */
  place(name: string, offer: Offer, terms: Terms = {}): Outcome {
    const fields = orderFields(...offer, terms);
    const signatory = this.by(name, terms.signer);
    return this.submit(signatory.place(fields, terms.clientId ?? null, this.time));
  }

  /** @returns the order. @throws when it is refused. */
  buy(name: string, size: string, price: string | null, terms: Terms = {}): Order {
    return orderIn(this.place(name, ["BUY", size, price], terms));
  }

  /** @returns the order. @throws when it is refused. */
  sell(name: string, size: string, price: string | null, terms: Terms = {}): Order {
    return orderIn(this.place(name, ["SELL", size, price], terms));
  }

  /** Tries to place a group; `children` protect what `entry` fills. */
  group(name: string, entry: PlaceOrderFields, ...children: PlaceOrderFields[]): Outcome {
    const orders = [entry, ...children];
    const group = { grouping: "ENTRY", orders } as const;
    return this.submit(
      this.by(name).placeGroup(
        group,
        orders.map(() => null),
        this.time,
      ),
    );
  }

  /** Tries to place orders that follow the position. */
  protect(name: string, ...orders: PlaceOrderFields[]): Outcome {
    const group = { grouping: "POSITION", orders } as const;
    return this.submit(
      this.by(name).placeGroup(
        group,
        orders.map(() => null),
        this.time,
      ),
    );
  }

  modify(name: string, order: Order, size: string, price: string | null): Outcome {
    const change = {
      order_id: BigInt(order.id),
      market: order.market.listing.symbol,
      side: order.side,
      order_type: order.type,
      size,
      price,
    };
    return this.submit(this.by(name).modify(change, this.time));
  }

  cancel(name: string, order: Order, signer = name): Outcome {
    const cancel = { order_id: BigInt(order.id), market: order.market.listing.symbol };
    return this.submit(this.by(name, signer).cancel(cancel, this.time));
  }

  status(status: Market["status"], market = SOL): Outcome {
    return this.submit({ type: "set_market_status", market, status });
  }

  market(symbol = SOL): MarketState {
    const market = this.state.markets.get(symbol);
    if (market === undefined) throw new Error(`there is no market ${symbol}`);
    return market;
  }

  account(name: string): Account {
    return accountOf(this.state, name === "insurance" ? name : pubkeyOf(name));
  }

  holding(name: string, symbol = SOL): Holding {
    return holdingOf(this.account(name), this.market(symbol));
  }

  /** Signed size as text. */
  position(name: string, symbol = SOL): string {
    const { scale } = this.market(symbol);
    const units = BigInt(this.holding(name, symbol).size) * scale.lotUnits;
    return formatDecimal(units, scale.sizeDecimals);
  }

  balance(name: string): string {
    return usdc(this.account(name).balance);
  }

  /** Balance with unrealised profit and loss, less unsettled funding. */
  value(name: string): string {
    return usdc(accountMargin(this.account(name)).accountValue);
  }

  /** Equal when nothing changed but that a command was counted, answered and remembered. */
  content(): string {
    const { state } = this;
    const forgotten = {
      digests: new Map(),
      digestQueue: new Fifo<never>(),
      effects: new EffectLog(),
    };
    return stateHash({ ...state, ...forgotten, seq: 0, time: 0 });
  }

  #ticks(price: string, symbol: string): number {
    const { scale } = this.market(symbol);
    const units = parseDecimal(price, scale.priceDecimals);
    if (units === undefined) throw new Error(`${price} is no price`);
    return Number(units / scale.tickUnits);
  }
}

export function orderFields(
  side: Side,
  size: string,
  price: string | null,
  terms: Terms = {},
): PlaceOrderFields {
  const type = terms.type ?? (price === null ? "MARKET" : "LIMIT");
  return {
    market: terms.market ?? SOL,
    side,
    size,
    price,
    order_type: type,
    flags: terms.flags ?? 0,
    time_in_force: terms.tif ?? (type === "MARKET" ? "IOC" : "GTC"),
    trigger_price: terms.trigger ?? null,
    trigger_source: terms.source === undefined ? null : terms.source === "last" ? 0 : 1,
  };
}

/** An order that protects: a stop or a take profit at a mark of `trigger`. Without a size it follows the position. */
export function protection(
  type: "STOP_LOSS_MARKET" | "TAKE_PROFIT_MARKET",
  side: Side,
  trigger: string,
  size = "",
): PlaceOrderFields {
  return orderFields(side, size, null, { type, flags: REDUCE_ONLY, trigger, source: "mark" });
}

/** The orders of a group, the entry first. @throws when the outcome is not a group. */
export function ordersIn(outcome: Outcome): Order[] {
  if (outcome.kind !== "group") throw new Error(`expected a group: ${codeOf(outcome)}`);
  const { entry, children } = outcome.group;
  return entry === undefined ? [...children] : [entry, ...children];
}

/** @throws when the outcome is not an order. */
export function orderIn(outcome: Outcome): Order {
  if (outcome.kind === "order") return outcome.order;
  throw new Error(`expected an order: ${codeOf(outcome)}`);
}

/** The code of a refusal, or the kind of any other outcome. */
export function codeOf(outcome: Outcome): string {
  return outcome.kind === "refused" ? outcome.refusal.code : outcome.kind;
}

/** Money as people write it. */
export function usdc(amount: bigint): Decimal {
  return formatDecimal(amount, MONEY_DECIMALS);
}
