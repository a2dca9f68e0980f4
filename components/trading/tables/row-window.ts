/** Which rows of a long table are rendered. All rows of a table have the same height. */

/** Pixels. Rows have one line, or two of small text; clipped text is in the title. */
export const ROW_HEIGHT = 32;
/**
 * Shorter tables are rendered completely. Every rendered row is painted again when a row is inserted above it: 45 rows
 * take half a frame.
 */
const WHOLE_UP_TO = 24;
/** Rows rendered above and below those in sight, for quick scrolling. */
const OVERSCAN = 8;

/** The first and last row in sight. */
export type VisibleRange = { first: number; last: number };

export type WindowPart =
  | { kind: "row"; index: number }
  /** Takes the place of rows that are not rendered; `height` is in pixels. */
  | { kind: "gap"; key: string; height: number };

/** The scrolling box. All in pixels. */
export type Box = {
  /** The scroll offset. */
  top: number;
  height: number;
  /** Height of the sticky header. */
  header: number;
  /** Height of what is between the header and the first row, such as writes without an answer. */
  lead: number;
  /** Height of a row. */
  row: number;
};

/** The rows that the box shows. */
export function visibleRange({ top, height, header, lead, row }: Box): VisibleRange {
  const first = Math.max(0, Math.floor((top - lead) / row));
  const end = Math.ceil((top - lead + height - header) / row);
  return { first, last: Math.max(first, end - 1) };
}

type WindowOptions = {
  count: number;
  /** Always rendered; -1 for none. */
  keep: number;
  /** Height of a row, in pixels. */
  row: number;
};

/** Rows and gaps from top to end. */
export function windowParts(
  visible: VisibleRange,
  { count, keep, row }: WindowOptions,
): WindowPart[] {
  const gap = (key: string, rows: number): WindowPart => ({ kind: "gap", key, height: rows * row });
  const whole = count <= WHOLE_UP_TO;
  const end = whole ? count : Math.min(count, visible.last + 1 + OVERSCAN);
  const begin = whole ? 0 : Math.max(0, Math.min(visible.first, count - 1) - OVERSCAN);
  const indexes = Array.from({ length: Math.max(0, end - begin) }, (_, at) => begin + at);
  if (keep >= 0 && keep < begin) indexes.unshift(keep);
  if (keep >= end && keep < count) indexes.push(keep);
  const parts: WindowPart[] = [];
  let reached = 0;
  for (const index of indexes) {
    if (index > reached) parts.push(gap(`gap-${index}`, index - reached));
    parts.push({ kind: "row", index });
    reached = index + 1;
  }
  if (count > reached) parts.push(gap("gap-end", count - reached));
  return parts;
}

/** The smallest scroll offset change that brings a row completely into the box. */
export function scrollTopFor(index: number, { top, height, header, lead, row }: Box): number {
  const begin = lead + index * row;
  // In a box lower than a row, the upper edge counts.
  const end = begin + Math.min(row, height - header);
  if (begin < top) return begin;
  return Math.max(top, end - (height - header));
}
