import { describe, expect, test } from "vitest";
import type { Decimal } from "#lib/protocol/decimal.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import type { Bar } from "#lib/protocol/wire/market.ts";
import { classifyBar, countdown, firstHole, mergeBars, untilClose } from "./bar-series.ts";

function bar(minute: number, close: string, closed = true): Bar {
  const price = close as Decimal;
  return {
    market: "BTCUSDC",
    interval: "1m",
    start: minute * MINUTE_MS,
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

describe("merging history and live bars", () => {
  test("keeps one bar per start, oldest first, and the newer copy of an open bar", () => {
    const merged = mergeBars(
      [bar(1, "10"), bar(2, "11", false)],
      [bar(3, "13"), bar(2, "12", false)],
    );
    expect(closes(merged)).toEqual(["10", "12", "13"]);
  });

  test("never replaces a closed bar by a late open copy", () => {
    expect(closes(mergeBars([bar(1, "10")], [bar(1, "9", false)]))).toEqual(["10"]);
  });

  test("replaces an open bar by its closed copy, whichever side it comes from", () => {
    expect(mergeBars([bar(1, "9", false)], [bar(1, "10")])[0]).toMatchObject({ close: "10" });
    expect(mergeBars([bar(1, "10")], [bar(1, "9", false)])[0]).toMatchObject({ closed: true });
  });
});

describe("one live bar", () => {
  const open = bar(2, "11", false);

  test("replaces the open bar as its next state", () => {
    expect(classifyBar(open, bar(2, "12", false))).toBe("replace-last");
  });

  test("follows a closed one as the next bar", () => {
    expect(classifyBar(bar(1, "10"), bar(2, "11", false))).toBe("append");
    expect(classifyBar(undefined, bar(2, "11", false))).toBe("append");
  });

  test("after a bar whose end was never seen is a gap", () => {
    expect(classifyBar(open, bar(3, "12", false))).toBe("hole");
  });

  test("that skips a start is a gap", () => {
    expect(classifyBar(bar(1, "10"), bar(3, "12", false))).toBe("hole");
  });

  test("that ends an earlier bar is told apart from one that changes nothing", () => {
    expect(classifyBar(open, bar(1, "99"))).toBe("earlier");
  });

  test("that is an open copy of an earlier or closed one changes nothing", () => {
    expect(classifyBar(open, bar(1, "99", false))).toBe("ignored");
    expect(classifyBar(bar(1, "10"), bar(1, "9", false))).toBe("ignored");
  });
});

test("the first gap is found by what is missing after it", () => {
  expect(firstHole([bar(1, "1"), bar(2, "2"), bar(3, "3", false)])).toBeUndefined();
  expect(firstHole([bar(1, "1"), bar(2, "2", false), bar(3, "3")])).toBe(2 * MINUTE_MS);
  expect(firstHole([bar(1, "1"), bar(4, "4")])).toBe(MINUTE_MS);
});

test("the countdown ends at the close and does not go below zero", () => {
  expect(untilClose(bar(1, "1"), 90_000)).toBe(30_000);
  expect(untilClose(bar(1, "1"), 500_000)).toBe(0);
  expect(["0:30", "12:05", "3:00:01"]).toEqual(
    [30_000, 725_000, 10_801_000].map((left) => countdown(left)),
  );
});
