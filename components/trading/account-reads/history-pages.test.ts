import { describe, expect, it } from "vitest";
import { type HistoryPage, mergeNewest, nextCursor, replaceRow, rowsOf } from "./history-pages.ts";

type Row = { id: number; created_at: number; status?: string };

const page = (from: number, to: number, next: string | null = `${to}`): HistoryPage<Row> => ({
  results: Array.from({ length: from - to + 1 }, (_, index) => row(from - index)),
  next,
});
const row = (id: number): Row => ({ id, created_at: id * 1_000 });
const ids = (pages: readonly HistoryPage<Row>[]) => rowsOf(pages).map(({ id }) => id);

describe("a list of history that is polled and scrolled", () => {
  const known = [page(200, 101), page(100, 1, null)];

  it("takes new rows in front, and keeps those that the newest page has lost", () => {
    const merged = mergeNewest(known, page(250, 151));
    expect(ids(merged)).toEqual(Array.from({ length: 250 }, (_, index) => 250 - index));
    expect(merged.map(({ next }) => next)).toEqual(["101", null]);
  });

  it("stays the same object when nothing is new", () => {
    expect(mergeNewest(known, page(200, 101))).toBe(known);
    expect(mergeNewest(known, { results: [], next: null })).toBe(known);
  });

  it("begins anew when rows between would be missing", () => {
    const newest = page(400, 301);
    expect(mergeNewest(known, newest)).toEqual([newest]);
  });

  it("takes a row's change wherever the row is", () => {
    const newest = { ...page(200, 101) };
    const results = newest.results.map((one) => (one.id === 150 ? { ...one, status: "x" } : one));
    const merged = mergeNewest(known, { ...newest, results });
    expect(rowsOf(merged).find(({ id }) => id === 150)?.status).toBe("x");
    const old = replaceRow(known, { ...row(7), status: "y" });
    expect(rowsOf(old).find(({ id }) => id === 7)?.status).toBe("y");
  });

  it("starts empty", () => {
    expect(ids(mergeNewest([], page(3, 1, null)))).toEqual([3, 2, 1]);
    expect(ids(mergeNewest([{ results: [], next: null }], page(3, 1, null)))).toEqual([3, 2, 1]);
  });
});

describe("a span of time", () => {
  it("has its first moment and not its last", () => {
    const rows = rowsOf([page(10, 1, null)], { from: 3_000, to: 6_000 });
    expect(rows.map(({ id }) => id)).toEqual([5, 4, 3]);
  });

  it("needs no page behind its beginning", () => {
    expect(nextCursor(page(10, 5), 4_000)).toBe("5");
    expect(nextCursor(page(10, 5), 6_000)).toBeUndefined();
    expect(nextCursor(page(10, 5, null))).toBeUndefined();
  });
});
