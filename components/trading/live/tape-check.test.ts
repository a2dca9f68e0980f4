import { beforeEach, expect, test } from "vitest";
import type { Trade } from "#lib/protocol/wire/market.ts";
import { TapeCheck } from "./tape-check.ts";

let check: TapeCheck;
let now: number;
let id: number;
let counted: number;

beforeEach(() => {
  check = new TapeCheck();
  [now, id, counted] = [1_000, 0, 100];
});

/** Sends fills; those in `lost` do not arrive. */
function fill(count: number, lost = 0): void {
  const trades = Array.from({ length: count }, (_, index) => ({ id: id + index + 1 }));
  id += count;
  counted += count;
  check.fills(trades.slice(lost) as Trade[], now);
}

const count = () => check.counter({ trades_24h: counted, trades_today: counted }, now);

/** Checks every 500 ms and counts how often fills were missing. */
function pass(milliseconds: number): number {
  let missing = 0;
  for (const end = now + milliseconds; now < end; ) {
    now += 500;
    if (check.isIncomplete(now)) missing += 1;
  }
  return missing;
}

test("fills that arrive before or after their count are not missing", () => {
  count();
  expect(pass(5_000)).toBe(0);
  fill(3);
  expect(pass(1_000)).toBe(0);
  count();
  expect(pass(5_000)).toBe(0);
  counted += 2;
  count();
  expect(pass(1_000)).toBe(0);
  counted -= 2;
  fill(2);
  expect(pass(5_000)).toBe(0);
});

test("one lost fill is noticed at the next quiet moment, and reported once", () => {
  count();
  pass(5_000);
  fill(4, 1);
  count();
  expect(pass(2_500)).toBe(0);
  expect(pass(10_000)).toBe(1);
});

test("a fill that arrives twice counts once", () => {
  count();
  pass(5_000);
  fill(2);
  check.fills([{ id: 1 }, { id: 2 }] as Trade[], now);
  fill(1, 1);
  count();
  expect(pass(5_000)).toBe(1);
});

/** Two fills a second; the counter is read half a second after them, or before. */
function busy(seconds: number, lost = 0): number {
  let missing = 0;
  let left = lost;
  for (let second = 0; second < seconds; second += 1) {
    const gone = Math.min(left, 2);
    left -= gone;
    if (second % 3 === 0) {
      fill(2, gone);
      missing += pass(500);
      count();
    } else {
      counted += 2;
      count();
      counted -= 2;
      missing += pass(500);
      fill(2, gone);
    }
    missing += pass(500);
  }
  return missing;
}

test("a market that is never quiet is checked as well, with the uncertainty of one read", () => {
  count();
  expect(busy(180)).toBe(0);
  expect(busy(90, 20)).toBe(1);
  expect(busy(90)).toBe(0);
});

test("at midnight the count begins again, and so does the check", () => {
  count();
  pass(5_000);
  counted = 0;
  fill(1);
  count();
  expect(pass(40_000)).toBe(0);
});
