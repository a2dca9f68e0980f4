import { expect, test } from "vitest";
import { mergeTimes } from "./times-reporter.ts";

test("a run replaces the times of its files, longest first, and keeps those of others", () => {
  const known = { "b.test.ts": 9, "a.test.ts": 5 };
  const merged = mergeTimes(known, [["a.test.ts", 30]], () => true);
  expect(Object.entries(merged)).toEqual([
    ["a.test.ts", 30],
    ["b.test.ts", 9],
  ]);
});

test("files that are gone, and those that became short, leave the list", () => {
  const known = { "gone.test.ts": 9, "short.test.ts": 5, "long.test.ts": 4 };
  const exists = (path: string) => path !== "gone.test.ts";
  expect(mergeTimes(known, [["short.test.ts", 1]], exists)).toEqual({ "long.test.ts": 4 });
});
