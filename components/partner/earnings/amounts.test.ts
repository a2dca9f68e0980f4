import { expect, it } from "vitest";
import { addsUp, isBelowCent, signOf, subtract } from "./amounts.ts";
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

it("an amount is below a cent when two decimals would show it as zero", () => {
  for (const exact of ["0", "0.000", "1240.55", "0.5", "0.005", "-0.014", "-3", "12.000000001"])
    expect(isBelowCent(exact), exact).toBe(false);
  for (const exact of ["0.00499", "-0.00345", "0.000341", "0.00000000001"])
    expect(isBelowCent(exact), exact).toBe(true);
});
