/**
 * A price-time priority book. Each side keeps its price levels sorted with the best one last, so that the
 * common work happens at the end of an array; a level is a linked queue, so that a cancel is O(1).
 */
import type { Side } from "#lib/protocol/enumerations.ts";

/** What a book needs of the orders in it. */
export type Queued<Order> = {
  id: number;
  side: Side;
  remaining: number;
  /** The price of the level that the order is queued at. */
  queueTicks: number;
  /** Neighbours in that queue. */
  previous: Order | undefined;
  next: Order | undefined;
};

export type Level<Order> = {
  ticks: number;
  lots: number;
  first: Order | undefined;
  last: Order | undefined;
};

export class OrderBook<Order extends Queued<Order>> {
  readonly #bids = new BookSide<Order>((a, b) => a < b);
  readonly #asks = new BookSide<Order>((a, b) => a > b);

  side(side: Side): BookSide<Order> {
    return side === "BUY" ? this.#bids : this.#asks;
  }

  /** The best price of a side; 0 when it is empty. */
  bestTicks(side: Side): number {
    return this.side(side).best()?.ticks ?? 0;
  }

  opposite(side: Side): BookSide<Order> {
    return side === "BUY" ? this.#asks : this.#bids;
  }

  add(order: Order): void {
    this.side(order.side).add(order);
  }

  remove(order: Order): void {
    this.side(order.side).remove(order);
  }

  /** Takes `lots` off a resting order; the order leaves the book when nothing remains. */
  reduce(order: Order, lots: number): void {
    this.side(order.side).reduce(order, lots);
  }
}

export class BookSide<Order extends Queued<Order>> {
  /** Sorted, best last. */
  readonly #levels: Level<Order>[] = [];
  readonly #byTicks = new Map<number, Level<Order>>();
  readonly #worse: (a: number, b: number) => boolean;

  constructor(worse: (a: number, b: number) => boolean) {
    this.#worse = worse;
  }

  best(): Level<Order> | undefined {
    return this.#levels.at(-1);
  }

  /** The level at `rank`, 0 being the best. */
  at(rank: number): Level<Order> | undefined {
    return this.#levels[this.#levels.length - 1 - rank];
  }

  /** Orders from the best level to the worst, each level's oldest first. */
  *orders(): Generator<Order, void, undefined> {
    for (const level of this.fromBest()) {
      for (let order = level.first; order !== undefined; order = order.next) yield order;
    }
  }

  /** Levels from the best to the worst. */
  *fromBest(): Generator<Level<Order>, void, undefined> {
    for (let index = this.#levels.length - 1; index >= 0; index -= 1) {
      const level = this.#levels[index];
      if (level !== undefined) yield level;
    }
  }

  add(order: Order): void {
    const level = this.#levelAt(order.queueTicks);
    order.previous = level.last;
    order.next = undefined;
    if (level.last === undefined) level.first = order;
    else level.last.next = order;
    level.last = order;
    level.lots += order.remaining;
  }

  reduce(order: Order, lots: number): void {
    const level = this.#levelOf(order);
    level.lots -= lots;
    order.remaining -= lots;
    if (order.remaining === 0) this.#unlink(level, order);
  }

  /** Changes what is left of an order that keeps its place. */
  resize(order: Order, lots: number): void {
    this.#levelOf(order).lots += lots - order.remaining;
    order.remaining = lots;
  }

  remove(order: Order): void {
    const level = this.#levelOf(order);
    level.lots -= order.remaining;
    this.#unlink(level, order);
  }

  #levelOf(order: Order): Level<Order> {
    const level = this.#byTicks.get(order.queueTicks);
    if (level === undefined) throw new Error(`order ${order.id} rests at no level`);
    return level;
  }

  #levelAt(ticks: number): Level<Order> {
    const known = this.#byTicks.get(ticks);
    if (known !== undefined) return known;
    const level: Level<Order> = { ticks, lots: 0, first: undefined, last: undefined };
    this.#byTicks.set(ticks, level);
    this.#levels.splice(this.#position(ticks), 0, level);
    return level;
  }

  #unlink(level: Level<Order>, order: Order): void {
    if (order.previous === undefined) level.first = order.next;
    else order.previous.next = order.next;
    if (order.next === undefined) level.last = order.previous;
    else order.next.previous = order.previous;
    order.previous = undefined;
    order.next = undefined;
    if (level.first !== undefined) return;
    this.#byTicks.delete(level.ticks);
    this.#levels.splice(this.#position(level.ticks), 1);
  }

  /** Index of the first level that is not worse than `ticks`. */
  #position(ticks: number): number {
    let low = 0;
    let high = this.#levels.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const level = this.#levels[middle];
      if (level !== undefined && this.#worse(level.ticks, ticks)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
