/** Hours, days, weeks and months follow the clocks of a zone, also on days of clock changes. */

import { describe, expect, test } from "vitest";
import { chanceOf } from "#lib/kernel/random.testing.ts";
import { bucketName, dayBegin } from "#lib/partner/testing/calendar.ts";
import { HOUR_MS } from "#lib/protocol/durations.ts";
import { GRANULARITIES } from "#lib/protocol/partner/enumerations.ts";
import { bucketStart, instantOf, isTimeZone, nextBucket } from "./calendar.ts";

/** Starts of this many buckets, beginning with the one that contains `from`. */
function edges(
  from: string,
  {
    granularity,
    tz,
    count,
  }: { granularity: "hour" | "day" | "week" | "month"; tz: string; count: number },
): string[] {
  const found = [bucketStart(Date.parse(from), granularity, tz)];
  while (found.length < count) found.push(nextBucket(found.at(-1)!, granularity, tz));
  return found.map((time) => new Date(time).toISOString().slice(0, 16));
}

describe("calendar days", () => {
  test("have 23 hours in spring and 25 in autumn", () => {
    const tz = "Europe/Berlin";
    const spring = edges("2026-03-28T12:00Z", { granularity: "day", tz, count: 4 });
    expect(spring).toEqual([
      "2026-03-27T23:00",
      "2026-03-28T23:00",
      "2026-03-29T22:00",
      "2026-03-30T22:00",
    ]);
    const autumn = edges("2026-10-24T12:00Z", { granularity: "day", tz, count: 4 });
    expect(autumn).toEqual([
      "2026-10-23T22:00",
      "2026-10-24T22:00",
      "2026-10-25T23:00",
      "2026-10-26T23:00",
    ]);
  });

  test.each([
    [
      "America/Santiago",
      "2026-09-05T12:00Z",
      ["2026-09-05T04:00", "2026-09-06T04:00", "2026-09-07T03:00"],
    ],
    [
      "Africa/Cairo",
      "2026-04-23T12:00Z",
      ["2026-04-22T22:00", "2026-04-23T22:00", "2026-04-24T21:00"],
    ],
  ])(
    "begin at 01:00 where midnight is skipped, and at 00:00 again the next day: %s",
    (tz, from, days) => {
      expect(edges(from, { granularity: "day", tz, count: 3 })).toEqual(days);
    },
  );

  test("begin at the only midnight where the hour before it repeats", () => {
    const cairo = edges("2026-10-29T12:00Z", { granularity: "day", tz: "Africa/Cairo", count: 3 });
    expect(cairo).toEqual(["2026-10-28T21:00", "2026-10-29T22:00", "2026-10-30T22:00"]);
  });

  test("skip a date that a country left out", () => {
    const apia = edges("2011-12-29T12:00Z", { granularity: "day", tz: "Pacific/Apia", count: 3 });
    expect(apia).toEqual(["2011-12-29T10:00", "2011-12-30T10:00", "2011-12-31T10:00"]);
  });
});

describe("calendar hours", () => {
  test("are those of the zone, half an hour off UTC in India", () => {
    const kolkata = edges("2026-05-01T10:00Z", {
      granularity: "hour",
      tz: "Asia/Kolkata",
      count: 2,
    });
    expect(kolkata).toEqual(["2026-05-01T09:30", "2026-05-01T10:30"]);
  });

  test("are two when clocks repeat an hour, and none when they skip it", () => {
    const tz = "Europe/Berlin";
    const twice = edges("2026-10-25T00:00Z", { granularity: "hour", tz, count: 3 });
    expect(twice).toEqual(["2026-10-25T00:00", "2026-10-25T01:00", "2026-10-25T02:00"]);
    const gone = edges("2026-03-29T00:30Z", { granularity: "hour", tz, count: 3 });
    expect(gone).toEqual(["2026-03-29T00:00", "2026-03-29T01:00", "2026-03-29T02:00"]);
  });

  test("are whole again after a change of half an hour, from any starting point", () => {
    const tz = "Australia/Lord_Howe";
    // At 02:00 clocks go back to 01:30; the half hour until 02:00 is a bucket of its own.
    const back = ["2026-04-04T14:00", "2026-04-04T15:00", "2026-04-04T15:30", "2026-04-04T16:30"];
    expect(edges("2026-04-04T14:10Z", { granularity: "hour", tz, count: 4 })).toEqual(back);
    expect(edges("2026-04-04T15:20Z", { granularity: "hour", tz, count: 2 })).toEqual(
      back.slice(1, 3),
    );
    expect(edges("2026-04-04T15:30Z", { granularity: "hour", tz, count: 2 })).toEqual(
      back.slice(2),
    );
    // At 02:00 clocks go forward to 02:30.
    const on = ["2026-10-03T14:30", "2026-10-03T15:30", "2026-10-03T16:00", "2026-10-03T17:00"];
    expect(edges("2026-10-03T15:00Z", { granularity: "hour", tz, count: 4 })).toEqual(on);
    expect(edges("2026-10-03T15:30Z", { granularity: "hour", tz, count: 3 })).toEqual(on.slice(1));
  });
});

