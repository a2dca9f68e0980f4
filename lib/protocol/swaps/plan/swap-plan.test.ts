import { expect, test } from "vitest";
import { labelsOfJupiter } from "./swap-plan.ts";

test("a plan names the markets behind Jupiter, while the chain shows only Jupiter", () => {
  expect(labelsOfJupiter(["jupiter:Whirlpool", "jupiter:One+Two"])).toEqual([
    "Whirlpool",
    "One+Two",
  ]);
  expect(labelsOfJupiter(["jupiter"])).toEqual([]);
});

test.each([[["pool:SOL-USDC"]], [["jupiter:One", "pool:SOL-USDC"]], [["relay:there"]], [[]]])(
  "%j is no route of Jupiter",
  (venues) => {
    expect(labelsOfJupiter(venues)).toBe(undefined);
  },
);
