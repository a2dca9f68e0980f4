/** Limit orders, changes and cancels do exactly what a naive book does that searches everything for each match. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Side } from "#lib/protocol/enumerations.ts";
import type { TestEngine } from "./engine.testing.ts";
import type { Order } from "./market-state.ts";
import {
  cancel,
  modify,
  peopledVenue,
  placement,
  type Step,
  take,
} from "./testing/random-commands.ts";

type Resting = {
  id: number;
  owner: string;
  side: Side;
  lots: number;
  filled: number;
  price: number;
  rank: number;
};

/** Price-time priority the slow way. */
class NaiveBook {
  orders: Resting[] = [];
  #rank = 0;

  /** Fills as `[ticks, lots]`; what remains rests. */
  place(taker: Omit<Resting, "rank" | "filled">, filled = 0): [number, number][] {
    const fills: [number, number][] = [];
    let left = taker.lots;
    while (left > 0) {
      const best = this.#best(taker);
      if (best === undefined) break;
      if (best.owner === taker.owner) {
        this.remove(best.id);
        continue;
      }
      const lots = Math.min(left, best.lots);
      fills.push([best.price * 1_000, lots]);
      best.lots -= lots;
      best.filled += lots;
      left -= lots;
      if (best.lots === 0) this.remove(best.id);
    }
    this.#rank += 1;
    const resting = { ...taker, lots: left, filled: filled + taker.lots - left, rank: this.#rank };
    if (left > 0) this.orders.push(resting);
    return fills;
  }

  /** Undefined when the change is refused. */
  modify(id: number, size: number, price: number): [number, number][] | undefined {
    const order = this.orders.find((resting) => resting.id === id);
    if (order === undefined || size <= order.filled) return undefined;
    const lots = size - order.filled;
    if (price === order.price && lots <= order.lots) {
      order.lots = lots;
      return [];
    }
    this.remove(id);
    return this.place({ ...order, lots, price }, order.filled);
  }

  remove(id: number): boolean {
    const before = this.orders.length;
    this.orders = this.orders.filter((order) => order.id !== id);
    return this.orders.length < before;
  }

  #best({ side, price }: Pick<Resting, "side" | "price">): Resting | undefined {
    const sign = side === "BUY" ? 1 : -1;
    return this.orders
      .filter((order) => order.side !== side && sign * (price - order.price) >= 0)
      .toSorted((a, b) => sign * (a.price - b.price) || a.rank - b.rank)[0];
  }
}

/** What rests in the engine's book, best and oldest first. */
function restingIn(venue: TestEngine, side: Side): [number, number, number][] {
  const orders: Order[] = [...venue.market().book.side(side).orders()];
  return orders.map(({ id, ticks, remaining }) => [id, ticks, remaining]);
}

function restingInReference({ orders }: NaiveBook, side: Side): [number, number, number][] {
  const sign = side === "BUY" ? -1 : 1;
  return orders
    .filter((order) => order.side === side)
    .toSorted((a, b) => sign * (a.price - b.price) || a.rank - b.rank)
    .map(({ id, price, lots }) => [id, price * 1_000, lots]);
}

function follow(venue: TestEngine, book: NaiveBook, step: Step): void {
  const target = "order" in step ? venue.state.orders.get(step.order + 1) : undefined;
  const outcome = take(venue, step);
  if (outcome === undefined) return;
  const fills =
    outcome.kind === "order" ? outcome.fills.map(({ ticks, lots }) => [ticks, lots]) : undefined;
  if (step.kind === "place") {
    if (outcome.kind !== "order") throw new Error("a limit order with money behind it is taken");
    const { id, account } = outcome.order;
    const { side, size, price } = step;
    const owner = account.pubkey;
    expect(fills).toEqual(book.place({ id, owner, side, lots: size * 100, price }));
  } else if (step.kind === "modify") {
    expect(fills).toEqual(book.modify(target?.id ?? 0, step.size * 100, step.price));
  } else if (step.kind === "cancel") {
    expect(outcome.kind === "order").toBe(book.remove(target?.id ?? 0));
  }
}

test("the same fills, the same refusals, and the same book afterwards", () => {
  const limit = placement.map((step) => ({ ...step, terms: 0 }));
  const step = fc.oneof(
    { weight: 6, arbitrary: limit },
    { weight: 3, arbitrary: modify },
    { weight: 1, arbitrary: cancel },
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 90, size: "max" }), (steps) => {
      const venue = peopledVenue("100000000");
      const book = new NaiveBook();
      for (const taken of steps) follow(venue, book, taken);
      for (const side of ["BUY", "SELL"] as const) {
        expect(restingIn(venue, side)).toEqual(restingInReference(book, side));
      }
    }),
    { numRuns: 150 },
  );
});
