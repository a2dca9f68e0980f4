import { describe, expect, test } from "vitest";
import type { Decimal } from "#lib/protocol/decimal.ts";
import type { Bar } from "#lib/protocol/market/kline.ts";
import { countdown, firstHole, mergeBars, placeOf, untilClose } from "./bar-series.ts";

const MINUTE = 60_000;

function bar(minute: number, close: string, closed = true): Bar {
  const price = close as Decimal;
  return {
    market: "BTCUSDC",
    interval: "1m",
    start: minute * MINUTE,
    open: price,
    high: price,
    low: price,
    close: price,
    volume: "0" as Decimal,
    trades: 0,
    closed,
    filled: false,
  };
}

const closes = (bars: readonly Bar[]) => bars.map((one) => one.close);

describe("joining history and live bars", () => {
  test("one bar a start, oldest first, and the newer copy of an open bar wins", () => {
    const merged = mergeBars(
      [bar(1, "10"), bar(2, "11", false)],
      [bar(3, "13"), bar(2, "12", false)],
    );
    expect(closes(merged)).toEqual(["10", "12", "13"]);
  });

  test("a late open copy never replaces a closed bar", () => {
    expect(closes(mergeBars([bar(1, "10")], [bar(1, "9", false)]))).toEqual(["10"]);
  });

  test("a closed copy replaces an open bar, whichever side it comes from", () => {
    expect(mergeBars([bar(1, "9", false)], [bar(1, "10")])[0]).toMatchObject({ close: "10" });
    expect(mergeBars([bar(1, "10")], [bar(1, "9", false)])[0]).toMatchObject({ closed: true });
  });
});

describe("one live bar", () => {
  const open = bar(2, "11", false);

  test("the open bar is replaced by its next state", () => {
    expect(placeOf(open, bar(2, "12", false))).toBe("replace-last");
  });

  test("the next bar follows a closed one", () => {
    expect(placeOf(bar(1, "10"), bar(2, "11", false))).toBe("append");
    expect(placeOf(undefined, bar(2, "11", false))).toBe("append");
  });

  test("a bar after one whose end was never seen is a hole", () => {
    expect(placeOf(open, bar(3, "12", false))).toBe("hole");
  });

  test("a bar that leaves out a start is a hole", () => {
    expect(placeOf(bar(1, "10"), bar(3, "12", false))).toBe("hole");
  });

  test("an older bar, and an open copy of a closed one, change nothing", () => {
    expect(placeOf(open, bar(1, "99"))).toBe("ignored");
    expect(placeOf(bar(1, "10"), bar(1, "9", false))).toBe("ignored");
  });
});

test("the first hole is found by what is missing after it", () => {
  expect(firstHole([bar(1, "1"), bar(2, "2"), bar(3, "3", false)])).toBeUndefined();
  expect(firstHole([bar(1, "1"), bar(2, "2", false), bar(3, "3")])).toBe(2 * MINUTE);
  expect(firstHole([bar(1, "1"), bar(4, "4")])).toBe(MINUTE);
});

test("the countdown ends at the close and does not go below zero", () => {
  expect(untilClose(bar(1, "1"), 90_000)).toBe(30_000);
  expect(untilClose(bar(1, "1"), 500_000)).toBe(0);
  expect(["0:30", "12:05", "3:00:01"]).toEqual(
    [30_000, 725_000, 10_801_000].map((left) => countdown(left)),
  );
});
