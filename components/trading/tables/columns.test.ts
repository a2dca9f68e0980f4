import { describe, expect, it } from "vitest";
import { type Column, compareDecimals, nextSorting, sorted } from "./columns.ts";

type Row = { name: string; size: string };
const rows: Row[] = [
  { name: "a", size: "-0.5" },
  { name: "b", size: "10" },
  { name: "c", size: "9.999999999999999999" },
  { name: "d", size: "10.0" },
];
const columns: Column<Row>[] = [
  {
    id: "size",
    name: "Size",
    width: 80,
    cell: ({ size }) => size,
    compare: (a, b) => compareDecimals(a.size, b.size),
  },
];
const names = (list: readonly Row[]) => list.map(({ name }) => name).join("");

describe("sorting", () => {
  it("compares figures as figures, beyond what a double holds", () => {
    expect(names(sorted(rows, columns, { column: "size", down: false }))).toBe("acbd");
    expect(names(sorted(rows, columns, { column: "size", down: true }))).toBe("bdca");
    expect(compareDecimals(null, "-5")).toBe(-1);
    expect(compareDecimals("0.30", "0.3")).toBe(0);
    expect(compareDecimals("-0.2", "-0.1")).toBe(-1);
  });

  it("leaves rows as they come without a choice, and returns to that", () => {
    expect(sorted(rows, columns, undefined)).toBe(rows);
    const first = nextSorting(undefined, "size");
    const second = nextSorting(first, "size");
    expect([first?.down, second?.down, nextSorting(second, "size")]).toEqual([
      true,
      false,
      undefined,
    ]);
    expect(nextSorting(second, "price")).toEqual({ column: "price", down: true });
  });
});
