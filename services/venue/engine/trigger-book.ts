/** Orders that wait for a price: for each source, those that fire when it rises and those that fire when it falls. */
import { BookSide } from "./order-book.ts";
import type { Order } from "./state.ts";

/** Which way the price must move for the order to fire. */
export function firesRising(order: Pick<Order, "type" | "side">): boolean {
  return (order.type === "STOP_LOSS_MARKET") === (order.side === "BUY");
}

class Waiting {
  /** The lowest trigger fires first. */
  readonly rising = new BookSide((a, b) => a > b);
  /** The highest trigger fires first. */
  readonly falling = new BookSide((a, b) => a < b);

  side(order: Order): BookSide {
    return firesRising(order) ? this.rising : this.falling;
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

export class TriggerBook {
  private readonly onLast = new Waiting();
  private readonly onMark = new Waiting();

  add(order: Order): void {
    this.waiting(order).side(order).add(order);
  }

  remove(order: Order): void {
    this.waiting(order).side(order).remove(order);
  }

  /** The next order whose price has come. */
  due(lastTicks: number, markTicks: number): Order | undefined {
    return this.onMark.due(markTicks) ?? this.onLast.due(lastTicks);
  }

  /** In the order in which they would fire, by source and direction. */
  *all(): Generator<Order, void, undefined> {
    for (const waiting of [this.onMark, this.onLast]) {
      for (const side of [waiting.rising, waiting.falling]) yield* side.orders();
    }
  }

  private waiting(order: Order): Waiting {
    return order.triggerSource === 0 ? this.onLast : this.onMark;
  }
}
