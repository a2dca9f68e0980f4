/**
 * Seeded histories in which everything goes wrong that can: no invariant breaks, no order has an effect that it did
 * not ask for, and a replay of the journal gives the same hash at every block. `npm run sim` runs any number of them, and
 * says whether each rare event has happened; `npm test` runs a hundred with it.
 */
import { expect, test } from "vitest";
import { runEngine } from "./engine-run.ts";

test("2,000 commands hold every invariant, and orders fill in them", () => {
  const { coverage } = runEngine({ seed: 1, commands: 2_000 });
  expect(new Map(coverage).get("fill")).toBeGreaterThan(0);
});

test("a seed gives the same state each time, and another seed another", () => {
  const [first, again, other] = [7, 7, 8].map(
    (seed) => runEngine({ seed, commands: 500 }).stateHash,
  );
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});
