import { expect, test } from "vitest";
import { formatFilter, parseFilter } from "./filter-address.ts";

const NONE = { asset: undefined, type: undefined, minMagnitude: undefined };

test("filters that are written to the address are read back from it", () => {
  const filter = { asset: "SOL", type: "hack", minMagnitude: 3 } as const;
  expect(formatFilter(filter)).toBe("asset=SOL&type=hack&min_magnitude=3");
  expect(parseFilter(formatFilter(filter))).toEqual(filter);
  expect(parseFilter(formatFilter(NONE))).toEqual(NONE);
});

test("an asset may be typed in lower case", () => {
  expect(parseFilter("asset=btc").asset).toBe("BTC");
});

test.each([
  "asset=%3Cb%3E",
  "type=rumour",
  "min_magnitude=6",
  "min_magnitude=1",
  "min_magnitude=2.5",
])("%s does not filter", (search) => {
  expect(parseFilter(search)).toEqual(NONE);
});
