import { expect, test } from "vitest";
import { judgeMove } from "./price-moves.ts";

const move = (close: string, hour?: string, day?: string) => {
  const before = new Map<number, string>();
  if (hour !== undefined) before.set(60, hour);
  if (day !== undefined) before.set(1_440, day);
  return judgeMove(close, before);
};

test("a move is announced above 10 % in an hour or 20 % in a day, not at the limit", () => {
  expect(move("110", "100")).toBeUndefined();
  expect(move("110.01", "100")).toEqual({ direction: "up", minutes: 60, percent: "10.01" });
  expect(move("90", "100")).toBeUndefined();
  expect(move("89.99", "100")).toEqual({ direction: "down", minutes: 60, percent: "-10.01" });
  expect(move("120", "119", "100")).toBeUndefined();
  expect(move("121", "120", "100")).toEqual({ direction: "up", minutes: 1_440, percent: "21.00" });
});

test("of both, the hour is announced; without an earlier close there is no move", () => {
  expect(move("130", "100", "100")?.minutes).toBe(60);
  expect(move("130")).toBeUndefined();
  expect(move("130", "0", "0")).toBeUndefined();
});

test("prices below a millionth are exact", () => {
  expect(move("0.000000012", "0.00000001")).toMatchObject({ percent: "20.00" });
});
