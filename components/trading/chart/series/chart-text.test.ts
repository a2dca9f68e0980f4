import { describe, expect, test } from "vitest";
import { featureText } from "#components/i18n/feature-text.testing.ts";
import { formatIn } from "#components/i18n/format.ts";
import type { Locale } from "#components/i18n/locales.ts";
import { barSentence, trendSentence } from "#components/trading/chart/reader/spoken-text.ts";
import type { Decimal } from "#lib/protocol/decimal.ts";
import type { ShownBar } from "./bar-series.ts";
import { barFigures, barTime, canvasTime, distance, type Wording } from "./chart-text.ts";

const scale = { priceDecimals: 1, sizeDecimals: 5 };
const wordingIn = (locale: Locale): Wording => ({
  text: featureText("chart", locale),
  format: formatIn(locale, "UTC"),
  scale,
  asset: "BTC",
});
const start = Date.UTC(2026, 10, 21, 9, 5);

function bar(minute: number, open: string, close: string, filled = false): ShownBar {
  const [low, high] = [open, close].toSorted((a, b) => Number(a) - Number(b));
  return {
    market: "BTCUSDC",
    interval: "1m",
    start: start + minute * 60_000,
    open: open as Decimal,
    high: high as Decimal,
    low: low as Decimal,
    close: close as Decimal,
    volume: "1.25" as Decimal,
    closed: true,
    filled,
  };
}

describe("a bar in words", () => {
  test("has its time, its prices, its change and its volume", () => {
    expect(barSentence(bar(0, "64000", "64640"), wordingIn("en"))).toBe(
      "21 Nov, 09:05 UTC: open 64,000.0, high 64,640.0, low 64,000.0, close 64,640.0, +1.00%, volume 1.250 BTC.",
    );
    expect(barSentence(bar(0, "64000", "63360"), wordingIn("de"))).toMatch(
      /Eröffnung 64\.000,0, Hoch 64\.000,0, Tief 63\.360,0, Schluss 63\.360,0, -1,00/,
    );
  });

  test("says when it had no update", () => {
    expect(barSentence(bar(0, "1", "1", true), wordingIn("en"))).toContain("no update in this bar");
  });

  test("counts as rising when it did not move, as its candle is drawn", () => {
    expect(barFigures(bar(0, "5", "5"), wordingIn("en")).rises).toBe(true);
    expect(barFigures(bar(0, "5", "4"), wordingIn("en")).rises).toBe(false);
  });

  test("has seconds where bars are that short, and only the day where they are that long", () => {
    const wording = wordingIn("en");
    const time = (interval: ShownBar["interval"]) =>
      barFigures({ ...bar(0, "1", "1"), interval }, wording).time;
    expect([time("1s"), time("4h"), time("1d")]).toEqual([
      "21 Nov, 09:05:00 UTC",
      "21 Nov, 09:05 UTC",
      "21 Nov 2026 UTC",
    ]);
  });
});

describe("a stretch of bars in words", () => {
  const falls = [bar(0, "100", "110"), bar(1, "110", "80"), bar(2, "80", "90")];

  test("has its start, its end, and its extremes", () => {
    expect(trendSentence(falls, wordingIn("en"))).toBe(
      "3 bars in view, 21 Nov, 09:05 UTC to 21 Nov, 09:07 UTC: fell 10.00%, from 100.0 to 90.0. Highest 110.0 on 21 Nov, 09:05 UTC, lowest 80.0 on 21 Nov, 09:06 UTC.",
    );
    expect(trendSentence(falls.slice(0, 1), wordingIn("en"))).toMatch(/^1 bar in view.*rose 10/);
    expect(trendSentence([bar(0, "5", "5")], wordingIn("en"))).toContain("unchanged at 5.0");
    expect(trendSentence([], wordingIn("en"))).toBeUndefined();
  });

  test.each(["de", "ar"] as const)("leaves no placeholder unfilled in %s", (locale) => {
    expect(trendSentence(falls, wordingIn(locale))).not.toMatch(/[{}]/);
    expect(barSentence(bar(0, "1", "2"), wordingIn(locale))).not.toMatch(/[{}]/);
  });
});

test("the distance from the mark has its sign, and is absent without a mark", () => {
  const wording = wordingIn("en");
  expect(distance("63360", "64000", wording)).toBe("-1.00%");
  expect(distance("64640", "64000", wording)).toBe("+1.00%");
  expect(distance("64640", undefined, wording)).toBe("—");
});

test("a bar's time is in the zone and names it, and tells the two hours apart in which the clocks go back", () => {
  const newYork = formatIn("en", "America/New_York");
  const again = Date.UTC(2026, 10, 1, 5, 30);
  expect(barTime(again, "1m", newYork)).toBe("1 Nov, 01:30 UTC-4");
  expect(barTime(again + 3_600_000, "1m", newYork)).toBe("1 Nov, 01:30 UTC-5");
  expect(barTime(start, "1s", formatIn("en", "Asia/Kolkata"))).toBe("21 Nov, 14:35:00 UTC+5:30");
  expect(barTime(Date.UTC(2026, 10, 2), "1d", newYork)).toBe("2 Nov 2026 UTC");
  expect(barTime(Date.UTC(2026, 10, 2), "1w", newYork)).toBe("2 Nov 2026 UTC");
});

test("on the canvas the date of a right-to-left language is isolated from the surrounding text", () => {
  const format = formatIn("ar");
  const [first, ...rest] = canvasTime(start, "1m", format);
  expect(first).toBe("\u2068");
  expect(rest.join("")).toBe(`${barTime(start, "1m", format)}\u2069`);
});
