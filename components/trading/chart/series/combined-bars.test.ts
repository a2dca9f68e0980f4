import { describe, expect, it } from "vitest";
import { shownStart } from "#components/trading/screen/view/shown-interval.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import type { ShownBar } from "./bar-series.ts";
import { CombinedBars } from "./combined-bars.ts";

const SCALE = { priceDecimals: 1, sizeDecimals: 5 };

function bar(minute: number, change: Partial<Record<keyof ShownBar, unknown>> = {}): ShownBar {
  const [open, high, low, close] = ["100.0", "101.0", "99.0", "100.5"];
  const start = minute * MINUTE_MS;
  const known = { market: "BTCUSDC", interval: "1m", closed: true, filled: false } as const;
  return { ...known, start, open, high, low, close, volume: "0.00001", ...change } as ShownBar;
}

function combined() {
  const drawn: { bars: readonly ShownBar[]; last: ShownBar | undefined } = {
    bars: [],
    last: undefined,
  };
  const bars = new CombinedBars("3m", SCALE, {
    onReset: (all) => Object.assign(drawn, { bars: all }),
    onLast: (last) => Object.assign(drawn, { last }),
  });
  return { bars, drawn };
}

describe("a bar made of stored bars", () => {
  it("opens with the first, closes with the last, and has their extremes and the exact sum of their volume", () => {
    const { bars, drawn } = combined();
    bars.reset([
      bar(0, { open: "9.0", high: "10.5", low: "8.9", close: "9.9", volume: "0.10000" }),
      bar(1, { open: "9.9", high: "10.1", low: "7.0", close: "10.0", volume: "0.20000" }),
      bar(2, { open: "10.0", high: "10.2", low: "9.0", close: "9.5", volume: "0.00003" }),
    ]);
    expect(drawn.bars).toEqual([
      {
        ...bar(0),
        interval: "3m",
        open: "9.0",
        high: "10.5",
        low: "7.0",
        close: "9.5",
        volume: "0.30003",
      },
    ]);
  });

  it("is closed only when the last of its stored bars is", () => {
    const { bars, drawn } = combined();
    bars.reset([bar(0), bar(1)]);
    expect(drawn.bars.at(-1)?.closed).toBe(false);
    bars.last(bar(2, { closed: false }));
    expect(drawn.last?.closed).toBe(false);
    bars.last(bar(2));
    expect(drawn.last?.closed).toBe(true);
  });

  it("without a trade or a mark in any part is marked as carried over", () => {
    const { bars, drawn } = combined();
    bars.reset([bar(0, { filled: true }), bar(1, { filled: true }), bar(2, { filled: true })]);
    expect(drawn.bars[0]?.filled).toBe(true);
    bars.reset([bar(0, { filled: true }), bar(1), bar(2, { filled: true })]);
    expect(drawn.bars[0]?.filled).toBe(false);
  });
});

describe("a series made of stored bars", () => {
  it("leaves out a first bar whose beginning is not loaded", () => {
    const { bars, drawn } = combined();
    bars.reset([bar(2), bar(3), bar(4), bar(5)]);
    expect(drawn.bars.map(({ start }) => start / MINUTE_MS)).toEqual([3]);
  });

  it("shows the only bar of a young market, although its beginning was before the market", () => {
    const { bars, drawn } = combined();
    bars.reset([bar(1), bar(2)]);
    expect(drawn.bars.map(({ start }) => start / MINUTE_MS)).toEqual([0]);
  });

  it("grows by live bars to what a new read of the history gives", () => {
    const { bars: live, drawn: grown } = combined();
    const { bars: read, drawn: whole } = combined();
    const all = [0, 1, 2, 3, 4, 5, 6].map((minute) =>
      bar(minute, { high: `${110 + minute}.0`, low: `${90 - minute}.0` }),
    );
    live.reset(all.slice(0, 2));
    for (const one of all.slice(2)) {
      live.last(bar(one.start / MINUTE_MS, { closed: false, volume: "0.00000", high: "100.6" }));
      live.last(one);
    }
    read.reset(all);
    expect(grown.bars).toEqual(whole.bars);
    expect(grown.last).toEqual(whole.bars.at(-1));
  });
});

it("a combined bar begins at a multiple of its interval in UTC, and a week on Monday", () => {
  const at = (interval: Parameters<typeof shownStart>[0], time: string) =>
    new Date(shownStart(interval, Date.parse(time))).toISOString().slice(0, 16);
  expect(at("3m", "2026-11-24T17:05:59Z")).toBe("2026-11-24T17:03");
  expect(at("30m", "2026-11-24T17:59:59Z")).toBe("2026-11-24T17:30");
  expect(at("1w", "2026-11-29T23:59:59Z")).toBe("2026-11-23T00:00");
  expect(at("1w", "2026-11-23T00:00:00Z")).toBe("2026-11-23T00:00");
});
