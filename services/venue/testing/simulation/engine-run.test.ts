/**
 * Seeded histories in which everything goes wrong that can: no invariant breaks, no order has an effect that it did
 * not ask for, and a replay of the journal gives the same hash at every block. `npm run sim` runs any number of them.
 */
import { expect, test } from "vitest";
import { Coverage } from "./coverage.ts";
import { runEngine } from "./engine-run.ts";

const SEEDS = 12;
const COMMANDS = 4_000;

test(`${SEEDS} seeds of ${COMMANDS} commands hold every invariant, and each rare event happens`, {
  timeout: 900_000,
}, () => {
  const coverage = new Coverage();
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    coverage.add(runEngine({ seed, commands: COMMANDS }).coverage);
  }
  expect(coverage.missing()).toEqual([]);
});

test("a seed gives the same state each time, and another seed another", () => {
  const [first, again, other] = [7, 7, 8].map(
    (seed) => runEngine({ seed, commands: 500 }).stateHash,
  );
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});
