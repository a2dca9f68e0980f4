import { expect, test } from "vitest";
import type { Trade } from "#lib/protocol/wire/market.ts";
import { emphasisOf, newerThan } from "./trade-emphasis.ts";

const tape = (...sizes: string[]) => sizes.map((size, id) => ({ id, size })) as unknown as Trade[];

test("a trade stands out by its size against the mean of the tape", () => {
  const usual = Array.from({ length: 16 }, () => "1");
  const seen = emphasisOf(tape("4", ...usual, "12"), 3);
  expect([seen[0], seen[1], seen.at(-1)]).toEqual([1, 0, 2]);
  expect(emphasisOf(tape("5", "5"), 0)).toEqual([0, 0]);
  expect(emphasisOf([], 0)).toEqual([]);
});

test("trades that arrive while the tape is held are counted by their ids", () => {
  const rows = (...ids: number[]) => ids.map((id) => ({ id })) as unknown as Trade[];
  expect(newerThan(rows(5, 4), rows(9, 7, 5, 4))).toBe(2);
  expect(newerThan(rows(5), rows(5))).toBe(0);
  expect(newerThan([], rows(1))).toBe(1);
});
