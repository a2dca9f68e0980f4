/** Arbitrary commands of four people in one market, for property tests. */
import fc from "fast-check";
import type { OrderType, Side, TimeInForce } from "#lib/protocol/enumerations.ts";
import {
  POST_ONLY,
  REDUCE_ONLY,
  SOL,
  type Terms,
  TestEngine,
} from "#services/venue/engine/engine.testing.ts";
import type { Order } from "#services/venue/engine/market-state.ts";
import type { Outcome } from "#services/venue/engine/outcome.ts";

export const PEOPLE = ["ann", "bob", "cat", "dan"];

export type Place = {
  kind: "place";
  person: number;
  side: Side;
  size: number;
  price: number;
  terms: number;
};
export type Modify = { kind: "modify"; order: number; size: number; price: number };
export type Step =
  | Place
  | Modify
  | { kind: "cancel"; order: number }
  | { kind: "mode"; person: number; leverage: number; isIsolated: boolean }
  | { kind: "margin"; person: number; amount: number }
  | { kind: "mark"; price: number }
  | { kind: "tick"; seconds: number };

/** Terms of an order: type, time in force, flags. */
const TERMS: [OrderType, TimeInForce, number][] = [
  ["LIMIT", "GTC", 0],
  ["LIMIT", "GTC", 0],
  ["LIMIT", "GTC", POST_ONLY],
  ["LIMIT", "GTC", REDUCE_ONLY],
  ["LIMIT", "IOC", 0],
  ["LIMIT", "FOK", 0],
  ["MARKET", "IOC", 0],
  ["MARKET", "FOK", 0],
  ["MARKET", "IOC", REDUCE_ONLY],
];

export const placement: fc.Arbitrary<Place> = fc.record({
  kind: fc.constant("place" as const),
  person: fc.nat(PEOPLE.length - 1),
  side: fc.constantFrom<Side>("BUY", "SELL"),
  size: fc.integer({ min: 1, max: 40 }),
  price: fc.integer({ min: 95, max: 105 }),
  terms: fc.nat(TERMS.length - 1),
});

export const modify: fc.Arbitrary<Modify> = fc.record({
  kind: fc.constant("modify" as const),
  order: fc.nat(60),
  size: fc.integer({ min: 1, max: 40 }),
  price: fc.integer({ min: 95, max: 105 }),
});

export const cancel = fc.record({ kind: fc.constant("cancel" as const), order: fc.nat(60) });

export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: placement },
  { weight: 2, arbitrary: modify },
  { weight: 1, arbitrary: cancel },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("mode" as const),
      person: fc.nat(PEOPLE.length - 1),
      leverage: fc.integer({ min: 1, max: 10 }),
      isIsolated: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("margin" as const),
      person: fc.nat(PEOPLE.length - 1),
      amount: fc.integer({ min: -60, max: 60 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("mark" as const),
      price: fc.integer({ min: 85, max: 118 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("tick" as const),
      seconds: fc.integer({ min: 1, max: 3 }),
    }),
  },
);

export function termsOf({ terms }: Place): Terms & { type: OrderType; tif: TimeInForce } {
  const [type, tif, flags] = TERMS[terms] ?? ["LIMIT", "GTC", 0];
  return { type, tif, flags };
}

/** A venue where all four accounts have `amount`. */
export function peopledVenue(amount: string): TestEngine {
  const venue = new TestEngine();
  for (const person of PEOPLE) venue.deposit(person, amount);
  return venue;
}

/** Takes one step. A cancel or a change names one of the orders that were placed, open or not. */
export function take(venue: TestEngine, step: Step): Outcome | undefined {
  switch (step.kind) {
    case "place": {
      const terms = termsOf(step);
      const price = terms.type === "MARKET" ? null : String(step.price);
      return venue.place(nameOf(step.person), [step.side, String(step.size), price], terms);
    }
    case "modify": {
      const order = orderAt(venue, step.order);
      if (order === undefined) return undefined;
      return venue.modify(ownerOf(venue, order), order, String(step.size), String(step.price));
    }
    case "cancel": {
      const order = orderAt(venue, step.order);
      return order === undefined ? undefined : venue.cancel(ownerOf(venue, order), order);
    }
    case "mode": {
      const mode = step.isIsolated ? "ISOLATED" : "CROSS";
      const signatory = venue.wait(1).by(nameOf(step.person));
      return venue.submit(signatory.updateLeverage(SOL, step.leverage, venue.time, mode));
    }
    case "margin": {
      const signatory = venue.wait(1).by(nameOf(step.person));
      return venue.submit(signatory.updateIsolatedMargin(SOL, String(step.amount), venue.time));
    }
    case "mark":
      return venue.mark(String(step.price), SOL);
    case "tick":
      venue.tick(step.seconds);
      return undefined;
  }
}

export function nameOf(person: number): string {
  return PEOPLE[person] ?? "ann";
}

function orderAt(venue: TestEngine, index: number): Order | undefined {
  return venue.state.orders.get(index + 1);
}

function ownerOf(venue: TestEngine, order: Order): string {
  return PEOPLE.find((name) => venue.account(name) === order.account) ?? "insurance";
}
