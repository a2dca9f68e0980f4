import { expect, test } from "vitest";
import { filterOf, searchOf } from "./filter-address.ts";

const NONE = { asset: undefined, type: undefined, minMagnitude: undefined };

test("the filters come back from the address that they are written to", () => {
  const filter = { asset: "SOL", type: "hack", minMagnitude: 3 } as const;
  expect(searchOf(filter)).toBe("asset=SOL&type=hack&min_magnitude=3");
  expect(filterOf(searchOf(filter))).toEqual(filter);
  expect(filterOf(searchOf(NONE))).toEqual(NONE);
});

test("an asset may be typed in small letters", () => {
  expect(filterOf("asset=btc").asset).toBe("BTC");
});

test.each([
  "asset=%3Cb%3E",
  "type=rumour",
  "min_magnitude=6",
  "min_magnitude=1",
  "min_magnitude=2.5",
])("%s does not filter", (search) => {
  expect(filterOf(search)).toEqual(NONE);
});
