/**
 * Places labels of lines in rows that do not overlap, side by side within a row. Labels that do not fit into a row are
 * stacked behind a mark at its end.
 */
import type { Plot } from "#components/trading/chart/series/price-chart.ts";

export type Label = {
  id: string;
  /** Pixel of the line from the top of the plot; `undefined` when the chart cannot draw its price. */
  y: number | undefined;
  width: number;
  /** Always shown: it is being moved, or has the focus. */
  pinned: boolean;
  /** Lines of a position come before those of orders. */
  isPosition: boolean;
};

/** The top left corner of a label. */
export type Spot = {
  x: number;
  top: number;
  /** Where the label is: at its line, in the stack of its row, or nowhere because the line is out of view. */
  seen: "label" | "stack" | "outside";
  /** True beside other labels or away from its line: the label's position does not show its price. */
  crowded: boolean;
};

/** The labels that do not fit into a row, from the highest line to the lowest. */
export type Stack = { ids: readonly string[]; x: number; top: number };

export const ROW = 20;
export const GAP = 4;
export const EDGE = 8;
export const STACK_WIDTH = 40;
/** The height of the marks at an edge, for the lines beyond it. */
export const MARKS = 26;
/** A row covers at most this share of the plot; on a narrow chart it takes the width of one label and a stack. */
const MAX_ROW_SHARE = 0.6;
const MIN_ROW_WIDTH = 220;

/** The widest label, so that one label and a stack fit on every chart. */
export function widestLabel({ width }: Plot): number {
  return Math.max(0, width - 2 * EDGE - STACK_WIDTH - GAP);
}

type Placed = Label & { at: number };

/** A pinned label stays in view, and has no mark at the edge. */
function isBeyond({ y, pinned }: Label, side: "above" | "below", { height }: Plot): boolean {
  return !pinned && y !== undefined && (side === "above" ? y < 0 : y > height);
}

/** A position for every label, and the stacks of the rows that are too long. */
export function layRows(
  labels: readonly Label[],
  plot: Plot,
): { spots: ReadonlyMap<string, Spot>; stacks: readonly Stack[] } {
  const spots = new Map<string, Spot>();
  const stacks: Stack[] = [];
  const shown: Placed[] = [];
  const isAnyBeyond = (side: "above" | "below") =>
    labels.some((label) => isBeyond(label, side, plot));
  const highest = ROW / 2 + (isAnyBeyond("above") ? plot.legendEnd + MARKS : 0);
  const lowest = plot.height - ROW / 2 - (isAnyBeyond("below") ? MARKS : 0);
  for (const label of labels) {
    const at = Math.min(lowest, Math.max(highest, label.y ?? 0));
    const outside = label.y === undefined || label.y < 0 || label.y > plot.height;
    const width = Math.min(label.width, widestLabel(plot));
    if (!outside || label.pinned) shown.push({ ...label, at, width });
    else spots.set(label.id, { x: 0, top: at - ROW / 2, seen: "outside", crowded: false });
  }
  for (const row of rowsOf(shown)) layRow(row, { plot, spots, stacks });
  return { spots, stacks };
}

/** Lines closer to the first line of a row than the height of a label belong to that row. */
function rowsOf(labels: readonly Placed[]): Placed[][] {
  const rows: Placed[][] = [];
  for (const label of labels.toSorted((a, b) => a.at - b.at)) {
    const row = rows.at(-1);
    const first = row?.[0];
    if (row && first && label.at - first.at < ROW) row.push(label);
    else rows.push([label]);
  }
  return rows;
}

type Layout = { plot: Plot; spots: Map<string, Spot>; stacks: Stack[] };

function layRow(row: readonly Placed[], { plot, spots, stacks }: Layout): void {
  const [first] = row;
  if (!first) return;
  const top = first.at - ROW / 2;
  const crowded = row.length > 1 || Math.abs(first.at - (first.y ?? first.at)) > ROW / 2;
  const shown = pickShown(row, plot);
  const rest = row.filter((label) => !shown.has(label));
  let end = plot.width - EDGE;
  if (rest.length > 0) {
    end -= STACK_WIDTH;
    stacks.push({ ids: rest.map(({ id }) => id), x: Math.max(0, end), top });
    for (const { id } of rest) spots.set(id, { x: Math.max(0, end), top, seen: "stack", crowded });
    end -= GAP;
  }
  for (const { id, width } of row.filter((label) => shown.has(label))) {
    spots.set(id, { x: Math.max(0, end - width), top, seen: "label", crowded });
    end -= width + GAP;
  }
}

/** The labels of a row that are shown, at least one. The choice does not depend on the order of ids. */
function pickShown(row: readonly Placed[], plot: Plot): ReadonlySet<Placed> {
  const whole = Math.max(0, plot.width - 2 * EDGE);
  const room = Math.min(whole, Math.max(whole * MAX_ROW_SHARE, MIN_ROW_WIDTH));
  const lengthOf = (labels: readonly Placed[]) =>
    labels.reduce((sum, { width }) => sum + width + GAP, -GAP);
  if (lengthOf(row) <= room) return new Set(row);
  const rank = ({ pinned, isPosition }: Placed) => (pinned ? 0 : isPosition ? 1 : 2);
  const shown = new Set<Placed>();
  let length = STACK_WIDTH;
  for (const label of row.toSorted((a, b) => rank(a) - rank(b))) {
    const next = length + GAP + label.width;
    if (shown.size > 0 && next > (label.pinned ? whole : room)) continue;
    shown.add(label);
    length = next;
  }
  return shown;
}
