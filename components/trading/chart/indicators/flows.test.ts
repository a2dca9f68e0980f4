import { describe, expect, test, vi } from "vitest";
import { lastKnown, macd, obv } from "./flows.ts";
import { readHistory } from "./hour-history.ts";
import { walkOfBars } from "./studies.testing.ts";
import { ema, type Point, StudyRun } from "./studies.ts";

const bar = (index: number, close: number, volume = 1): Point => ({
  time: index * 60_000,
  high: close,
  low: close,
  close,
  volume,
});

describe("convergence and divergence", () => {
  test("by hand", () => {
    // | close | average of 2            | average of 3          | difference | average of 2 of that |
    // | 1     |                         |                       |            |                      |
    // | 2     | 1.5                     |                       |            |                      |
    // | 4     | 1.5 + 2/3 × 2.5         | 7 / 3                 | 0.8333     |                      |
    // | 8     | 3.1667 + 2/3 × 4.8333   | 2.3333 + 1/2 × 5.6667 | 1.2222     | 1.0278               |
    // | 16    | 6.3889 + 2/3 × 9.6111   | 5.1667 + 1/2 × 10.8333 | 2.2130    | 1.0278 + 2/3 × 1.1852 |
    const rows = new StudyRun(() => macd(2, 3, 2)).reset(
      [1, 2, 4, 8, 16].map((close, at) => bar(at, close)),
    );
    const rounded = rows.map((row) => row.map((value) => value && Number(value.toFixed(4))));
    expect(rounded).toEqual([
      [undefined, undefined, undefined],
      [undefined, undefined, undefined],
      [0.8333, undefined, undefined],
      [1.2222, 1.0278, 0.1944],
      [2.213, 1.8179, 0.3951],
    ]);
  });

  test("is the difference of the two averages, and their average", () => {
    const bars = walkOfBars(200);
    const averages = (period: number, closes: readonly number[]) =>
      new StudyRun(() => ema(period))
        .reset(closes.map((close, at) => bar(at, close)))
        .map(([value]) => value);
    const closes = bars.map(({ close }) => close);
    const [fast, slow] = [averages(12, closes), averages(26, closes)];
    const differences = slow.flatMap((value, at) =>
      value === undefined ? [] : [fast[at]! - value],
    );
    const signals = averages(9, differences);
    const values = new StudyRun(() => macd(12, 26, 9)).reset(bars);
    for (const [at, difference] of differences.entries()) {
      const [line, signal] = values[at + 25]!;
      expect(line).toBeCloseTo(difference, 8);
      if (signals[at] === undefined) expect(signal).toBeUndefined();
      else expect(signal).toBeCloseTo(signals[at], 8);
    }
  });
});

test("the on-balance volume, by hand: from the first trade on", () => {
  // | close  | 10   | 11 | 11 | 9  | 12 |
  // | volume | none | 5  | 3  | 4  | 2  |
  // | sum    |      | 0  | +0 | -4 | +2 |
  const bars = [bar(0, 10, 0), bar(1, 11, 5), bar(2, 11, 3), bar(3, 9, 4), bar(4, 12, 2)];
  const values = new StudyRun(() => obv()).reset(bars).map(([value]) => value);
  expect(values).toEqual([undefined, 0, 0, -4, -2]);
});

describe("what the venue stores by the hour", () => {
  const HOUR = 3_600_000;

  test("is known at the end of its hour, and a bar has what was known at its end", () => {
    const known = [
      { at: HOUR, value: 1 },
      { at: 2 * HOUR, value: 2 },
    ];
    const study = lastKnown(known, 60_000);
    const at = (time: number) => study.peek({ ...bar(0, 1), time })[0];
    expect([at(0), at(HOUR - 60_000), at(HOUR), at(2 * HOUR - 120_000), at(5 * HOUR)]).toEqual([
      undefined,
      1,
      1,
      1,
      2,
    ]);
  });

  test.each([
    ["funding", "/api/perps-dex/funding?market=BTCUSDC", { rate: "-0.0001" }, -0.0001],
    ["interest", "/api/perps-dex/open-interest?market=BTCUSDC", { open_interest: "12.5" }, 12.5],
  ] as const)(
    "is read: %s; the hour under way is known as of now",
    async (history, path, row, value) => {
      vi.stubGlobal("fetch", (url: string) =>
        Promise.resolve(
          url === path
            ? Response.json({
                results: [
                  { start: 0, ...row },
                  { start: HOUR, ...row },
                ],
              })
            : new Response(null, { status: 404 }),
        ),
      );
      const now = () => HOUR + 5;
      expect(await readHistory(history, "BTCUSDC", now)).toEqual([
        { at: HOUR, value },
        { at: HOUR + 5, value },
      ]);
      expect(await readHistory(history, "NONE", now)).toBeUndefined();
      vi.unstubAllGlobals();
    },
  );
});
