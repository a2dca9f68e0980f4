import { globSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import { SIMULATED_MARKETS } from "./market-terms.ts";
import { loadRecording, parseRecording, rowsBefore } from "./recording.ts";

const { scale } = SIMULATED_MARKETS[0]!;
const HEADER = "open_time,open,high,low,close,volume\n";
const START = Date.parse("2023-03-01T00:00:00Z");

const parse = (rows: string) => parseRecording(HEADER + rows, "BTCUSDC.csv", scale);
const RISING = "2023-03-01 00:00:00+00:00,100.0,103.0,99.0,102.0,0.5\n";

describe("parseRecording", () => {
  test("reads rows and rounds prices to the tick", () => {
    const { rows } = parse(
      "2023-03-01 00:00:00+00:00,23143.82,23152.65,23140.02,23152.65,0.26395\n",
    );
    expect(rows).toEqual([
      { start: START, open: 231_438n, high: 231_527n, low: 231_400n, close: 231_527n },
    ]);
  });

  test("reads columns by name, in any order, with others between", () => {
    const text = `close,x,open_time,low,high,open\n102,?,${START},99,103,100\n`;
    expect(parseRecording(text, "a.csv", scale).rows[0]).toMatchObject({
      open: 1000n,
      close: 1020n,
    });
  });

  test.each([
    [
      "a price that is not a decimal",
      "2023-03-01 00:01:00+00:00,1e5,103,99,102,0\n",
      /:3: open is not a positive decimal/,
    ],
    ["a missing cell", "2023-03-01 00:01:00+00:00,100,103,99\n", /:3: close is not/],
    [
      "a time without an offset",
      "2023-03-01 00:01:00,100,103,99,102,0\n",
      /:3: open_time is not a time/,
    ],
    [
      "a time inside a minute",
      "2023-03-01 00:01:30+00:00,100,103,99,102,0\n",
      /:3: open_time is not a whole minute/,
    ],
    [
      "an open above the high",
      "2023-03-01 00:01:00+00:00,104,103,99,102,0\n",
      /:3: open and close do not lie/,
    ],
    ["a duplicate row", RISING, /:3: open_time is not after the row before/],
  ])("names the line of %s", (_, row, message) => {
    expect(() => parse(RISING + row)).toThrow(message);
    expect(() => parse(RISING + row)).toThrow(/^BTCUSDC\.csv:3: /);
  });

  test("names what an empty file or a header without a column lacks", () => {
    expect(() => parse("")).toThrow("BTCUSDC.csv: there is no row below the header");
    expect(() => parseRecording("open_time,open\n", "a.csv", scale)).toThrow(
      /a\.csv:1: the header lacks the column high/,
    );
  });

  test("reports a missing file in a readable error", () => {
    expect(() => loadRecording("/nowhere/a.csv", scale)).toThrow(
      /cannot be read: ENOENT.*\/nowhere\/a\.csv/,
    );
  });
});

describe("the walk inside a minute", () => {
  const at = (row: string, second: number) => parse(row).ticksAt(START + second * 1000);

  test("goes open, low, high, close when the minute rises", () => {
    expect([0, 20, 40, 59].map((second) => at(RISING, second))).toEqual([
      1000n,
      990n,
      1030n,
      1020n,
    ]);
  });

  test("goes open, high, low, close when the minute falls", () => {
    const falling = "2023-03-01 00:00:00+00:00,102.0,103.0,99.0,100.0,0.5\n";
    expect([0, 20, 40, 59].map((second) => at(falling, second))).toEqual([
      1020n,
      1030n,
      990n,
      1000n,
    ]);
  });

  test("never leaves the bar", () => {
    for (let second = 0; second < 60; second += 1) {
      const ticks = at(RISING, second)!;
      expect(ticks >= 990n && ticks <= 1030n).toBe(true);
    }
  });
});

test("a gap repeats the last close, in prices and in bars", () => {
  const recording = parse(`${RISING}2023-03-01 00:03:00+00:00,105,105,105,105,0\n`);
  expect(recording.ticksAt(START + 2 * MINUTE_MS)).toBe(1020n);
  expect(recording.ticksAt(START - 1)).toBeUndefined();
  const bars = rowsBefore(recording, START + 4 * MINUTE_MS);
  expect(bars.map((bar) => [bar.start - START, bar.open, bar.close])).toEqual([
    [0, 1000n, 1020n],
    [MINUTE_MS, 1020n, 1020n],
    [2 * MINUTE_MS, 1020n, 1020n],
    [3 * MINUTE_MS, 1050n, 1050n],
  ]);
});

/** Named by the variable, or in a `data` folder next to this checkout. */
const recorded =
  process.env.RECORDED_MARKET_FILE ??
  globSync(resolve(import.meta.dirname, "../../../../*/data/btcusdc-1m-2023-03.csv"))[0];

test.skipIf(recorded === undefined)(
  "a market recorded in March 2023 is read completely (skipped without RECORDED_MARKET_FILE)",
  () => {
    const recording = loadRecording(recorded!, scale);
    expect(recording.rows).toHaveLength(30_240);
    expect(rowsBefore(recording, recording.endsAt)).toHaveLength(30_240);
  },
);
