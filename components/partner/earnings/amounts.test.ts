import { expect, it } from "vitest";
import { addsUp, amountDigits, signOf, subtract } from "./amounts.ts";
import { summaryOf } from "./earnings.testing.ts";

it("balances add up to the last digit or not at all", () => {
  const { balances } = summaryOf();
  expect(addsUp(balances)).toBe(true);
  expect(addsUp({ ...balances, pending: "50.48765432102" })).toBe(false);
  // Balances that reversals have made negative add up too.
  expect(
    addsUp({ accrued: "-0.5", settled: "1", in_transit: "0", pending: "-1.5", reconciles: true }),
  ).toBe(true);
});

it("differences and signs are those of the exact amounts", () => {
  expect(subtract("1.00000000001", "1")).toBe("0.00000000001");
  expect(subtract("0.1", "0.3")).toBe("-0.2");
  expect(["0", "0.000", "-0.01", "0.00000000001"].map(signOf)).toEqual([0, 0, -1, 1]);
});

it("an amount has cents, and more digits where it would read as zero", () => {
  const digits = (exact: string) => amountDigits(exact);
  for (const exact of ["0", "1240.55", "0.5", "0.014", "-3", "12.000000001", "0.01"])
    expect(digits(exact), exact).toBe(2);
  expect(digits("0.000341")).toBe(5);
  expect(digits("-0.00345")).toBe(4);
  expect(digits("0.00000000001")).toBe(11);
});
