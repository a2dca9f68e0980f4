import { expect, test } from "vitest";
import { divideHalfUp, parseSigned } from "#lib/protocol/decimal.ts";
import { changeRate } from "./figures.ts";

test("parsing keeps the sign and rounds digits beyond the precision", () => {
  expect(parseSigned("-0.129", 2)).toBe(-13n);
  expect(parseSigned("--1", 2)).toBeUndefined();
  expect(parseSigned("9007199254740993.129", 2)).toBe(900719925474099313n);
});

test("the change of the mark is exact to six decimals, signed, and absent when one price is missing", () => {
  expect(changeRate("64000", "64640", 1)).toBe("0.01");
  expect(changeRate("64000.0", "63000.5", 1)).toBe("-0.015617");
  expect(changeRate("3", "3", 2)).toBe("0");
  expect(changeRate(undefined, "3", 2)).toBeUndefined();
  expect(changeRate("0", "3", 2)).toBeUndefined();
});

test("one rounding rule: half away from zero, on both sides alike", () => {
  const halves = [4n, 5n, 14n, 15n, -4n, -5n, -15n].map((value) => divideHalfUp(value, 10n));
  expect(halves).toEqual([0n, 1n, 1n, 2n, 0n, -1n, -2n]);
  expect(["59464.95", "59464.9499"].map((text) => parseSigned(text, 1))).toEqual([
    594_650n,
    594_649n,
  ]);
});
