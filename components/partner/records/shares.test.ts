import { expect, it } from "vitest";
import type { ProductFigures } from "#lib/protocol/wire/partner.ts";
import { sharesOf } from "./shares.ts";

const figures = (perp: string, swap: string, prediction: string): ProductFigures[] =>
  Object.entries({ perp, swap, prediction }).map(([product, earned]) => ({
    product: product as ProductFigures["product"],
    fees: "0",
    count: 0,
    earned,
  }));

it("shares add up to a whole after rounding, in the order of the products", () => {
  const shares = sharesOf(figures("1", "1.00000000001", "1"));
  expect(shares.map(({ product }) => product)).toEqual(["perp", "swap", "prediction"]);
  expect(shares.reduce((sum, { percent }) => sum + percent, 0)).toBe(100);
  // Rounded each for itself they would make 101.
  const parts = sharesOf(figures("84.5", "15.5", "0"));
  expect(parts.map(({ percent }) => percent)).toEqual([85, 15]);
});

it("a product that earned nothing, or less, has no share", () => {
  expect(sharesOf(figures("9.5", "0", "-3"))).toEqual([{ product: "perp", percent: 100 }]);
  expect(sharesOf(figures("0", "0", "-3"))).toEqual([]);
});
