import { expect, it } from "vitest";
import { amountDigits } from "./amount-digits.ts";

it("an amount has cents, and more where it would read as nothing", () => {
  const digits = (exact: string) => amountDigits(exact);
  for (const exact of ["0", "1240.55", "0.5", "0.014", "-3", "12.000000001", "0.01"])
    expect(digits(exact), exact).toBe(2);
  expect(digits("0.000341")).toBe(5);
  expect(digits("-0.00345")).toBe(4);
  expect(digits("0.00000000001")).toBe(11);
});
