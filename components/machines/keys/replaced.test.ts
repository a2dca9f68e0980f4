/** A rotated key follows its successor in the list and says when it ends. */
import { expect, test } from "vitest";
import { describeSoon, inPairs } from "./replaced.ts";

const key = (id: string, replaces: string | null = null) => ({ id, replaces });
const shown = (keys: { id: string; replaces?: string | null }[]) =>
  inPairs(keys).map(({ key: { id }, isReplaced }) => (isReplaced ? `old ${id}` : id));

test("each replaced key follows its successor, also when it was itself a successor", () => {
  const third = key("third", "second");
  const keys = [third, key("other"), key("second", "first"), key("first")];
  expect(shown(keys)).toEqual(["third", "old second", "old first", "other"]);
});

test("a key that was replaced twice is listed once, behind the newest successor", () => {
  const keys = [key("newest", "old"), key("newer", "old"), key("old")];
  expect(shown(keys)).toEqual(["newest", "old old", "newer"]);
});

test("a key whose successor is not in the list is not replaced, and keys of other kinds never are", () => {
  expect(shown([key("new", "gone"), key("old")])).toEqual(["new", "old"]);
  expect(shown([{ id: "bot" }, { id: "another" }])).toEqual(["bot", "another"]);
});

test("the end is today, tomorrow or in some days of the calendar", () => {
  const at = (day: number, hour: number) => new Date(2026, 4, day, hour, 5).getTime();
  const now = at(10, 23);
  expect(describeSoon(at(10, 23), now, "en-GB")).toEqual({ day: "today", time: "23:05" });
  expect(describeSoon(at(11, 0), now, "en-GB")).toEqual({ day: "tomorrow", time: "00:05" });
  expect(describeSoon(at(13, 14), now, "de-DE").day).toBe("in 3 Tagen");
});
