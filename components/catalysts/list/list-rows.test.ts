import { expect, test } from "vitest";
import { at, catalyst, makeId } from "#components/catalysts/catalysts.testing.ts";
import type { Catalyst } from "#lib/protocol/wire/catalysts.ts";
import { type ListState, withNewest, withOlder, withWaiting } from "./list-rows.ts";

const seen = (number: number, change: Partial<Catalyst> = {}) =>
  catalyst({ id: makeId("evt", number), first_seen_at: at(`12:0${number}:00`), ...change });
const answer = (results: Catalyst[], next: string | null = null) => ({
  known_at: at("13:00:00"),
  results,
  next,
});
const ids = (rows: readonly Catalyst[]) => rows.map(({ id }) => Number.parseInt(id.slice(4), 16));
const shown = ({ rows, waiting }: ListState) => [ids(rows), ids(waiting)];

test("a new catalyst waits until the reader shows it, then goes on top", () => {
  const first = withNewest(undefined, answer([seen(2), seen(1)]));
  expect(shown(first)).toEqual([[2, 1], []]);
  const later = withNewest(first, answer([seen(4), seen(3), seen(2), seen(1)]));
  expect(shown(later)).toEqual([
    [2, 1],
    [4, 3],
  ]);
  expect(shown(withWaiting(later))).toEqual([[4, 3, 2, 1], []]);
});

test("the first catalyst of an empty list does not wait", () => {
  const empty = withNewest(undefined, answer([]));
  expect(shown(withNewest(empty, answer([seen(1)])))).toEqual([[1], []]);
});

test("older pages without a result are not read again", () => {
  const empty = withNewest(undefined, answer([], "first"));
  const older = withOlder(empty, answer([], "second"));
  expect(withNewest(older, answer([], "first")).next).toBe("second");
  expect(withNewest(older, answer([seen(1)], "first")).next).toBe("first");
});

test("a known catalyst changes in place, also while it waits", () => {
  const first = withNewest(withNewest(undefined, answer([seen(1)])), answer([seen(2), seen(1)]));
  const changed = withNewest(
    first,
    answer([seen(2, { magnitude: 5 }), seen(1, { status: "disputed" })]),
  );
  expect(shown(changed)).toEqual([[1], [2]]);
  expect([changed.rows[0]?.status, changed.waiting[0]?.magnitude]).toEqual(["disputed", 5]);
});

test("an older page is appended, without rows that are already in the list", () => {
  const first = withNewest(undefined, answer([seen(4), seen(3)], "cursor"));
  const older = withOlder(first, answer([seen(3), seen(2)], "another"));
  expect([ids(older.rows), older.next]).toEqual([[4, 3, 2], "another"]);
  // The first page is read again and has its own cursor. The cursor after the older rows stays.
  expect(withNewest(older, answer([seen(4), seen(3)], "cursor")).next).toBe("another");
});

test("a catalyst that returns to the first page after a merge does not count as new", () => {
  const first = withNewest(undefined, answer([seen(4), seen(3)], "cursor"));
  expect(shown(withNewest(first, answer([seen(4), seen(2)], "cursor")))).toEqual([[4, 3], []]);
});

test("after a long absence the new page replaces the rows, so no gap is hidden", () => {
  const first = withNewest(undefined, answer([seen(2), seen(1)], "old"));
  const later = withNewest(first, answer([seen(9), seen(8)], "cursor"));
  expect(shown(later)).toEqual([
    [2, 1],
    [9, 8],
  ]);
  const again = withNewest(later, answer([seen(9), seen(8)], "cursor"));
  const { rows, next } = withWaiting(again);
  expect([ids(rows), next]).toEqual([[9, 8], "cursor"]);
});
