import type { ReactNode } from "react";

/** A column of an account table. */
export type Column<Row> = {
  id: string;
  /** In the page's language. */
  name: string;
  /** What a second line of the cell has. */
  below?: string;
  /** Pixels; remaining space is shared in proportion. A longer figure widens its column. */
  width: number;
  /** Text that a narrow table may cut, because its title has all of it. Figures are never cut. */
  mayCut?: boolean;
  /** Numbers are aligned to the end, text to the start. */
  align?: "start" | "end";
  /** For the column of buttons: its name is spoken but not shown. */
  hiddenName?: boolean;
  cell: (row: Row) => ReactNode;
  className?: string;
  /** Makes the column sortable; ascending. */
  compare?: (a: Row, b: Row) => number;
};

export type Sorting = { column: string; down: boolean };

/** Sorts the rows. Equal rows keep their order. */
export function sorted<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sorting: Sorting | undefined,
): readonly Row[] {
  const compare = columns.find(({ id }) => id === sorting?.column)?.compare;
  if (compare === undefined || sorting === undefined) return rows;
  return rows.toSorted((a, b) => (sorting.down ? compare(b, a) : compare(a, b)));
}

/** The sorting after a click on a header: descending, ascending, then none. */
export function nextSorting(current: Sorting | undefined, column: string): Sorting | undefined {
  if (current?.column !== column) return { column, down: true };
  return current.down ? { column, down: false } : undefined;
}

/** Compares decimals of any length exactly: -1, 0 or 1. `null` is the smallest. */
export function compareDecimals(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  const [left, right] = [split(a), split(b)];
  const places = Math.max(left.fraction.length, right.fraction.length);
  const [x, y] = [scaled(left, places), scaled(right, places)];
  return x === y ? 0 : x < y ? -1 : 1;
}

function split(text: string) {
  const [whole = "0", fraction = ""] = text.split(".");
  return { whole, fraction };
}

function scaled({ whole, fraction }: { whole: string; fraction: string }, places: number): bigint {
  return BigInt(`${whole}${fraction.padEnd(places, "0")}`);
}
