import { expect, it } from "vitest";
import { addsUp, less, signOf } from "./add-up.ts";
import { summaryOf } from "./earnings.testing.ts";

it("balances add up to the last digit or not at all", () => {
  const { balances } = summaryOf();
  expect(addsUp(balances)).toBe(true);
  expect(addsUp({ ...balances, pending: "50.48765432102" })).toBe(false);
  // What reversals have made negative adds up too.
  expect(
    addsUp({ accrued: "-0.5", settled: "1", in_transit: "0", pending: "-1.5", reconciles: true }),
  ).toBe(true);
});

it("differences and signs are those of the exact amounts", () => {
  expect(less("1.00000000001", "1")).toBe("0.00000000001");
  expect(less("0.1", "0.3")).toBe("-0.2");
  expect(["0", "0.000", "-0.01", "0.00000000001"].map(signOf)).toEqual([0, 0, -1, 1]);
});
