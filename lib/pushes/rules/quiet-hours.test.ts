/** Quiet hours follow the user's clock through both clock changes, in five zones. */
import { describe, expect, test } from "vitest";
import { isQuiet, isTimeZone, secondsUntilQuiet } from "./quiet-hours.ts";

const night = { from: 22 * 60, until: 7 * 60 };
const quietAt = (zone: string, time: string, quiet = night) =>
  isQuiet({ quiet, time_zone: zone }, Date.parse(time));

describe("quiet hours from 22:00 to 07:00", () => {
  /**
   * For each zone: the first quiet minute, the last one, and the first minute after. The days
   * include both clock changes, where there are any.
   */
  test.each([
    ["UTC", "2026-05-01T22:00Z", "2026-05-02T06:59Z", "2026-05-02T07:00Z"],
    // 29 March: +1 becomes +2; 25 October: back.
    ["Europe/Berlin", "2026-03-28T21:00Z", "2026-03-29T04:59Z", "2026-03-29T05:00Z"],
    ["Europe/Berlin", "2026-10-24T20:00Z", "2026-10-25T05:59Z", "2026-10-25T06:00Z"],
    // 8 March: -5 becomes -4; 1 November: back.
    ["America/New_York", "2026-03-08T03:00Z", "2026-03-08T10:59Z", "2026-03-08T11:00Z"],
    ["America/New_York", "2026-11-01T02:00Z", "2026-11-01T11:59Z", "2026-11-01T12:00Z"],
    ["Asia/Kolkata", "2026-05-01T16:30Z", "2026-05-02T01:29Z", "2026-05-02T01:30Z"],
    // Half an hour: 5 April, +11 becomes +10:30; 4 October: back.
    ["Australia/Lord_Howe", "2026-04-04T11:00Z", "2026-04-04T20:29Z", "2026-04-04T20:30Z"],
    ["Australia/Lord_Howe", "2026-10-03T11:30Z", "2026-10-03T19:59Z", "2026-10-03T20:00Z"],
  ])("in %s begin at %s and last until %s", (zone, first, last, loud) => {
    const before = new Date(Date.parse(first) - 60_000).toISOString();
    expect([before, first, last, loud].map((time) => quietAt(zone, time))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  test("continue over midnight UTC, and include a repeated hour twice", () => {
    expect(quietAt("UTC", "2026-05-01T23:59:59.999Z")).toBe(true);
    expect(quietAt("UTC", "2026-05-02T00:00:00.000Z")).toBe(true);
    const twice = { from: 120, until: 180 };
    const times = ["2026-10-25T00:30Z", "2026-10-25T01:30Z", "2026-10-25T02:30Z"];
    expect(times.map((time) => quietAt("Europe/Berlin", time, twice))).toEqual([true, true, false]);
    // A time that the clock skips never comes.
    const skipped = ["2026-03-29T00:59Z", "2026-03-29T01:00Z"];
    expect(skipped.map((time) => quietAt("Europe/Berlin", time, twice))).toEqual([false, false]);
  });

  test("begin in so many seconds", () => {
    const secondsAt = (time: string, quiet: typeof night | null = night) =>
      secondsUntilQuiet({ quiet, time_zone: "Asia/Kolkata" }, Date.parse(time));
    expect(secondsAt("2026-05-01T16:20:00Z")).toBe(600);
    expect(secondsAt("2026-05-01T16:29:59.500Z")).toBe(1);
    expect(secondsAt("2026-05-02T01:30:00Z")).toBe(15 * 3_600);
    expect(secondsAt("2026-05-02T01:30:00Z", null)).toBe(Number.POSITIVE_INFINITY);
    expect(secondsAt("2026-05-02T01:30:00Z", { from: 60, until: 60 })).toBe(
      Number.POSITIVE_INFINITY,
    );
  });

  test("are never in effect when they are off or start and end at the same time", () => {
    expect(isQuiet({ quiet: null, time_zone: "UTC" }, 0)).toBe(false);
    expect(quietAt("UTC", "2026-05-01T01:00Z", { from: 60, until: 60 })).toBe(false);
  });
});

test("a time zone is an IANA name, not an offset", () => {
  expect(["Europe/Berlin", "UTC", "+02:00", "Mars/Olympus", ""].map(isTimeZone)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
