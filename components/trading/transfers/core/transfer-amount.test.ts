import { describe, expect, test } from "vitest";
import { depositAmount, withdrawAmount } from "./transfer-amount.ts";

describe("a typed amount", () => {
  test("is read in the page's language, to the last unit of USDC", () => {
    expect(depositAmount("1,000.25", "en", undefined)).toEqual({
      state: "amount",
      text: "1000.25",
      units: 1_000_250_000n,
    });
    expect(depositAmount("1.000,000001", "de", undefined)).toMatchObject({ units: 1_000_000_001n });
    expect(depositAmount("\u0661\u0662.\u0665", "ar", undefined)).toMatchObject({ text: "12.5" });
    expect(depositAmount("", "en", 5n)).toEqual({ state: "empty" });
  });

  test.each([
    ["1,234", "ambiguous"],
    ["abc", "unreadable"],
    ["-1", "unreadable"],
    ["0.0000001", "decimals"],
    ["0.000000", "zero"],
    ["0.999999", "least"],
    ["5.000001", "exceedsWallet"],
  ])("%s is refused as %s", (typed, problem) => {
    expect(depositAmount(typed, "en", 5_000_000n)).toEqual({ state: "problem", problem });
  });

  test("may be all that the wallet holds", () => {
    expect(depositAmount("5", "en", 5_000_000n).state).toBe("amount");
  });
});

describe("an amount to withdraw", () => {
  const limits = { available: 10_000_000_000n, fee: 100_000_000n };

  test("is at least 1 USDC and the fee, and at most what is available", () => {
    expect(withdrawAmount("1.099999", "en", limits)).toMatchObject({ problem: "arrives" });
    expect(withdrawAmount("1.1", "en", limits)).toMatchObject({ text: "1.1" });
    expect(withdrawAmount("10", "en", limits)).toMatchObject({ text: "10" });
    expect(withdrawAmount("10.000001", "en", limits)).toMatchObject({ problem: "exceeds" });
  });
});
