import { describe, expect, test } from "vitest";
import { formatIn } from "./format.ts";
import { offsetName, zoneOffset } from "./zone-offset.ts";

const WINTER = Date.UTC(2026, 0, 15, 12);
const SUMMER = Date.UTC(2026, 6, 15, 12);

describe("the distance of a zone from UTC", () => {
  test.each([
    ["UTC", "UTC", "UTC"],
    ["America/New_York", "UTC-5", "UTC-4"],
    ["Europe/London", "UTC", "UTC+1"],
    ["Asia/Kolkata", "UTC+5:30", "UTC+5:30"],
    ["America/St_Johns", "UTC-3:30", "UTC-2:30"],
    ["Australia/Sydney", "UTC+11", "UTC+10"],
  ])("%s", (zone, winter, summer) => {
    expect([offsetName(zone, WINTER), offsetName(zone, SUMMER)]).toEqual([winter, summer]);
  });

  test("changes at the moment in which the clocks do", () => {
    const back = Date.UTC(2026, 10, 1, 6);
    expect(zoneOffset("America/New_York", back - 1)).toBe(-240);
    expect(zoneOffset("America/New_York", back)).toBe(-300);
  });
});

test("times are in the zone that was chosen, one that this process does not have included", () => {
  const newYork = formatIn("en", "America/New_York");
  const tokyo = formatIn("en", "Asia/Tokyo");
  const evening = Date.UTC(2026, 10, 28, 22, 38);
  expect(newYork.dayAndTime(evening)).toBe("28 Nov 17:38:00");
  expect(tokyo.dayAndTime(evening)).toBe("29 Nov 07:38:00");
  expect([newYork.date(evening), tokyo.date(evening)]).toEqual(["28 Nov 2026", "29 Nov 2026"]);
  // The hour that happens twice.
  const before = Date.UTC(2026, 10, 1, 5, 30);
  expect(newYork.timeOfDay(before)).toBe(newYork.timeOfDay(before + 3_600_000));
});
