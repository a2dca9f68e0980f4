/** Random histories for tests: every kind of command, drawn from a seed, in blocks of random length. */
import type { Clock } from "#lib/kernel/time/clock.ts";
import { MARKET_STATUSES, ORDER_FLAG, type Side } from "#lib/protocol/enumerations.ts";
import { NO_TRIGGER, type PlaceOrderFields, triggerAt } from "#lib/protocol/orders/orders.ts";
import { encodeCommand } from "#services/venue/engine/command-codec.ts";
import { pubkeyOf, Signatory } from "#services/venue/engine/commands.testing.ts";
import type { Command } from "#services/venue/engine/commands.ts";
import { LISTINGS } from "#services/venue/engine/listings.ts";
import type { Order } from "#services/venue/engine/market-state.ts";
import type { VenueState } from "#services/venue/engine/venue-state.ts";
import type { Sequencer } from "#services/venue/sequencer/sequencer.ts";

const START = 1_800_000_000_000;
const PEOPLE = ["ann", "ben", "cid", "dot", "eve", "fay", "gus", "hal"];
const MARKETS = LISTINGS.map((listing) => listing.symbol);
const FIRST_MARKS = [640_000, 300_000, 100_000];

/** A clock that moves only when it is advanced. */
export class TestClock implements Clock {
  time = START;
  now = () => this.time;
}

export class RandomHistory {
  readonly clock = new TestClock();
  #state: number;
  readonly #marks = [...FIRST_MARKS];
  readonly #signatories = new Map<string, Signatory>();
  #count = 0;
  #last: Command | undefined;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** Runs `count` commands; some wait for the disk, so that blocks of all lengths occur. */
  async run(sequencer: Sequencer, count: number): Promise<void> {
    for (let index = 0; index < count; index += 1) {
      sequencer.execute(encodeCommand(this.next(sequencer.state)));
      if (this.below(8) === 0) await sequencer.settled();
    }
    await sequencer.settled();
  }

