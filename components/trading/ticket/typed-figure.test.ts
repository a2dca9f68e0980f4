import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseDecimal } from "#lib/protocol/decimal.ts";
import { roundTyped } from "./typed-figure.ts";

const digits = fc.stringMatching(/^(?:0|[1-9][0-9]{0,11})$/);
const fraction = fc.stringMatching(/^[0-9]{1,8}$/);

describe("a finished number is rounded to the market's steps", () => {
  const tick = { decimals: 1, unit: 5n, down: false };
  const lot = { decimals: 5, unit: 1n, down: true };

  test.each([
    ["59000.123", "59000"],
    ["59000.26", "59000.5"],
    ["59000.25", "59000.5"],
    ["59,000.5", "59000.5"],
    ["59000.0000000000000000000001", "59000"],
    ["0.2", "0.2"],
    ["0", "0"],
    ["", ""],
    ["59000,1x", "59000,1x"],
  ])("a price of %j is %j on ticks of 0.5", (typed, rounded) => {
    expect(roundTyped(typed, tick, "en")).toBe(rounded);
  });

  test.each([
    ["0.123456", "0.12345"],
    ["0.123459", "0.12345"],
    ["0.000009", "0.000009"],
    ["1", "1"],
  ])("a size of %j is %j, never more than was typed", (typed, rounded) => {
    expect(roundTyped(typed, lot, "en")).toBe(rounded);
  });

  test("in the page's language, and an ambiguous number stays", () => {
    expect(roundTyped("59.000,26", tick, "de")).toBe("59000,5");
    expect(roundTyped("1.234", tick, "de")).toBe("1.234");
  });

  test("twice is the same as once, and less than a step away", () => {
    fc.assert(
      fc.property(digits, fraction, (whole, part) => {
        const once = roundTyped(`${whole}.${part}`, lot, "en");
        expect(roundTyped(once, lot, "en")).toBe(once);
        const [before = 0n, after = 0n] = [`${whole}.${part}`, once].map((text) =>
          parseDecimal(text, 8),
        );
        expect(before - after >= 0n && before - after < 1_000n).toBe(true);
      }),
    );
  });
});
