import { expect, test } from "vitest";
import { dateTimesIn, UNKNOWN_DATE_TIMES } from "./date-times.ts";

const AT = "2026-04-04T17:52:09.120Z";

test("a time is shown in the zone of its reader", () => {
  const berlin = dateTimesIn("en-GB", "Europe/Berlin");
  expect(berlin.time(AT)).toBe("19:52:09");
  expect(berlin.dateTime(AT)).toBe("Sat, 4 Apr 2026, 19:52 CEST");
  expect(berlin.minute(AT)).toBe("4 Apr 2026, 19:52 CEST");
  expect(berlin.second(AT)).toBe("4 Apr 2026, 19:52:09 CEST");
  expect(berlin.moment(AT)).toBe("4 Apr 2026, 19:52:09");
  expect(berlin.daySpan("2026-03-31T22:00:00.000Z", "2026-04-04T22:00:00.000Z")).toMatch(
    /^1\s*–\s*4 Apr 2026$/,
  );
  const kiritimati = dateTimesIn("en-GB", "Pacific/Kiritimati");
  expect(kiritimati.day(AT)).toBe("5 Apr");
  expect(kiritimati.date(AT)).toBe("5 Apr 2026");
  expect(dateTimesIn("en-GB", "UTC").dateTime(AT)).toBe("Sat, 4 Apr 2026, 17:52 UTC");
});

test("without a zone no digit is shown, at about the same width", () => {
  const known = dateTimesIn("en-GB", "UTC");
  for (const name of ["dateTime", "minute", "second", "day", "date", "time", "moment"] as const) {
    const unknown = UNKNOWN_DATE_TIMES[name](AT);
    expect(unknown).not.toMatch(/\d/);
    expect(Math.abs(unknown.length - known[name](AT).length)).toBeLessThanOrEqual(1);
  }
});
