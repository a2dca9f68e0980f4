import type { TickMarkType, Time } from "lightweight-charts";
import { describe, expect, test } from "vitest";
import { clocksOf, markFormat, ZonedTimes } from "./axis-time.ts";

const HOUR = 3_600_000;
const NEW_YORK = "America/New_York";

describe("the clocks of a zone", () => {
  test.each([NEW_YORK, "Europe/Berlin", "Africa/Casablanca", "Australia/Lord_Howe", "UTC"])(
    "show what Intl shows, each hour of a year: %s",
    (zone) => {
      const clocks = clocksOf(zone);
      const shown = new Intl.DateTimeFormat("en-CA", {
        timeZone: zone,
        dateStyle: "short",
        timeStyle: "medium",
        hourCycle: "h23",
      });
      const from = Date.UTC(2026, 0, 1);
      for (let at = from; at < from + 8_760 * HOUR; at += HOUR) {
        const [day, time] = new Date(clocks(at)).toISOString().slice(0, 19).split("T");
        expect(shown.format(at)).toBe(`${day}, ${time}`);
      }
    },
  );
});

/** What the library calls of a scale, with points every so many hours. */
function weights(zone: string, from: number, hours: number, count: number): number[] {
  const times = new ZonedTimes();
  times.setOptions({ timeScale: {}, localization: {} } as never);
  times.clocks = clocksOf(zone);
  const points = Array.from({ length: count }, (_, index) => {
    const originalTime = (from + index * hours * HOUR) / 1000;
    const time = times.convertHorzItemToInternal(originalTime as Time);
    return { timeWeight: 0, time, originalTime };
  }) as never as Parameters<ZonedTimes["fillWeightsForPoints"]>[0];
  times.fillWeightsForPoints(points, 0);
  // As when a bar is added: only its weight is asked for.
  const whole = points.map(({ timeWeight }) => timeWeight);
  const last = points.at(-1);
  if (last) last.timeWeight = 0 as never;
  times.fillWeightsForPoints(points, count - 1);
  expect(points.map(({ timeWeight }) => timeWeight)).toEqual(whole);
  return whole;
}

describe("days of the time scale", () => {
  const DAY_WEIGHT = 50;

  test("begin at midnight of the zone", () => {
    const from = Date.UTC(2026, 10, 28);
    const begins = (zone: string) =>
      weights(zone, from, 1, 30).flatMap((weight, hour) =>
        weight >= DAY_WEIGHT && hour > 0 ? [hour] : [],
      );
    expect(begins("UTC")).toEqual([24]);
    expect(begins(NEW_YORK)).toEqual([5, 29]);
    expect(begins("Asia/Kolkata")).toEqual([19]);
  });

  test("begin once on the day that has 25 hours", () => {
    const from = Date.UTC(2026, 9, 31, 12);
    const days = weights(NEW_YORK, from, 1, 60).flatMap((weight, hour) =>
      weight >= DAY_WEIGHT && hour > 0 ? [hour] : [],
    );
    expect(days).toEqual([16, 41]);
  });
});

test("a mark of the scale is written in its zone", () => {
  const at = Date.UTC(2026, 10, 28, 22, 38, 5) / 1000;
  const write = (zone: string) =>
    [0, 1, 2, 3, 4].map((kind) => markFormat("en-GB", zone)(at, kind as TickMarkType));
  expect(write(NEW_YORK)).toEqual(["2026", "Nov", "28", "17:38", "17:38:05"]);
  expect(write("Asia/Tokyo")).toEqual(["2026", "Nov", "29", "07:38", "07:38:05"]);
});
