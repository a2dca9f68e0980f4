/**
 * A realistic stream of commands for one market: makers place, change and cancel, takers trade, the mark moves. An
 * engine runs along while the stream is made, so that every cancel names a resting order.
 */

import type { Side } from "#lib/protocol/enumerations.ts";
import { NO_TRIGGER } from "#lib/protocol/orders/orders.ts";
import { apply } from "#services/venue/engine/apply.ts";
import { encodeCommand } from "#services/venue/engine/command-codec.ts";
import { pubkeyOf, Signatory } from "#services/venue/engine/commands.testing.ts";
import type { Command } from "#services/venue/engine/commands.ts";
import { emptyState } from "#services/venue/engine/empty-state.ts";
import { type EngineEvents, NO_EVENTS } from "#services/venue/engine/events.ts";
import { LISTINGS } from "#services/venue/engine/listings.ts";
import type { Order } from "#services/venue/engine/market-state.ts";
import type { VenueState } from "#services/venue/engine/venue-state.ts";
import { type Random, randomNumbers } from "./shared/random.ts";

const MARKET = "BTCUSDC";
/** Any time will do: only the commands tell the engine the time. */
const START = 1_800_000_000_000;
/** In ticks of 0.1. */
const MARK_TICKS = 640_000;
/** Orders rest on this many prices per side. */
const LEVELS = 250;
const MAKERS = 180;
/** Below the venue's limit of open orders per market. */
const ORDERS_A_MAKER = 195;
const TAKERS = 20;
const COMMANDS_PER_MILLISECOND = 10;
const COMMANDS_PER_MARK = 100;
const COMMANDS_PER_TICK = 10_000;

const LIMIT_GTC = {
  market: MARKET,
  order_type: "LIMIT",
  flags: 0,
  time_in_force: "GTC",
  ...NO_TRIGGER,
} as const;

/** The commands of a plain order book; sizes in lots, prices in ticks. */
export type PlainOperation =
  | { kind: "limit"; id: number; side: Side; ticks: number; lots: number }
  | { kind: "market"; side: Side; lots: number }
  | { kind: "cancel"; id: number };

export type Flow = {
  /** Commands that bring the venue to its resting orders; not measured. */
  setup: Uint8Array[];
  commands: Uint8Array[];
  /** The same as `commands` for a plain book, when the flow is plain. */
  plain: { setup: PlainOperation[]; commands: PlainOperation[] };
  /** The final state; its effects are one open block. */
  state: VenueState;
};

export type FlowOptions = {
  resting: number;
  commands: number;
  /** Limit, market and cancel only, without marks: commands that any order book can execute. */
  plain?: boolean;
  /** Number of prices per side that orders rest on; 250 by default. */
  levels?: number;
};

export function makeFlow(options: FlowOptions): Flow {
  return new FlowMaker(options).make();
}

class FlowMaker {
  readonly #options: FlowOptions;
  readonly #random: Random = randomNumbers(20_261_121);
  readonly #state = emptyState();
  readonly #accounts = names("maker", MAKERS).map(signatory);
  readonly #takers = names("taker", TAKERS).map(signatory);
  readonly #makers = new Map(this.#accounts);
  /** Resting orders in no particular order, with the position of each. */
  readonly #live: Order[] = [];
  readonly #indexes = new Map<Order, number>();
  #out: Uint8Array[] = [];
  #plain: PlainOperation[] = [];
  #made = 0;
  readonly #events: EngineEvents;

  constructor(options: FlowOptions) {
    this.#options = options;
    this.#events = { ...NO_EVENTS, closed: this.#forget };
  }

