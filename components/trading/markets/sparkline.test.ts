import { expect, test } from "vitest";
import { sparklinePath } from "./sparkline.ts";

const box = { width: 60, height: 20 };

test("the line runs from side to side, the lowest price at the bottom", () => {
  expect(sparklinePath(["10", "20", "15", "10.05"], box)).toBe("M0 20L20 0L40 10L60 19.9");
});

test("a price that never moved is a line in the middle, and a single price is no line", () => {
  expect(sparklinePath(["7", "7"], box)).toBe("M0 10L60 10");
  expect(sparklinePath(["7"], box)).toBe("");
  expect(sparklinePath([], box)).toBe("");
  expect(sparklinePath(["7", "x", "8"], box)).toBe("M0 20L60 0");
});
