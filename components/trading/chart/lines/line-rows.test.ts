import { describe, expect, it } from "vitest";
import type { Plot } from "#components/trading/chart/series/price-chart.ts";
import {
  EDGE,
  GAP,
  type Label,
  layRows,
  MARKS,
  ROW,
  STACK_WIDTH,
  widestLabel,
} from "./line-rows.ts";

const PLOT: Plot = { width: 800, height: 400, legendEnd: 24 };
const NARROW: Plot = { width: 300, height: 260, legendEnd: 44 };

function order(index: number, y: number | undefined, over: Partial<Label> = {}): Label {
  return { id: `order ${index}`, y, width: 90, pinned: false, isPosition: false, ...over };
}

type Box = { name: string; left: number; right: number; top: number };

/** The visible boxes of a layout: labels and marks of stacks. */
function boxesOf(labels: readonly Label[], plot: Plot): Box[] {
  const { spots, stacks } = layRows(labels, plot);
  const boxes = labels.flatMap(({ id, width }): Box[] => {
    const spot = spots.get(id)!;
    const right = spot.x + Math.min(width, widestLabel(plot));
    return spot.seen === "label" ? [{ name: id, left: spot.x, right, top: spot.top }] : [];
  });
  return [
    ...boxes,
    ...stacks.map(({ x, top, ids }) => ({
      name: `+${ids.length}`,
      left: x,
      right: x + STACK_WIDTH,
      top,
    })),
  ];
}

function covered(boxes: readonly Box[]): string[] {
  return boxes.flatMap((one, index) =>
    boxes
      .slice(index + 1)
      .filter(
        (other) =>
          one.left < other.right && other.left < one.right && Math.abs(one.top - other.top) < ROW,
      )
      .map((other) => `${one.name} and ${other.name}`),
  );
}

/** Pseudo-random numbers, the same in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

describe("rows of labels", () => {
  it("a single line has its label at the right edge, at its own height", () => {
    const { spots, stacks } = layRows([order(1, 100)], PLOT);
    const x = PLOT.width - EDGE - 90;
    expect(spots.get("order 1")).toEqual({ x, top: 90, seen: "label", crowded: false });
    expect(stacks).toEqual([]);
  });

  it("a label at an edge leaves room for the marks of the lines beyond it, and then states its price", () => {
    const near = order(1, PLOT.height - 12);
    const top = PLOT.height - MARKS - ROW;
    const spotOf = (labels: readonly Label[]) => layRows(labels, PLOT).spots.get("order 1");
    expect(spotOf([near])).toMatchObject({ top: PLOT.height - 12 - ROW / 2, crowded: false });
    expect(spotOf([near, order(2, PLOT.height + 50)])).toMatchObject({ top, crowded: true });
    expect(spotOf([near, order(2, -50)])).toMatchObject({ crowded: false });
    expect(spotOf([order(1, 3), order(2, -50)])).toMatchObject({
      top: PLOT.legendEnd + MARKS,
      crowded: true,
    });
  });

  it("two close lines have their labels side by side", () => {
    const { spots, stacks } = layRows([order(1, 100), order(2, 110)], PLOT);
    const x = PLOT.width - EDGE - 90;
    expect(spots.get("order 1")).toMatchObject({ x, top: 90, crowded: true });
    expect(spots.get("order 2")).toMatchObject({ x: x - GAP - 90, top: 90, crowded: true });
    expect(stacks).toEqual([]);
  });

  it.each([PLOT, NARROW, { width: 500, height: 300, legendEnd: 24 }])(
    "of twelve at one level those without room are in one stack, and none is lost: %o",
    (plot) => {
      const labels = Array.from({ length: 12 }, (_, index) => order(index, 100 + index / 10));
      const { spots, stacks } = layRows(labels, plot);
      const shown = labels.filter(({ id }) => spots.get(id)?.seen === "label");
      expect(stacks).toHaveLength(1);
      expect(shown.length).toBeGreaterThan(0);
      expect([...shown.map(({ id }) => id), ...stacks[0]!.ids]).toEqual(labels.map(({ id }) => id));
      expect(covered(boxesOf(labels, plot))).toEqual([]);
    },
  );

  it("a label in a chain of close lines does not overlap the next row", () => {
    const labels = [100, 115, 121, 134, 141].map((y, index) => order(index, y));
    expect(covered(boxesOf(labels, PLOT))).toEqual([]);
  });

  it("a moving or focused label is shown in a full row, and the others keep their places", () => {
    const labels = Array.from({ length: 30 }, (_, index) => order(index, 100));
    const before = layRows(labels, PLOT).spots;
    const focused = (at: number) =>
      layRows(
        labels.map((label, index) => (index === at ? { ...label, pinned: true } : label)),
        PLOT,
      ).spots;
    expect(before.get("order 29")?.seen).toBe("stack");
    expect(focused(29).get("order 29")?.seen).toBe("label");
    // A pressed button must stay under the pointer.
    expect([...focused(1).entries()]).toEqual([...before.entries()]);
  });

  it("a position's lines are never in a stack while orders are shown", () => {
    const labels = Array.from({ length: 12 }, (_, index) => order(index, 100));
    const { spots } = layRows([...labels, order(12, 100, { isPosition: true })], PLOT);
    expect(spots.get("order 12")?.seen).toBe("label");
  });

  it("a line outside of the visible range has no label, unless it has the focus", () => {
    const lines = [order(1, -30), order(2, undefined), order(3, 900, { pinned: true })];
    const { spots } = layRows(lines, PLOT);
    expect(lines.map(({ id }) => spots.get(id)?.seen)).toEqual(["outside", "outside", "label"]);
    expect(spots.get("order 3")?.top).toBe(PLOT.height - ROW);
  });

  it("a label wider than the chart leaves room for the stack", () => {
    const labels = [order(1, 50, { width: 900, pinned: true }), order(2, 50), order(3, 52)];
    expect(covered(boxesOf(labels, NARROW))).toEqual([]);
    expect(layRows(labels, NARROW).stacks[0]?.ids).toEqual(["order 2", "order 3"]);
  });

  it("for any lines, no labels overlap and each is a label or in a stack", () => {
    const next = numbers(7);
    for (let round = 0; round < 300; round += 1) {
      const plot = { width: 260 + next() * 1_000, height: 120 + next() * 500, legendEnd: 44 };
      const labels = Array.from({ length: Math.ceil(next() * 60) }, (_, index) =>
        order(index, next() * plot.height, {
          width: 60 + next() * 160,
          pinned: next() < 0.03,
          isPosition: next() < 0.05,
        }),
      );
      const { spots, stacks } = layRows(labels, plot);
      const stacked = stacks.flatMap(({ ids }) => ids);
      const shown = labels.filter(({ id }) => spots.get(id)?.seen === "label");
      expect(new Set([...stacked, ...shown.map(({ id }) => id)]).size).toBe(labels.length);
      const boxes = boxesOf(labels, plot);
      expect(covered(boxes), JSON.stringify({ plot, labels })).toEqual([]);
      expect(Math.min(...boxes.map(({ left }) => left))).toBeGreaterThanOrEqual(0);
      expect(Math.max(...boxes.map(({ right }) => right))).toBeLessThanOrEqual(plot.width);
    }
  });
});
