import { describe, expect, it } from "vitest";
import {
  type Box,
  ROW_HEIGHT,
  scrollTopFor,
  visibleRange,
  type WindowPart,
  windowParts,
} from "./row-window.ts";

const HEADER = 28;
/** A box with `rows` px for rows. */
const box = (top: number, rows: number, lead = 0): Box => ({
  top,
  height: rows + HEADER,
  header: HEADER,
  lead,
  row: ROW_HEIGHT,
});

type Visible = ReturnType<typeof visibleRange>;
const partsOf = (count: number, visible: Visible, keep = -1, row = ROW_HEIGHT) =>
  windowParts(visible, { count, keep, row });

const rows = (parts: readonly WindowPart[]) =>
  parts.flatMap((part) => (part.kind === "row" ? [part.index] : []));
const height = (parts: readonly WindowPart[]) =>
  parts.reduce((sum, part) => sum + (part.kind === "row" ? ROW_HEIGHT : part.height), 0);

describe("the rows of a table that are in the page", () => {
  it("are all of a short one", () => {
    expect(rows(partsOf(24, visibleRange(box(0, 0))))).toHaveLength(24);
    expect(partsOf(0, visibleRange(box(0, 300)))).toEqual([]);
  });

  it("are those in sight and some around them, in a page as high as all", () => {
    const parts = partsOf(10_000, visibleRange(box(5_000 * ROW_HEIGHT + 5, 10 * ROW_HEIGHT)));
    expect([rows(parts)[0], rows(parts).at(-1), rows(parts).length]).toEqual([4_992, 5_018, 27]);
    expect(height(parts)).toBe(10_000 * ROW_HEIGHT);
  });

  it("are the first ones before the box has a size, and the last ones when rows have gone", () => {
    expect(rows(partsOf(1_000, visibleRange(box(0, 0))))[0]).toBe(0);
    const gone = partsOf(100, visibleRange(box(900 * ROW_HEIGHT, 320)));
    expect([rows(gone)[0], rows(gone).at(-1)]).toEqual([91, 99]);
    expect(height(gone)).toBe(100 * ROW_HEIGHT);
  });

  it.each([3, 500, 999])("keep the one with the focus, once: %i", (keep) => {
    const parts = partsOf(1_000, visibleRange(box(500 * ROW_HEIGHT, 320)), keep);
    expect(rows(parts).filter((index) => index === keep)).toEqual([keep]);
    expect(rows(parts)).toEqual(rows(parts).toSorted((a, b) => a - b));
    expect(height(parts)).toBe(1_000 * ROW_HEIGHT);
  });

  it("are found by the height that the rows of their table have", () => {
    const high = { ...box(100 * 46, 460), row: 46 };
    expect(visibleRange(high)).toEqual({ first: 100, last: 109 });
    expect(partsOf(1_000, visibleRange(high), -1, 46)[0]).toMatchObject({ height: 92 * 46 });
    expect(scrollTopFor(10, { ...high, top: 0 })).toBe(46);
  });

  it("are reached by the least scrolling", () => {
    expect(scrollTopFor(5, box(0, 320))).toBe(0);
    expect(scrollTopFor(10, box(0, 320))).toBe(ROW_HEIGHT);
    expect(scrollTopFor(2, box(320, 320))).toBe(2 * ROW_HEIGHT);
  });

  it.each([0, 1, 4, 12])("are where they are below %i rows of something else", (leading) => {
    const lead = leading * ROW_HEIGHT;
    for (const index of [0, 7, 20, 35]) {
      for (const from of [0, 150, 2_000]) {
        const top = scrollTopFor(index, box(from, 150, lead));
        const offset = lead + index * ROW_HEIGHT - top;
        expect(offset).toBeGreaterThanOrEqual(0);
        expect(offset + ROW_HEIGHT).toBeLessThanOrEqual(150);
        const sight = visibleRange(box(top, 150, lead));
        expect(sight.first).toBeLessThanOrEqual(index);
        expect(sight.last).toBeGreaterThanOrEqual(index);
      }
    }
  });

  it("leave no gap in sight when as much stands above them as the box is high", () => {
    const lead = 12 * ROW_HEIGHT;
    for (let top = 0; top <= lead + 36 * ROW_HEIGHT - 150; top += 10) {
      let offset = lead;
      for (const part of partsOf(36, visibleRange(box(top, 150, lead)))) {
        const high = part.kind === "row" ? ROW_HEIGHT : part.height;
        const isInSight = offset < top + 150 && offset + high > top;
        expect(part.kind === "gap" && isInSight).toBe(false);
        offset += high;
      }
    }
  });
});
