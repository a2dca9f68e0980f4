/** Orders that wait for a price: for each source, those that fire when it rises and those that fire when it falls. */

import type { OrderType } from "#lib/protocol/enumerations.ts";
import { firesRising } from "#lib/protocol/orders/orders.ts";
import { BookSide, type Queued } from "./order-book.ts";

/** What a trigger book needs of the orders in it. */
export type Triggered<Order> = Queued<Order> & { type: OrderType; triggerSource: 0 | 1 | null };

class Waiting<Order extends Triggered<Order>> {
  /** The lowest trigger fires first. */
  readonly rising = new BookSide<Order>((a, b) => a > b);
  /** The highest trigger fires first. */
  readonly falling = new BookSide<Order>((a, b) => a < b);

  side(order: Order): BookSide<Order> {
    return firesRising(order.type, order.side) ? this.rising : this.falling;
  }

  due(ticks: number): Order | undefined {
    if (ticks === 0) return undefined;
    const rising = this.rising.best();
    if (rising !== undefined && rising.ticks <= ticks) return rising.first;
    const falling = this.falling.best();
    if (falling !== undefined && falling.ticks >= ticks) return falling.first;
    return undefined;
  }
}

export class TriggerBook<Order extends Triggered<Order>> {
  readonly #onLast = new Waiting<Order>();
  readonly #onMark = new Waiting<Order>();

  add(order: Order): void {
    this.#waiting(order).side(order).add(order);
  }

  remove(order: Order): void {
    this.#waiting(order).side(order).remove(order);
  }

  resize(order: Order, lots: number): void {
    this.#waiting(order).side(order).resize(order, lots);
  }

  /** The next order whose price has come. */
  due(lastTicks: number, markTicks: number): Order | undefined {
    return this.#onMark.due(markTicks) ?? this.#onLast.due(lastTicks);
  }

  /** In the order in which they would fire, by source and direction. */
  *all(): Generator<Order, void, undefined> {
    for (const waiting of [this.#onMark, this.#onLast]) {
      for (const side of [waiting.rising, waiting.falling]) yield* side.orders();
    }
  }

  #waiting(order: Order): Waiting<Order> {
    return order.triggerSource === 0 ? this.#onLast : this.#onMark;
  }
}
