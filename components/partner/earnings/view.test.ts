import { describe, expect, it } from "vitest";
import {
  daysOf,
  formatView,
  granularitiesFor,
  granularityOf,
  localDay,
  MAX_DAILY_NARROW,
  parseView,
  previousSpanQuery,
  shownDays,
  spanQuery,
} from "./view.ts";

const view = (search: string) => parseView(new URLSearchParams(search));
const HERE = { asOf: "2026-03-31T12:00:00.000Z", tz: "Europe/Berlin" };

describe("the address of the partner page", () => {
  it("contains the view, and is no longer than it must be", () => {
    for (const search of [
      "",
      "range=7d&granularity=hour",
      "range=all&product=perp&compare=1&digits=all&sort=joined",
      "from=2026-01-31&to=2026-02-03",
      "from=2026-01-31",
      "referral=ref_a1-B2&entry=17",
      "sort=joined&search=a+b&fees=1&entry=17",
      "sort=last_fee&order=asc",
      "at=2026-03-01T09%3A00%3A00.000Z&seq=0",
    ])
      expect(formatView(view(search))).toBe(search);
    expect(formatView(view("range=90d&product=all&compare=0&sort=earned&fees=0"))).toBe("");
  });

  it("that is invalid shows the default view", () => {
    const plain = view("");
    for (const search of [
      "range=2y",
      "granularity=minute",
      "product=nft",
      "sort=name",
      "order=random",
      "referral=usr_1",
      "referral=ref_../x",
      "entry=0",
      "entry=1e3",
      "range=custom",
      "at=2026-03-01T09:00:00Z&seq=4",
      "at=2026-03-01T09:00:00.000Z",
      "at=yesterday&seq=4",
    ])
      expect(view(search), search).toEqual(plain);
  });
});

describe("days in the address that are none or not in order", () => {
  it.each(["from=2026-02-30", "range=custom&from=2026-02-03&to=2026-01-31", "to=yesterday"])(
    "show the default range and say so, never all time: %s",
    (search) => {
      expect(view(search)).toEqual({ ...view(""), hasBadDays: true });
      expect(formatView(view(search))).toBe("");
    },
  );
});

describe("a custom range begins with the days that are shown", () => {
  const since = "2025-11-05T12:00:00.000Z";
  it.each([
    ["range=7d", "2026-03-25", "2026-03-31"],
    ["range=30d", "2026-03-02", "2026-03-31"],
    ["range=all", "2025-11-05", "2026-03-31"],
    ["to=2026-02-01", "2025-11-05", "2026-02-01"],
    ["from=2026-01-31&to=2026-02-03", "2026-01-31", "2026-02-03"],
  ])("%s", (search, fromDay, toDay) => {
    expect(shownDays(view(search), { ...HERE, since })).toEqual({ fromDay, toDay });
  });

  it("of a partner who joined today is that day", () => {
    const joined = { ...HERE, since: "2026-03-31T11:00:00.000Z" };
    expect(shownDays(view("range=all"), joined)).toEqual({
      fromDay: "2026-03-31",
      toDay: "2026-03-31",
    });
  });
});

describe("the span of a view", () => {
  it("of a preset is the rolling window before the snapshot, and the previous one ends where it begins", () => {
    const month = view("range=30d");
    const { from, to } = spanQuery(month, HERE);
    // (t − 720 h, t]: the first instant does not count, and `from` does.
    expect(Date.parse(HERE.asOf) - Date.parse(from!)).toBe(720 * 3_600_000 - 1);
    expect(to).toBeUndefined();
    const earlier = previousSpanQuery(month, HERE)!;
    expect(earlier.to).toBe(from);
    expect(Date.parse(earlier.to) - Date.parse(earlier.from)).toBe(720 * 3_600_000);
  });

  it("of days contains both of them whole, in the reader's zone, and has a previous span of as many days", () => {
    const days = view("from=2026-03-28&to=2026-03-30");
    expect(spanQuery(days, HERE)).toEqual({
      from: "2026-03-28",
      to: "2026-03-31",
      tz: "Europe/Berlin",
    });
    expect(daysOf(days, HERE)).toBe(3);
    expect(previousSpanQuery(days, HERE)).toEqual({
      from: "2026-03-25",
      to: "2026-03-28",
      tz: "Europe/Berlin",
    });
  });

  it("without an end goes to the snapshot, without a beginning has no previous span", () => {
    const open = view("from=2026-03-30");
    expect(spanQuery(open, HERE)).toEqual({ from: "2026-03-30", tz: "Europe/Berlin" });
    expect(daysOf(open, HERE)).toBe(2);
    for (const search of ["range=all", "to=2026-03-30"]) {
      expect(previousSpanQuery(view(search), HERE), search).toBeUndefined();
      expect(daysOf(view(search), HERE), search).toBeUndefined();
    }
    expect(spanQuery(view("range=all"), HERE)).toEqual({ tz: "Europe/Berlin" });
  });

  it("counts days in the reader's zone", () => {
    expect(localDay("2026-03-31T22:30:00.000Z", "Europe/Berlin")).toBe("2026-04-01");
    expect(localDay("2026-03-31T22:30:00.000Z", "America/New_York")).toBe("2026-03-31");
  });
});

describe("the granularity", () => {
  it("is never so fine that an answer has more than 1000 buckets", () => {
    const hours = { hour: 1, day: 24, week: 168, month: 24 * 28 } as const;
    for (let days = 1; days < 8_000; days += 1) {
      for (const one of granularitiesFor(days)) {
        // One more for a split at each end, and one hour of a changed clock.
        if (one !== "month")
          expect(Math.ceil((days * 24 + 1) / hours[one]) + 1).toBeLessThanOrEqual(1000);
      }
      expect(granularitiesFor(days)).toContain(granularityOf(view("granularity=hour"), days));
    }
  });

  it("fits the range unless another is chosen", () => {
    expect([1, 7, 90, 365, 2000].map((days) => granularityOf(view(""), days))).toEqual([
      "hour",
      "day",
      "day",
      "week",
      "month",
    ]);
    expect([7, 30, 90].map((days) => granularityOf(view(""), days, MAX_DAILY_NARROW))).toEqual([
      "day",
      "day",
      "week",
    ]);
    expect(granularityOf(view("granularity=day"), 90, MAX_DAILY_NARROW)).toBe("day");
    expect(granularityOf(view("granularity=month"), 7)).toBe("month");
    expect(granularityOf(view("granularity=hour"), 365)).toBe("week");
  });
});
