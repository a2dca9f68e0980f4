import { expect, test } from "vitest";
import { isRelayed, labelsOfJupiter, venueOfRelay } from "./swap-plan.ts";

test("a plan names the markets behind Jupiter, while the chain shows only Jupiter", () => {
  expect(labelsOfJupiter(["jupiter:Whirlpool", "jupiter:One+Two"])).toEqual([
    "Whirlpool",
    "One+Two",
  ]);
  expect(labelsOfJupiter(["jupiter"])).toEqual([]);
});

test("a relay alone is the route to another network", () => {
  expect(isRelayed([venueOfRelay("there")])).toBe(true);
  expect([[], ["pool:SOL-USDC"], ["relay:there", "pool:SOL-USDC"]].map(isRelayed)).toEqual([
    false,
    false,
    false,
  ]);
});

test.each([[["pool:SOL-USDC"]], [["jupiter:One", "pool:SOL-USDC"]], [["relay:there"]], [[]]])(
  "%j is no route of Jupiter",
  (venues) => {
    expect(labelsOfJupiter(venues)).toBe(undefined);
  },
);