  make(): Flow {
    this.#prepare();
    while (this.#live.length < this.#options.resting) this.#rest();
    const [setup, plainSetup] = [this.#out, this.#plain];
    [this.#out, this.#plain] = [[], []];
    while (this.#out.length < this.#options.commands) this.#step();
    const plain = { setup: plainSetup, commands: this.#plain };
    return { setup, commands: this.#out, plain, state: this.#state };
  }

  #prepare(): void {
    for (const market of LISTINGS) this.#submit({ type: "list_market", market });
    this.#mark(MARK_TICKS);
    for (const name of [...names("maker", MAKERS), ...names("taker", TAKERS)]) {
      const amount = 10_000_000n * 10n ** 9n;
      const deposit = { id: name, account: pubkeyOf(name), amount, reference: name } as const;
      this.#submit({ type: "deposit", ...deposit, source: "bench" });
    }
  }

  #step(): void {
    this.#made += 1;
    const { plain } = this.#options;
    if (plain !== true && this.#made % COMMANDS_PER_TICK === 0) {
      this.#submit({ type: "tick" });
    } else if (plain !== true && this.#made % COMMANDS_PER_MARK === 0) {
      this.#mark(MARK_TICKS - 50 + this.#random(101));
    } else {
      this.#trade();
    }
  }

  /** Of 20 commands, 9 keep the book at its depth, 5 take, 3 change an order, and 3 place or cancel at random. */
  #trade(): void {
    const dice = this.#random(20);
    const isShort = this.#live.length < this.#options.resting;
    if (dice < 9) {
      if (isShort) this.#rest();
      else this.#cancel();
    } else if (dice < 14) {
      this.#take();
    } else if (dice < 17 && this.#options.plain !== true) {
      this.#modify();
    } else if (isShort || this.#random(2) === 0) {
      this.#rest();
    } else {
      this.#cancel();
    }
  }

  /** Makers never cross the mark, so they trade only with takers and never with themselves. */
  #rest(): void {
    const side = this.#side();
    const distance = 1 + this.#random(this.#options.levels ?? LEVELS);
    const ticks = side === "BUY" ? MARK_TICKS - distance : MARK_TICKS + distance;
    const lots = 100 + this.#random(200);
    const maker = this.#makerWithRoom();
    const fields = { ...LIMIT_GTC, side, size: size(lots), price: price(ticks) };
    const outcome = this.#submit(maker.place(fields, null, this.#time()));
    if (outcome.kind !== "order") return;
    this.#record({ kind: "limit", id: outcome.order.id, side, ticks, lots });
    if (outcome.order.status !== "OPEN") return;
    this.#indexes.set(outcome.order, this.#live.length);
    this.#live.push(outcome.order);
  }

  #take(): void {
    const side = this.#side();
    const lots = 50 + this.#random(400);
    const isMarket = this.#options.plain === true || this.#random(2) === 0;
    const limit = side === "BUY" ? MARK_TICKS + LEVELS : MARK_TICKS - LEVELS;
    const terms = isMarket
      ? ({ order_type: "MARKET", price: null } as const)
      : { price: price(limit) };
    const fields = {
      ...LIMIT_GTC,
      time_in_force: "IOC" as const,
      side,
      size: size(lots),
      ...terms,
    };
    const [, taker] = pick(this.#takers, this.#random);
    this.#submit(taker.place(fields, null, this.#time()));
    this.#record({ kind: "market", side, lots });
  }

  #modify(): void {
    const order = pick(this.#live, this.#random);
    const step = this.#random(2) === 0 ? 0 : this.#random(3) - 1;
    const change = {
      order_id: BigInt(order.id),
      market: MARKET,
      side: order.side,
      order_type: order.type,
      size: size(order.filled + 100 + this.#random(200)),
      price: price(order.ticks + step),
    };
    this.#submit(this.#makerOf(order).modify(change, this.#time()));
  }

  #cancel(): void {
    const order = pick(this.#live, this.#random);
    const cancel = { order_id: BigInt(order.id), market: MARKET };
    this.#submit(this.#makerOf(order).cancel(cancel, this.#time()));
    this.#record({ kind: "cancel", id: order.id });
  }

  #side(): Side {
    return this.#random(2) === 0 ? "BUY" : "SELL";
  }

  #makerWithRoom(): Signatory {
    for (;;) {
      const [pubkey, maker] = pick(this.#accounts, this.#random);
      const open = this.#state.accounts.get(pubkey)?.openOrders ?? 0;
      if (open < ORDERS_A_MAKER) return maker;
    }
  }

  #makerOf(order: Order): Signatory {
    const maker = this.#makers.get(order.account.pubkey);
    if (maker === undefined) throw new Error(`order ${order.id} has no owner`);
    return maker;
  }

  #record(operation: PlainOperation): void {
    if (this.#options.plain === true) this.#plain.push(operation);
  }

  /** The last of the list takes the place of the removed one. */
  readonly #forget = (order: Order): void => {
    const index = this.#indexes.get(order);
    const last = this.#live.pop();
    if (index === undefined || last === undefined) {
      if (last !== undefined) this.#live.push(last);
      return;
    }
    this.#indexes.delete(order);
    if (last === order) return;
    this.#live[index] = last;
    this.#indexes.set(last, index);
  };

  #mark(ticks: number): void {
    this.#submit({ type: "set_marks", marks: [{ market: MARKET, ticks, confidencePpm: 100 }] });
  }

  /** A plain flow has no marks, so no time passes in it: marks would grow stale. */
  #time(): number {
    if (this.#options.plain === true) return START;
    return START + Math.floor(this.#made / COMMANDS_PER_MILLISECOND);
  }

  #submit(command: Command) {
    const time = this.#time();
    const bytes = encodeCommand(command, time);
    const outcome = apply(this.#state, command, time, this.#events);
    if (outcome.kind === "refused") {
      throw new Error(`the flow is wrong: ${outcome.refusal.code} at ${this.#state.seq}`);
    }
    this.#out.push(bytes);
    return outcome;
  }
}

function signatory(name: string): [pubkey: string, signatory: Signatory] {
  const pubkey = pubkeyOf(name);
  return [pubkey, new Signatory(pubkey)];
}

function names(role: string, length: number): string[] {
  return Array.from({ length }, (_, index) => `${role} ${index}`);
}

function pick<Item>(items: readonly Item[], random: Random): Item {
  const item = items[random(items.length)];
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
}

function decimal(units: number, decimals: number): string {
  const digits = String(units).padStart(decimals + 1, "0");
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

const size = (lots: number): string => decimal(lots, 5);
const price = (ticks: number): string => decimal(ticks, 1);
