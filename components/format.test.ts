import { expect, test } from "vitest";
import {
  changeRate,
  compact,
  divideHalfUp,
  figure,
  grouped,
  money,
  parseSigned,
  percent,
} from "./format.ts";

test("figures are rounded half up, never through a number", () => {
  expect(figure("64000.5", 1)).toBe("64,000.5");
  expect(figure("9007199254740993.129", 2)).toBe("9,007,199,254,740,993.13");
  expect(figure("-1234.5", 2)).toBe("-1,234.50");
  expect([figure(null, 2), figure("abc", 2)]).toEqual(["—", "—"]);
});

test("rates carry their sign", () => {
  expect([percent("0.0123"), percent("-0.5"), percent(undefined)]).toEqual([
    "+1.23%",
    "-50.00%",
    "—",
  ]);
});

test("large amounts are short", () => {
  expect(["999.99", "1000", "12345678.9", "0"].map(compact)).toEqual([
    "999.99",
    "1.00K",
    "12.35M",
    "0.00",
  ]);
});

test("parsing keeps the sign and rounds what is finer than asked", () => {
  expect(parseSigned("-0.129", 2)).toBe(-13n);
  expect(parseSigned("--1", 2)).toBeUndefined();
  expect(grouped("1234567")).toBe("1,234,567");
});

test("the change of the mark is exact to six decimals, signed, and absent when a side is", () => {
  expect(changeRate("64000", "64640", 1)).toBe("0.01");
  expect(changeRate("64000.0", "63000.5", 1)).toBe("-0.015617");
  expect(changeRate("3", "3", 2)).toBe("0");
  expect(changeRate(undefined, "3", 2)).toBeUndefined();
  expect(changeRate("0", "3", 2)).toBeUndefined();
});

test("one rule of rounding: a half goes away from zero, on both sides alike", () => {
  const halves = [4n, 5n, 14n, 15n, -4n, -5n, -15n].map((value) => divideHalfUp(value, 10n));
  expect(halves).toEqual([0n, 1n, 1n, 2n, 0n, -1n, -2n]);
  expect(figure("59464.95", 1)).toBe("59,465.0");
  expect(figure("59464.9499", 1)).toBe("59,464.9");
  expect([figure("-0.005", 2), figure("-0.004", 2)]).toEqual(["-0.01", "0.00"]);
  expect([money(5_000_000n), money(-4_999_999n)]).toEqual(["0.01", "0.00"]);
  expect(compact("999.995")).toBe("1.00K");
});
