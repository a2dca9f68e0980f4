import { describe, expect, it } from "vitest";
import { ROW_HEIGHT, scrollTopFor, sightOf, type WindowPart, windowParts } from "./row-window.ts";

const rows = (parts: readonly WindowPart[]) =>
  parts.flatMap((part) => (part.kind === "row" ? [part.index] : []));
const height = (parts: readonly WindowPart[]) =>
  parts.reduce((sum, part) => sum + (part.kind === "row" ? ROW_HEIGHT : part.height), 0);

describe("the rows of a table that are in the page", () => {
  it("are all of a short one", () => {
    expect(rows(windowParts(24, sightOf(0, 0), -1))).toHaveLength(24);
    expect(windowParts(0, sightOf(0, 300), -1)).toEqual([]);
  });

  it("are those in sight and some around them, in a page as high as all", () => {
    const parts = windowParts(10_000, sightOf(5_000 * ROW_HEIGHT + 5, 10 * ROW_HEIGHT), -1);
    expect([rows(parts)[0], rows(parts).at(-1), rows(parts).length]).toEqual([4_992, 5_018, 27]);
    expect(height(parts)).toBe(10_000 * ROW_HEIGHT);
  });

  it("are the first ones before the box has a size, and the last ones when rows have gone", () => {
    expect(rows(windowParts(1_000, sightOf(0, 0), -1))[0]).toBe(0);
    const gone = windowParts(100, sightOf(900 * ROW_HEIGHT, 320), -1);
    expect([rows(gone)[0], rows(gone).at(-1)]).toEqual([91, 99]);
    expect(height(gone)).toBe(100 * ROW_HEIGHT);
  });

  it.each([3, 500, 999])("keep the one with the focus, once: %i", (keep) => {
    const parts = windowParts(1_000, sightOf(500 * ROW_HEIGHT, 320), keep);
    expect(rows(parts).filter((index) => index === keep)).toEqual([keep]);
    expect(rows(parts)).toEqual(rows(parts).toSorted((a, b) => a - b));
    expect(height(parts)).toBe(1_000 * ROW_HEIGHT);
  });

  it("are reached by the least scrolling", () => {
    expect(scrollTopFor(5, 0, 320)).toBe(0);
    expect(scrollTopFor(10, 0, 320)).toBe(ROW_HEIGHT);
    expect(scrollTopFor(2, 320, 320)).toBe(2 * ROW_HEIGHT);
  });
});
