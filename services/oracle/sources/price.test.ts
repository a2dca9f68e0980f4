import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Decimal } from "#lib/protocol/decimal.ts";
import { marketScale } from "#lib/protocol/market/markets.ts";
import { priceOf, priceOfNumber, roundedPrice, scaledPrice } from "./price.ts";

const scaleOf = (tick: string) =>
  marketScale({ price_tick: tick as Decimal, base_lot_size: "0.001" as Decimal });

describe("a price of digits and exponent", () => {
  test("is exact at every exponent from -18 up", () => {
    const digits = fc.bigInt({ min: 0n, max: 10n ** 20n });
    fc.assert(
      fc.property(digits, fc.integer({ min: -18, max: 4 }), (value, exponent) => {
        const price = scaledPrice(value.toString(), exponent);
        expect(price).toBe(value * 10n ** BigInt(18 + exponent));
      }),
    );
  });

  test("is the same as the decimal string of it", () => {
    expect(scaledPrice("6412345678901", -8)).toBe(priceOf("64123.45678901"));
    expect(scaledPrice("5", 3)).toBe(priceOf("5000"));
  });

  test.each([
    ["-1", -8],
    ["1.5", 0],
    ["1e3", 0],
    ["", 0],
    ["1", -19],
    ["1", 0.5],
    ["1", 1_000_000],
    ["9".repeat(41), 0],
  ])("%s × 10^%d is refused", (digits, exponent) => {
    expect(scaledPrice(digits, exponent)).toBeUndefined();
  });
});

describe("a price of a JSON number", () => {
  test("is exact, however the number is written", () => {
    expect(priceOfNumber("64000.049999999999999999")).toBe(64_000_049_999_999_999_999_999n);
    expect(priceOfNumber("6.40021e4")).toBe(priceOf("64002.1"));
    expect(priceOfNumber("1E-7")).toBe(priceOf("0.0000001"));
    expect(priceOfNumber("1.50000000000000000000000")).toBe(priceOf("1.5"));
  });

  test.each(["0", "-1", "1e99", "1e-19", "NaN", "1.", ""])("%s is refused", (text) => {
    expect(priceOfNumber(text)).toBeUndefined();
  });
});

describe("a mark", () => {
  test("that is too long for a decimal is absent", () => {
    const price = scaledPrice("9".repeat(40), 0) ?? 0n;
    expect(roundedPrice(price, scaleOf("0.1"))).toBeUndefined();
  });

  test("is a multiple of the tick, and at most half a tick from the price", () => {
    const price = fc.bigInt({ min: 10n ** 18n, max: 10n ** 24n });
    const tick = fc.constantFrom("0.1", "0.01", "0.001", "0.05", "0.5", "5");
    fc.assert(
      fc.property(price, tick, (value, text) => {
        const rounded = priceOf(roundedPrice(value, scaleOf(text)) ?? "5") ?? 0n;
        const step = priceOf(text) ?? 1n;
        expect(rounded % step).toBe(0n);
        const away = rounded > value ? rounded - value : value - rounded;
        if (rounded > step) expect(2n * away <= step).toBe(true);
      }),
    );
  });

  test("is rounded half up, and never zero", () => {
    const scale = scaleOf("0.1");
    expect(roundedPrice(priceOf("64000.25") ?? 0n, scale)).toBe("64000.3");
    expect(roundedPrice(priceOf("64000.249999999999999999") ?? 0n, scale)).toBe("64000.2");
    expect(roundedPrice(priceOf("0.049") ?? 0n, scale)).toBeUndefined();
  });
});
