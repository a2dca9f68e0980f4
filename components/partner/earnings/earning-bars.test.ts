import { describe, expect, it } from "vitest";
import type { EarningBucket } from "#lib/protocol/wire/partner.ts";
import { bucketNames, changeOf, earningBars, firstOfDays, isPartial } from "./earning-bars.ts";

function bucket(from: string, earned: string, copy = "0"): EarningBucket {
  const figures = { fees: "0", earned, count: 1 };
  return {
    from,
    to: from,
    ...figures,
    by_product: [{ product: "perp", ...figures }],
    copy: { ...figures, earned: copy },
  };
}

describe("the bars of earnings", () => {
  it("contain copy trading within perp, and each bucket of the previous period at the same position", () => {
    const bars = earningBars(
      [bucket("2026-03-02", "3", "1"), bucket("2026-03-03", "5")],
      [bucket("2026-02-28", "2")],
    );
    expect(bars.map(({ perp, copy, swap, previous }) => [perp, copy, swap, previous])).toEqual([
      [2, 1, 0, 2],
      [5, 0, 0, undefined],
    ]);
  });

  it("go below the line where more was reversed than earned", () => {
    expect(earningBars([bucket("2026-03-02", "-0.25")], undefined)[0]).toMatchObject({
      perp: -0.25,
      previous: undefined,
    });
  });
});

it("a change is a share of the earlier earnings, and absent when those are zero", () => {
  expect(changeOf("15", "10")).toBe("0.5");
  expect(changeOf("0", "10")).toBe("-1");
  expect(changeOf("1", "0")).toBeUndefined();
});

describe("the names of buckets", () => {
  // The beginnings of three days in Berlin; the second has 23 hours.
  const DAYS = ["2026-03-27T23:00:00.000Z", "2026-03-28T23:00:00.000Z", "2026-03-29T22:00:00.000Z"];

  it("use the time zone in which they are split, also where the clock changes", () => {
    const { tick } = bucketNames("day", "en-GB", "Europe/Berlin");
    expect(DAYS.map(tick)).toEqual(["28 Mar", "29 Mar", "30 Mar"]);
  });

  it("distinguish the two hours that a clock shows twice", () => {
    const { name } = bucketNames("hour", "en-GB", "Europe/Berlin");
    const names = ["2026-10-25T00:00:00.000Z", "2026-10-25T01:00:00.000Z"].map((from) =>
      name({ from, to: from }),
    );
    expect(names[0]).toContain("02:00");
    expect(names[1]).toContain("02:00");
    expect(names[0]).not.toBe(names[1]);
  });

  it("contain the day at midnight, and the last counted day of a week", () => {
    const hours = bucketNames("hour", "en-GB", "Europe/Berlin");
    expect(["2026-03-28T22:00:00.000Z", "2026-03-28T23:00:00.000Z"].map(hours.tick)).toEqual([
      "23:00",
      "29 Mar",
    ]);
    const weeks = bucketNames("week", "en-GB", "Europe/Berlin");
    const name = weeks.name({ from: "2026-03-22T23:00:00.000Z", to: "2026-03-29T22:00:00.000Z" });
    expect(name).toMatch(/23.*29 Mar 2026$/);
  });
});

it("short names contain the year where a range would repeat a day, and months always do", () => {
  const year = { from: "2025-11-24T00:00:00.000Z", to: "2026-11-27T00:00:00.000Z" };
  const weeks = bucketNames("week", "en-GB", "UTC", year);
  expect([weeks.tick(year.from), weeks.tick("2026-11-23T00:00:00.000Z")]).toEqual([
    "24 Nov 2025",
    "23 Nov 2026",
  ]);
  const month = { from: "2026-11-01T00:00:00.000Z", to: "2026-11-27T00:00:00.000Z" };
  expect(bucketNames("day", "en-GB", "UTC", month).tick(month.from)).toBe("1 Nov");
  expect(bucketNames("month", "en-GB", "UTC", month).tick(month.from)).toBe("Nov 2026");
});

it("a bucket is partial where the range begins or ends within it", () => {
  const [noon, midnight] = ["2026-03-29T10:00:00.000Z", "2026-03-29T22:00:00.000Z"];
  const partial = (from: string, to: string, granularity: "hour" | "day" | "week" | "month") =>
    isPartial({ from, to }, granularity, "Europe/Berlin");
  expect(partial("2026-03-28T23:00:00.000Z", midnight, "day")).toBe(false);
  expect(partial(noon, midnight, "day")).toBe(true);
  expect(partial("2026-03-28T23:00:00.000Z", noon, "day")).toBe(true);
  expect(partial("2026-03-22T23:00:00.000Z", midnight, "week")).toBe(false);
  expect(partial("2026-03-23T23:00:00.000Z", midnight, "week")).toBe(true);
  expect(partial("2026-02-28T23:00:00.000Z", "2026-03-31T22:00:00.000Z", "month")).toBe(false);
  expect(partial("2026-02-28T23:00:00.000Z", midnight, "month")).toBe(true);
  expect(partial(noon, "2026-03-29T10:20:00.001Z", "hour")).toBe(true);
});

it("a day begins with its first hour, also where the clock skips midnight", () => {
  const hours = Array.from({ length: 30 }, (_, hour) => ({
    from: new Date(Date.UTC(2026, 3, 23, 20 + hour)).toISOString(),
  }));
  // In Cairo the clock goes from 00:00 to 01:00 in the night to Friday, 24 April 2026.
  expect(firstOfDays(hours, "Africa/Cairo")).toEqual([
    "2026-04-23T22:00:00.000Z",
    "2026-04-24T21:00:00.000Z",
  ]);
  expect(firstOfDays(hours, "UTC")).toEqual([
    "2026-04-24T00:00:00.000Z",
    "2026-04-25T00:00:00.000Z",
  ]);
});
