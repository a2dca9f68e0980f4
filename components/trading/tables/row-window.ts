/** Which rows of a long table are in the page. All rows have one height. */

/** In px. A row is as high as its one line: what is cut off is in its title. */
export const ROW_HEIGHT = 32;
/**
 * A shorter table is in the page as a whole. Each row that is there is painted anew when an order is placed above it, in
 * sight or not: 45 of them cost half a frame.
 */
const WHOLE_UP_TO = 24;
/** Rows above and below those in sight, so that a quick scroll shows no gap. */
const OVERSCAN = 8;

/** Rows in sight, the last one included. */
export type Sight = { first: number; last: number };

export type WindowPart =
  | { kind: "row"; index: number }
  /** Stands for rows that are not in the page; its height in px. */
  | { kind: "gap"; key: string; height: number };

/** The box that a table is scrolled in. All in px. */
export type Box = {
  /** How far it is scrolled. */
  top: number;
  height: number;
  /** Of its height so much is under the header, which stays. */
  header: number;
  /** What stands between the header and the first row, such as writes without an answer. */
  lead: number;
};

/** What the box shows. */
export function sightOf({ top, height, header, lead }: Box): Sight {
  const first = Math.max(0, Math.floor((top - lead) / ROW_HEIGHT));
  const end = Math.ceil((top - lead + height - header) / ROW_HEIGHT);
  return { first, last: Math.max(first, end - 1) };
}

/** Rows and gaps from the top to the end. The row `keep` is there wherever the box is scrolled to; -1 for none. */
export function windowParts(count: number, sight: Sight, keep: number): WindowPart[] {
  const whole = count <= WHOLE_UP_TO;
  const end = whole ? count : Math.min(count, sight.last + 1 + OVERSCAN);
  const begin = whole ? 0 : Math.max(0, Math.min(sight.first, count - 1) - OVERSCAN);
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

/** How far the box is to be scrolled so that a row is in it as a whole: no further than it is when it is there. */
export function scrollTopFor(index: number, { top, height, header, lead }: Box): number {
  const begin = lead + index * ROW_HEIGHT;
  // In a box that is lower than a row its upper edge counts.
  const end = begin + Math.min(ROW_HEIGHT, height - header);
  if (begin < top) return begin;
  return Math.max(top, end - (height - header));
}

function gap(key: string, rows: number): WindowPart {
  return { kind: "gap", key, height: rows * ROW_HEIGHT };
}
