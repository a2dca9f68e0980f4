import { expect, test } from "vitest";
import { addRow } from "./add-row.ts";

test("a row of the stream is added where it belongs, or replaces the read one, and an older one is left to its page", () => {
  const row = (id: number, created_at: number, note = "") => ({ id, created_at, note });
  const pages = [
    { results: [row(9, 50), row(7, 40)], next: "7" },
    { results: [row(3, 20)], next: null },
  ];
  const idsOf = (of: readonly { results: readonly { id: number }[] }[]) =>
    of.map(({ results }) => results.map(({ id }) => id));
  expect(idsOf(addRow(pages, row(10, 60)))).toEqual([[10, 9, 7], [3]]);
  expect(idsOf(addRow(pages, row(10, 50)))).toEqual([[10, 9, 7], [3]]);
  expect(idsOf(addRow(pages, row(8, 50)))).toEqual([[9, 8, 7], [3]]);
  expect(addRow(pages, row(3, 20, "changed"))[1]?.results[0]?.note).toBe("changed");
  expect(addRow(pages, row(5, 30))).toBe(pages);
  expect(idsOf(addRow([{ results: [], next: null }], row(1, 1)))).toEqual([[1]]);
  expect(addRow([], row(1, 1))).toEqual([]);
});