  /** An integer of 0..limit-1 (mulberry32). */
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  }

  next(state: VenueState): Command {
    this.#count += 1;
    this.clock.time += this.below(400);
    this.#last = this.#draw(state);
    return this.#last;
  }

  #draw(state: VenueState): Command {
    const listing = LISTINGS[this.#count - 1];
    if (listing !== undefined) return { type: "list_market", market: listing };
    if (this.#count < 5) return this.#setMarks();
    const person = PEOPLE[this.#count - 5];
    if (person !== undefined)
      return this.#deposit(pubkeyOf(person), 300n + BigInt(this.below(4_000)));
    const kind = this.below(100);
    if (kind < 12) return this.#setMarks();
    if (kind < 20) return { type: "tick" };
    if (kind < 22) return this.#operate();
    if (kind < 25 && this.#last !== undefined) return this.#last;
    if (kind < 28) return this.#transfer(state);
    if (kind < 72) return this.#place();
    return this.#manage(state, kind);
  }

  #manage(state: VenueState, kind: number): Command {
    const { time } = this.clock;
    const order = this.#anyOrder(state);
    const writer = this.#by(this.#pick(PEOPLE));
    if (kind < 80 && order !== undefined) return this.#modify(order);
    if (kind < 86 && order !== undefined) return this.#ownerOf(order).cancel(cancelOf(order), time);
    if (kind < 89) {
      const orders = Array.from({ length: 1 + this.below(5) }, () => this.#orderFields());
      return writer.placeBatch(
        orders,
        orders.map(() => this.#clientId()),
        time,
      );
    }
    if (kind < 91 && order !== undefined) return writer.cancelBatch([cancelOf(order)], time);
    if (kind < 92) return writer.cancelAll(this.below(2) === 0 ? null : this.#pick(MARKETS), time);
    if (kind < 94)
      return writer.scheduleCancel(
        this.below(3) === 0 ? null : time + 5_000 + this.below(9_000),
        time,
      );
    if (kind < 95) {
      const terms = { scopes: 1 + this.below(7), expiresAt: time + 1_000 + this.below(90_000) };
      return writer.registerSigner(`bot ${this.below(4)}`, terms, time);
    }
    if (kind < 96) return writer.revokeSigner(`bot ${this.below(4)}`, time);
    if (kind < 97) return writer.updateLeverage(this.#pick(MARKETS), this.below(22), time);
    const keyId = `key ${this.#count}`;
    if (kind < 99) return writer.createApiKey(keyId, { pinnedTo: null, expiresAt: 0 }, time);
    return writer.revokeApiKey([...state.apiKeys.values()].at(-1)?.id ?? keyId, time);
  }

  /** A withdrawal, or what custody reports of one. */
  #transfer(state: VenueState): Command {
    const known = [...state.withdrawals.values()].at(-1 - this.below(4));
    if (known === undefined || this.below(2) === 0) {
      const amount = `${this.below(600)}.${this.below(10)}`;
      return this.#by(this.#pick(PEOPLE)).withdraw(amount, this.clock.time);
    }
    const { id, attempts } = known;
    const sent = attempts.at(-1);
    if (sent !== undefined && this.below(2) === 0) {
      return { type: "withdrawal_settled", id, txHash: sent.signature };
    }
    if (this.below(3) === 0) return { type: "withdrawal_returned", id, reason: "not today" };
    const signature = `payment ${attempts.length} of ${id}`;
    return { type: "withdrawal_sent", id, signature, lastValidBlockHeight: this.#count };
  }

  #place(): Command {
    const person = this.#pick(PEOPLE);
    const signer = this.below(6) === 0 ? `bot ${this.below(4)}` : person;
    return this.#by(person, signer).place(this.#orderFields(), this.#clientId(), this.clock.time);
  }

  #modify(order: Order): Command {
    const change = {
      ...cancelOf(order),
      side: order.side,
      order_type: order.type,
      size: this.#sizeText(order.market.listing.symbol),
      price: this.below(3) === 0 ? null : this.#priceText(order.market.listing.symbol, order.side),
    };
    return this.#ownerOf(order).modify(change, this.clock.time);
  }

  /** Nearly always a valid one; the others must be refused. */
  #ownerOf(order: Order): Signatory {
    const owner = PEOPLE.find((name) => pubkeyOf(name) === order.account.pubkey);
    return this.#by(this.below(10) === 0 ? this.#pick(PEOPLE) : (owner ?? "ann"));
  }

  #orderFields(): PlaceOrderFields {
    const market = this.#pick(MARKETS);
    const side = this.#pick<Side>(["BUY", "SELL"]);
    const kind = this.below(10);
    const isMarket = kind < 3;
    const isTrigger = kind === 9;
    const flags =
      this.below(5) === 0 ? this.#pick([ORDER_FLAG.POST_ONLY, ORDER_FLAG.REDUCE_ONLY]) : 0;
    return {
      market,
      side,
      size: this.#sizeText(market),
      price: isMarket || isTrigger ? null : this.#priceText(market, side),
      order_type: isMarket
        ? "MARKET"
        : isTrigger
          ? this.#pick(["STOP_LOSS_MARKET", "TAKE_PROFIT_MARKET"] as const)
          : "LIMIT",
      flags: isTrigger && flags === ORDER_FLAG.POST_ONLY ? 0 : flags,
      time_in_force: isMarket ? "IOC" : this.#pick(["GTC", "GTC", "GTC", "IOC", "FOK"] as const),
      ...(isTrigger
        ? triggerAt(
            this.#priceText(market, this.#pick(["BUY", "SELL"])),
            this.#pick(["LastPrice", "MarkPrice"] as const),
          )
        : NO_TRIGGER),
    };
  }

  /** Within two percent of the mark, rather on the passive side. */
  #priceText(market: string, side: Side): string {
    const index = MARKETS.indexOf(market);
    const mark = this.#marks[index] ?? 1;
    const away = Math.floor((mark * (this.below(25) - 5)) / 1_000);
    const ticks = side === "BUY" ? mark - away : mark + away;
    return scaled(ticks, index + 1);
  }

  #sizeText(market: string): string {
    const index = MARKETS.indexOf(market);
    const mark = this.#marks[index] ?? 1;
    const tickValue = 10 ** -(index + 1);
    // Worth 20 to 9,000 USDC.
    const lots = Math.ceil((20 + this.below(9_000)) / (mark * tickValue * lotOf(index)));
    return scaled(lots, lotDecimals(index));
  }

  #setMarks(): Command {
    const marks = MARKETS.map((market, index) => {
      const mark = this.#marks[index] ?? 1;
      const step = Math.floor((mark * (this.below(61) - 30)) / 1_000);
      this.#marks[index] = Math.max(1_000, mark + step);
      return { market, ticks: this.#marks[index], confidencePpm: this.below(100) };
    });
    return { type: "set_marks", marks };
  }

  #operate(): Command {
    const kind = this.below(6);
    const account = pubkeyOf(this.#pick(PEOPLE));
    if (kind === 0) return this.#deposit("insurance", BigInt(this.below(50) + 1));
    if (kind < 3) return this.#deposit(account, BigInt(this.below(2_000) + 1));
    if (kind < 5) return { type: "set_fee_discount", account, discountPpm: this.below(200_000) };
    const status = this.below(3) === 0 ? this.#pick(MARKET_STATUSES) : "Normal";
    return { type: "set_market_status", market: this.#pick(MARKETS), status };
  }

  #deposit(account: string, usdc: bigint): Command {
    const id = `deposit ${this.#count}`;
    const amount = usdc * 1_000_000_000n;
    return {
      type: "deposit",
      id,
      account,
      amount,
      reference: `reference of ${id}`,
      source: "test",
    };
  }

  #clientId(): string | null {
    return this.below(3) === 0 ? `client ${this.below(500)} | "${this.#count}"` : null;
  }

  #anyOrder(state: VenueState): Order | undefined {
    const open = [...state.orders.values()].filter((order) => order.status !== "CLOSED");
    return open[this.below(Math.max(1, open.length))];
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item;
  }

  #by(name: string, signer = name): Signatory {
    const key = `${name} ${signer}`;
    const known = this.#signatories.get(key) ?? new Signatory(pubkeyOf(name), pubkeyOf(signer));
    this.#signatories.set(key, known);
    return known;
  }
}

function cancelOf(order: Order): { order_id: bigint; market: string } {
  return { order_id: BigInt(order.id), market: order.market.listing.symbol };
}

function lotDecimals(index: number): number {
  return [5, 4, 2][index] ?? 0;
}

function lotOf(index: number): number {
  return 10 ** -lotDecimals(index);
}

function scaled(count: number, decimals: number): string {
  const digits = String(count).padStart(decimals + 1, "0");
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
