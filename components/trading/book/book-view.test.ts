import { expect, test } from "vitest";
import { groupingOf, parseGrouping } from "./book-view.ts";
import { parseRowName, tabbableRow } from "./grouping.ts";

test("a market keeps its own grouping, and a grouping that is no longer offered falls back to the tick", () => {
  const groupings = parseGrouping({ BTCUSDC: 100, ETHUSDC: 7, SOLUSDC: "10" });
  expect(groupings).toEqual({ BTCUSDC: 100 });
  expect([groupingOf(groupings ?? {}, "BTCUSDC"), groupingOf(groupings ?? {}, "ETHUSDC")]).toEqual([
    100, 1,
  ]);
  expect(groupingOf({}, "constructor")).toBe(1);
  for (const broken of [null, [1], "x", 5]) expect(parseGrouping(broken)).toBeUndefined();
});

test("Tab goes to the row that last had the focus, or to the nearest remaining one", () => {
  const rows = (asks: number, bids: number) => ({
    asks: Array.from({ length: asks }),
    bids: Array.from({ length: bids }),
  });
  expect(tabbableRow(rows(5, 5), undefined)).toEqual({ side: "bid", index: 0 });
  expect(tabbableRow(rows(5, 0), undefined)).toEqual({ side: "ask", index: 0 });
  expect(tabbableRow(rows(5, 5), { side: "ask", index: 9 })).toEqual({ side: "ask", index: 4 });
  expect(tabbableRow(rows(0, 5), { side: "ask", index: 2 })).toEqual({ side: "bid", index: 0 });
});

test("a row's name is accepted only in its exact form", () => {
  expect(parseRowName("ask-12")).toEqual({ side: "ask", index: 12 });
  for (const text of [undefined, "", "ask", "ask-", "mid-1", "bid--1"]) {
    expect(parseRowName(text)).toBeUndefined();
  }
});