test("weeks begin on Mondays, across the end of a year too", () => {
  const weeks = edges("2027-01-01T12:00Z", { granularity: "week", tz: "UTC", count: 3 });
  expect(weeks).toEqual(["2026-12-28T00:00", "2027-01-04T00:00", "2027-01-11T00:00"]);
});

test("months have the lengths of the calendar", () => {
  const months = edges("2028-01-31T12:00Z", {
    granularity: "month",
    tz: "America/New_York",
    count: 4,
  });
  expect(months).toEqual([
    "2028-01-01T05:00",
    "2028-02-01T05:00",
    "2028-03-01T05:00",
    "2028-04-01T04:00",
  ]);
});

const ZONES =
  `UTC Europe/Berlin America/Santiago Africa/Cairo Asia/Kolkata Asia/Kathmandu Australia/Lord_Howe America/New_York
  America/Havana Atlantic/Azores Pacific/Chatham Pacific/Kiritimati Africa/Casablanca Asia/Beirut Asia/Gaza`.split(
    /\s+/,
  );

describe.each(ZONES)("in %s", (tz) => {
  const chance = chanceOf(7);
  const changes: number[] = [];
  // The part after the hour in its name.
  const offset = (time: number): string => bucketName(time, "hour", tz).slice(14);
  const isChange = (time: number, span: number): boolean => offset(time) !== offset(time + span);
  for (let day = Date.UTC(2024, 0, 1); day < Date.UTC(2029, 0, 1); day += 24 * HOUR_MS) {
    if (!isChange(day, 24 * HOUR_MS)) continue;
    for (let time = day; time < day + 24 * HOUR_MS; time += HOUR_MS / 2)
      if (isChange(time, HOUR_MS / 2)) changes.push(time);
  }
  const nearChanges = changes.flatMap((time) =>
    [-26, -2, -1, 0, 1, 2, 26].map((hours) => time + hours * HOUR_MS),
  );
  const anywhere = Array.from(
    { length: 50 },
    () => Date.UTC(2024, 0, 1) + chance.below(5 * 365 * 24 * HOUR_MS),
  );

  test.each(GRANULARITIES)(
    "each %s contains exactly the instants at which clocks show it",
    (granularity) => {
      for (const near of [...nearChanges, ...anywhere]) {
        const time = near + chance.below(HOUR_MS);
        const start = bucketStart(time, granularity, tz);
        const end = nextBucket(start, granularity, tz);
        const name = (at: number): string => bucketName(at, granularity, tz);
        expect([start, time, end]).toEqual([start, time, end].toSorted((a, b) => a - b));
        expect([name(start), name(time), name(end - 1)]).toEqual(Array(3).fill(name(time)));
        expect([name(start - 1), name(end)]).not.toContain(name(time));
        expect([bucketStart(end - 1, granularity, tz), bucketStart(end, granularity, tz)]).toEqual([
          start,
          end,
        ]);
      }
    },
  );

  test("a date begins at the first instant at which clocks show it", () => {
    for (const time of [...nearChanges, ...anywhere]) {
      const date = new Date(time).toISOString().slice(0, 10);
      expect(instantOf(date, tz), date).toBe(dayBegin(date, tz));
    }
  });
});

test("zones must be names: offsets and times are refused", () => {
  expect(["UTC", "Europe/Berlin", "America/Argentina/Ushuaia", "Etc/GMT+5"].every(isTimeZone)).toBe(
    true,
  );
  const others = [
    "",
    "+05:30",
    "-03:00",
    "Mars/Olympus",
    "2026-01-01T00:00Z",
    "2026-01-01T00:00[Europe/Berlin]",
  ];
  expect(others.filter(isTimeZone)).toEqual([]);
});
