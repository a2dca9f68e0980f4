import { expect, test } from "vitest";
import { dayFault } from "./typed-days.ts";

test.each([
  ["", "", undefined],
  ["2026-03-01", "", undefined],
  ["", "2026-03-01", undefined],
  ["2026-03-01", "2026-03-01", undefined],
  ["2026-03-02", "2026-03-01", "disordered"],
  ["2026-03-02", "0002-03-31", "unfinished"],
  ["0202-03-02", "2026-03-31", "unfinished"],
  ["20261-03-02", "", "unfinished"],
] as const)("from %j to %j is %s", (fromDay, toDay, fault) => {
  expect(dayFault({ fromDay, toDay })).toBe(fault);
});
