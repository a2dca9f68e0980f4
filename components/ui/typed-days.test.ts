import { describe, expect, test } from "vitest";
import { dayFault, withoutChanged } from "./typed-days.ts";

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

describe("typed days", () => {
  const none = { fromDay: "", toDay: "" };

  test("stay while the chosen ones do, also when they were passed on", () => {
    const typed = { fromDay: "2026-03-05", toDay: "2026-02-01" };
    expect(withoutChanged(typed, none, { ...none })).toBe(typed);
  });

  test("end with the choice of the same day, and the other one stays", () => {
    const typed = { fromDay: "2026-03-05", toDay: "2026-02-01" };
    const chosen = { fromDay: "2026-03-05", toDay: "" };
    expect(withoutChanged(typed, none, chosen)).toEqual({ toDay: "2026-02-01" });
    expect(withoutChanged(typed, chosen, none)).toEqual({ toDay: "2026-02-01" });
    expect(withoutChanged({}, none, chosen)).toEqual({});
  });
});
