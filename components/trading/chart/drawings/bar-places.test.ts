import { describe, expect, test } from "vitest";
import { indexOf, timeAt } from "./bar-places.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const at = (index: number, step: number) => ({ start: 10 * HOUR + index * step });
const minutes = Array.from({ length: 120 }, (_, index) => at(index, MINUTE));
const hours = Array.from({ length: 2 }, (_, index) => at(index, HOUR));

describe("the index of a time", () => {
  test("is that of the bar that contains it, at any interval", () => {
    const time = 11 * HOUR + 7 * MINUTE;
    expect(indexOf(minutes, MINUTE, time)).toBe(67);
    expect(indexOf(minutes, MINUTE, time + 59_999)).toBe(67);
    expect(indexOf(hours, HOUR, time)).toBe(1);
  });

  test("goes on before the oldest and after the newest loaded bar", () => {
    expect(indexOf(minutes, MINUTE, 10 * HOUR - 1)).toBe(-1);
    expect(indexOf(minutes, MINUTE, 10 * HOUR - 500 * MINUTE)).toBe(-500);
    expect(indexOf(minutes, MINUTE, 10 * HOUR + 130 * MINUTE)).toBe(130);
    expect(indexOf([], MINUTE, 0)).toBeUndefined();
  });

  test("stays the same place when older bars are loaded", () => {
    const older = Array.from({ length: 320 }, (_, index) => at(index - 200, MINUTE));
    const time = 10 * HOUR - 50 * MINUTE;
    expect(indexOf(older, MINUTE, time)).toBe((indexOf(minutes, MINUTE, time) ?? 0) + 200);
  });

  test("is found where bars are missing, as among bars of trades", () => {
    const gaps = [at(0, MINUTE), at(1, MINUTE), at(9, MINUTE), at(10, MINUTE)];
    expect(indexOf(gaps, MINUTE, 10 * HOUR + 5 * MINUTE)).toBe(1);
    expect(indexOf(gaps, MINUTE, 10 * HOUR + 9 * MINUTE)).toBe(2);
  });
});

test("the time at an index is the way back", () => {
  for (const index of [-30, -1, 0, 5, 119, 120, 400])
    expect(indexOf(minutes, MINUTE, timeAt(minutes, MINUTE, index) ?? 0)).toBe(index);
  expect(timeAt([], MINUTE, 3)).toBeUndefined();
});
