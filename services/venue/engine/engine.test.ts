/** The engine against a naive reference book, and against its own invariants, on random histories. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Decimal } from "#lib/protocol/decimal.ts";
import type { OrderType, Side, TimeInForce } from "#lib/protocol/orders.ts";
import { encodePublicKey } from "#lib/protocol/signing.ts";
import { apply } from "./apply.ts";
import type { Command } from "./commands.ts";
import { checkInvariants } from "./invariants.ts";
import { LISTINGS } from "./listings.ts";
import { type EngineEvents, emptyState, type Outcome, type VenueState } from "./state.ts";
import { stateHash } from "./state-hash.ts";

const ACCOUNTS = [1, 2, 3, 4].map((byte) => encodePublicKey(new Uint8Array(32).fill(byte)));
const TIME = 1_800_000_000_000;
const silent: EngineEvents = { trade: () => {}, mark: () => {} };

type Step =
  | { kind: "place"; account: number; side: Side; size: number; price: number; terms: number }
  | { kind: "cancel"; account: number; order: number }
  | { kind: "mark"; price: number };

/** Terms of an order: type, time in force, flags. */
const TERMS: [OrderType, TimeInForce, number][] = [
  ["LIMIT", "GTC", 0],
  ["LIMIT", "GTC", 0],
  ["LIMIT", "GTC", 1],
  ["LIMIT", "GTC", 2],
  ["LIMIT", "IOC", 0],
  ["LIMIT", "FOK", 0],
  ["MARKET", "IOC", 0],
  ["MARKET", "FOK", 0],
  ["MARKET", "IOC", 2],
];

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant("place" as const),
      account: fc.nat(3),
      side: fc.constantFrom<Side>("BUY", "SELL"),
      size: fc.integer({ min: 1, max: 40 }),
      price: fc.integer({ min: 95, max: 105 }),
      terms: fc.nat(TERMS.length - 1),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("cancel" as const),
      account: fc.nat(3),
      order: fc.integer({ min: 1, max: 60 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("mark" as const),
      price: fc.integer({ min: 90, max: 110 }),
    }),
  },
);

let digests = 0;

function commandOf(taken: Step, now: number): Command {
  if (taken.kind === "mark") {
    return { type: "set_marks", marks: [{ market: "SOLUSDC", ticks: taken.price * 1_000 }] };
  }
  const account = ACCOUNTS[taken.account]!;
  digests += 1;
  const signed = {
    account,
    signer: account,
    signature: new Uint8Array(64),
    payload: new Uint8Array(0),
    digest: String(digests),
    timestamp: now,
  };
  if (taken.kind === "cancel") {
    return { type: "cancel_order", signed, orderId: BigInt(taken.order), market: "SOLUSDC" };
  }
  const [order_type, time_in_force, flags] = TERMS[taken.terms]!;
  return {
    type: "place_order",
    signed,
    clientId: null,
    order: {
      market: "SOLUSDC",
      side: taken.side,
      size: String(taken.size),
      price: order_type === "MARKET" ? null : String(taken.price),
      order_type,
      time_in_force,
      flags,
      trigger_price: null,
      trigger_source: null,
    },
  };
}

function freshState(deposit: bigint): VenueState {
  const state = emptyState();
  const market = LISTINGS.find(({ symbol }) => symbol === "SOLUSDC")!;
  apply(
    state,
    { type: "list_market", market: { ...market, min_notional: "0" as Decimal } },
    TIME,
    silent,
  );
  apply(state, { type: "set_marks", marks: [{ market: "SOLUSDC", ticks: 100_000 }] }, TIME, silent);
  for (const [index, account] of ACCOUNTS.entries()) {
    const command: Command = {
      type: "deposit",
      id: String(index),
      account,
      amount: deposit,
      reference: String(index),
      source: "test",
    };
    apply(state, command, TIME, silent);
  }
  return state;
}

function run(state: VenueState, steps: Step[], onOutcome: (step: Step, outcome: Outcome) => void) {
  for (const [index, taken] of steps.entries()) {
    const now = TIME + index;
    onOutcome(taken, apply(state, commandOf(taken, now), now, silent));
  }
}

describe("on any history", () => {
  const poor = 400n * 10n ** 9n;

  test("all invariants hold after every command, with accounts at the edge of their margin", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120, size: "max" }), (steps) => {
        const state = freshState(poor);
        run(state, steps, () => checkInvariants(state));
      }),
      { numRuns: 150 },
    );
  });

  test("no fill is worse than the order's limit, a post-only order never takes, FOK is all or nothing", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80, size: "max" }), (steps) => {
        run(freshState(poor * 100n), steps, (taken, outcome) => {
          if (taken.kind !== "place" || outcome.kind !== "order") return;
          const [type, tif, flags] = TERMS[taken.terms]!;
          for (const { ticks } of outcome.fills) {
            if (type === "MARKET") continue;
            const limit = taken.price * 1_000;
            expect(taken.side === "BUY" ? ticks <= limit : ticks >= limit).toBe(true);
          }
          if (flags === 1) expect(outcome.fills).toEqual([]);
          if (tif === "FOK") expect([0, outcome.order.size]).toContain(outcome.order.filled);
          if (tif !== "GTC") expect(outcome.order.status).toBe("CLOSED");
        });
      }),
      { numRuns: 150 },
    );
  });

  test("the same commands give the same state", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60, size: "max" }), (steps) => {
        const states = [freshState(poor), freshState(poor)];
        for (const state of states) {
          digests = 0;
          run(state, steps, () => {});
        }
        expect(stateHash(states[0]!)).toBe(stateHash(states[1]!));
      }),
      { numRuns: 60 },
    );
  });
});

/** Price-time priority the slow way: one array, searched from end to end for each match. */
class NaiveBook {
  orders: { id: number; account: number; side: Side; lots: number; price: number }[] = [];

  place(id: number, taken: Extract<Step, { kind: "place" }>): [number, number][] {
    const fills: [number, number][] = [];
    let left = taken.size * 100;
    for (;;) {
      const candidates = this.orders
        .filter((o) => o.side !== taken.side)
        .filter((o) => (taken.side === "BUY" ? o.price <= taken.price : o.price >= taken.price))
        .toSorted(
          (a, b) => (taken.side === "BUY" ? a.price - b.price : b.price - a.price) || a.id - b.id,
        );
      const best = candidates[0];
      if (best === undefined || left === 0) break;
      if (best.account === taken.account) {
        this.orders = this.orders.filter((o) => o !== best);
        continue;
      }
      const lots = Math.min(left, best.lots);
      fills.push([best.price * 1_000, lots]);
      best.lots -= lots;
      left -= lots;
      if (best.lots === 0) this.orders = this.orders.filter((o) => o !== best);
    }
    if (left > 0)
      this.orders.push({
        id,
        account: taken.account,
        side: taken.side,
        lots: left,
        price: taken.price,
      });
    return fills;
  }
}

test("limit orders trade exactly as in a naive reference book", () => {
  const limitStep = step.filter((s) => s.kind === "place").map((s) => ({ ...s, terms: 0 }));
  fc.assert(
    fc.property(fc.array(limitStep, { maxLength: 80, size: "max" }), (steps) => {
      const reference = new NaiveBook();
      run(freshState(10n ** 18n), steps as Step[], (taken, outcome) => {
        if (taken.kind !== "place" || outcome.kind !== "order") throw new Error("must be accepted");
        const expected = reference.place(outcome.order.id, taken);
        expect(outcome.fills.map(({ ticks, lots }) => [ticks, lots])).toEqual(expected);
      });
    }),
    { numRuns: 150 },
  );
});
