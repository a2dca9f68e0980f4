/** On any history: what an order may do, that equal commands give equal states, and that no liquidation is ever missed. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isReduceOnly } from "#lib/protocol/orders/orders.ts";
import type { TestEngine } from "./engine.testing.ts";
import { MARK_DEAD_MS } from "./funding.ts";
import { type Account, type Holding, INSURANCE } from "./market-state.ts";
import { stateHash } from "./state-hash.ts";
import { isIsolatedBelow, marginFromNothing } from "./testing/brute-force.ts";
import {
  anyStep,
  PEOPLE,
  peopledVenue,
  type Step,
  take,
  termsOf,
} from "./testing/random-commands.ts";

/** So little that most histories end with a liquidation. */
const POOR = "400";

function histories(maxLength: number, minLength = 0) {
  return fc.array(anyStep, { minLength, maxLength, size: "max" });
}

function run(venue: TestEngine, steps: Step[]): void {
  for (const step of steps) take(venue, step);
}

test("all invariants hold after every command, with accounts at the edge of their margin", () => {
  let liquidations = 0;
  fc.assert(
    // The test engine checks after every command.
    fc.property(histories(120), (steps) => {
      const venue = peopledVenue(POOR);
      run(venue, steps);
      liquidations += venue.fills.filter(({ kind }) => kind !== "FILL").length;
    }),
    { numRuns: 150 },
  );
  expect(liquidations).toBeGreaterThan(20);
});

test("no fill is worse than the order's limit, post-only never takes, FOK is all or nothing, only GTC rests", () => {
  fc.assert(
    fc.property(histories(80), (steps) => {
      const venue = peopledVenue("40000");
      for (const step of steps) {
        const outcome = take(venue, step);
        if (step.kind !== "place" || outcome?.kind !== "order") continue;
        const { order, fills } = outcome;
        const { type, tif, flags } = termsOf(step);
        for (const { ticks } of fills) {
          const limit = step.price * 1_000;
          if (type === "LIMIT")
            expect(step.side === "BUY" ? ticks <= limit : ticks >= limit).toBe(true);
        }
        if (flags === 1) expect(fills).toEqual([]);
        if (tif === "FOK") expect([0, order.size]).toContain(order.filled);
        if (tif !== "GTC") expect(order.status).toBe("CLOSED");
      }
    }),
    { numRuns: 150 },
  );
});

test("a refusal changes nothing, whatever it refuses", () => {
  let refusals = 0;
  fc.assert(
    fc.property(histories(60), (steps) => {
      const venue = peopledVenue(POOR);
      // The first order of a person in a market, refused or not, makes a place for his holding.
      for (const person of PEOPLE) venue.holding(person);
      for (const step of steps) {
        const before = venue.content();
        if (take(venue, step)?.kind !== "refused") continue;
        refusals += 1;
        expect(venue.content()).toBe(before);
      }
    }),
    { numRuns: 40 },
  );
  expect(refusals).toBeGreaterThan(100);
});

test("the same commands give the same state", () => {
  fc.assert(
    fc.property(histories(60), (steps) => {
      const [first, second] = [peopledVenue(POOR), peopledVenue(POOR)];
      for (const venue of [first, second]) run(venue, steps);
      expect(first.state.effects.close()).toBe(second.state.effects.close());
      expect(stateHash(first.state)).toBe(stateHash(second.state));
    }),
    { numRuns: 60 },
  );
});

describe("at each mark and tick", () => {
  const movement: fc.Arbitrary<Step> = fc.oneof(
    fc.record({ kind: fc.constant("mark" as const), price: fc.integer({ min: 80, max: 125 }) }),
    fc.record({ kind: fc.constant("tick" as const), seconds: fc.constant(1) }),
  );

  test("exactly those below maintenance are liquidated, found by looking at everybody", () => {
    let found = 0;
    // Random histories rarely endanger anybody, and some samples hold few that do.
    for (let sample = 0; sample < 10 && found <= 20; sample += 1) {
      fc.assert(
        fc.property(
          histories(120, 60),
          fc.array(movement, { maxLength: 20 }),
          (steps, movements) => {
            const venue = peopledVenue(POOR);
            run(venue, steps);
            for (const step of movements) {
              const before = [...venue.state.accounts.values()].map((account) => copyOf(account));
              const fillsBefore = venue.fills.length;
              take(venue, step);
              const endangered = before.filter((account) => isEndangered(venue, account));
              found += endangered.length;
              for (const { pubkey } of endangered) expectSeen(venue, pubkey);
              const names = new Set(endangered.map(({ pubkey }) => pubkey));
              for (const { kind, liquidity, account } of venue.fills.slice(fillsBefore)) {
                if (kind === "FILL" || liquidity === "MAKER" || account === INSURANCE) continue;
                expect(names.has(account)).toBe(true);
              }
            }
          },
        ),
        { numRuns: 150 },
      );
    }
    expect(found).toBeGreaterThan(20);
  });

  /** Its orders are gone but what closes an isolated position, and it is looked at again next time. */
  function expectSeen(venue: TestEngine, pubkey: string): void {
    const account = venue.state.accounts.get(pubkey);
    const left = [...(account?.holdings.values() ?? [])].flatMap(({ isolated, orders }) =>
      [...orders].filter((order) => isolated === null || !isReduceOnly(order)),
    );
    expect(left).toEqual([]);
    expect(account !== undefined && venue.state.unindexed.has(account)).toBe(true);
  }

  /** The account as it is now, without its orders. */
  function copyOf(account: Account): Account {
    const holdings = new Map<string, Holding>();
    for (const [symbol, holding] of account.holdings) {
      const isolated = holding.isolated === null ? null : { ...holding.isolated };
      holdings.set(symbol, { ...holding, isolated, orders: new Set() });
    }
    return { ...account, holdings };
  }

  function isEndangered(venue: TestEngine, account: Account): boolean {
    if (account.pubkey === INSURANCE) return false;
    if (venue.state.time - venue.market().markTime > MARK_DEAD_MS) return false;
    const { accountValue, maintenanceMargin } = marginFromNothing(account);
    const isolated = [...account.holdings.values()].some((holding) => isIsolatedBelow(holding));
    return isolated || accountValue < maintenanceMargin;
  }
});
