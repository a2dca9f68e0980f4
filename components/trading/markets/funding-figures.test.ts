import { expect, test } from "vitest";
import type { Decimal } from "#lib/protocol/decimal.ts";
import { DAY_MS, HOUR_MS } from "#lib/protocol/durations.ts";
import { averageRate, yearlyRate } from "./funding-figures.ts";

const NOW = 1_000 * DAY_MS;
const hour = (ago: number, rate: string) => ({ start: NOW - ago * HOUR_MS, rate: rate as Decimal });

test("the average is exact, over the hours of the span only", () => {
  const hours = [hour(30, "0.5"), hour(2, "0.0001"), hour(1, "-0.0002"), hour(0, "0.0004")];
  expect(averageRate(hours, NOW, DAY_MS)).toBe("0.0001");
  expect(averageRate(hours, NOW, 2 * DAY_MS)).toBe("0.125075");
  expect(averageRate([], NOW, DAY_MS)).toBeUndefined();
});

test("a year has 1,095 periods of eight hours", () => {
  expect(yearlyRate("0.0001", 28_800)).toBe("0.1095");
  expect(yearlyRate("-0.0001", 3_600)).toBe("-0.876");
});
