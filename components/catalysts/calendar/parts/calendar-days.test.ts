/** Releases by day in five time zones, also on days of a clock change, and the next release. */
import { describe, expect, test } from "vitest";
import { release } from "./calendar.testing.ts";
import {
  dayTimesIn,
  findNextRelease,
  groupByDay,
  isPrintNear,
  remainingText,
} from "./calendar-days.ts";

const LATE = release({ id: "cal_1", scheduled_at: "2026-05-12T22:30:00.000Z" });
const EARLY = release({ id: "cal_2", scheduled_at: "2026-05-12T03:00:00.000Z" });
const WHOLE = release({
  id: "cal_3",
  scheduled_at: "2026-05-12T00:00:00.000Z",
  precision: "day",
});

describe("a release is on its day in the zone; one without a time is on the same day everywhere", () => {
  test.each([
    ["UTC", { "2026-05-12": ["cal_3", "cal_2", "cal_1"] }],
    ["America/New_York", { "2026-05-11": ["cal_2"], "2026-05-12": ["cal_3", "cal_1"] }],
    ["Asia/Tokyo", { "2026-05-12": ["cal_3", "cal_2"], "2026-05-13": ["cal_1"] }],
    ["Pacific/Kiritimati", { "2026-05-12": ["cal_3", "cal_2"], "2026-05-13": ["cal_1"] }],
    ["Asia/Kolkata", { "2026-05-12": ["cal_3", "cal_2"], "2026-05-13": ["cal_1"] }],
  ])("%s", (zone, expected) => {
    const days = groupByDay([EARLY, LATE, WHOLE], dayTimesIn("en", zone));
    const found = days.map(({ key, items }) => [key, items.map(({ id }) => id)]);
    expect(Object.fromEntries(found)).toEqual(expected);
  });
});

test("times follow the clock when it changes, and count 24 hours", () => {
  const { time, labelOf } = dayTimesIn("en", "Europe/Berlin");
  expect(time(Date.parse("2026-03-29T00:30:00Z"))).toBe("01:30");
  expect(time(Date.parse("2026-03-29T01:30:00Z"))).toBe("03:30");
  expect(time(Date.parse("2026-10-24T22:30:00Z"))).toBe("00:30");
  expect(labelOf(LATE)).toBe("Wednesday 13 May");
  expect(dayTimesIn("de", "Europe/Berlin").labelOf(LATE)).toBe("Mittwoch, 13. Mai");
});

test("the next release is the first future one that has a time and is not cancelled", () => {
  const at = "2026-05-12T22:30:00.000Z";
  const gone = release({ id: "cal_4", scheduled_at: at, status: "cancelled" });
  const now = Date.parse("2026-05-12T12:00:00Z");
  expect(findNextRelease([WHOLE, EARLY, gone, LATE], now)).toBe(LATE);
  expect(findNextRelease([LATE], Date.parse(at))).toBeUndefined();
});

test("a number is near from 5 s before its time to 2 min after it, until it is published", () => {
  const at = Date.parse(LATE.scheduled_at);
  const near = (since: number, item = LATE) => isPrintNear([item], at + since);
  expect([-6_000, -4_000, 0, 119_000, 121_000].map((since) => near(since))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ]);
  expect(near(0, release({ ...LATE, status: "released" }))).toBe(false);
  expect(near(0, release({ ...LATE, forecast: null }))).toBe(false);
});

test("the remaining time shows seconds, and days from one day on", () => {
  const days = (count: number) => `${count} d`;
  expect(remainingText(59_001, days)).toBe("00:01:00");
  expect(remainingText(90_000_000 + 61_000, days)).toBe("1 d 01:01:01");
  expect(remainingText(-5, days)).toBe("00:00:00");
});
