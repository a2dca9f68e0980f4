import { expect, test } from "vitest";
import { momentsIn, UNKNOWN_MOMENTS } from "./moments.ts";

const AT = "2026-04-04T17:52:09.120Z";

test("a time is that of the zone that it is read in", () => {
  const berlin = momentsIn("en-GB", "Europe/Berlin");
  expect(berlin.time(AT)).toBe("19:52:09");
  expect(berlin.moment(AT)).toBe("Sat 4 Apr, 19:52");
  const kiritimati = momentsIn("en-GB", "Pacific/Kiritimati");
  expect(kiritimati.day(AT)).toBe("5 Apr");
});

test("without a zone no digit is shown, at about the same width", () => {
  const known = momentsIn("en-GB", "UTC");
  for (const name of ["moment", "day", "time"] as const) {
    const unknown = UNKNOWN_MOMENTS[name](AT);
    expect(unknown).not.toMatch(/\d/);
    expect(Math.abs(unknown.length - known[name](AT).length)).toBeLessThanOrEqual(1);
  }
});
