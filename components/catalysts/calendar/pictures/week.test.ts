import { expect, test } from "vitest";
import { release } from "#components/catalysts/calendar/parts/calendar.testing.ts";
import { dayTimesIn } from "#components/catalysts/calendar/parts/calendar-days.ts";
import { weekOf } from "./week.ts";

const day = (time: string) => Date.parse(time);

test("seven days begin with today in the zone, with their releases and the one that weighs most", () => {
  const items = [
    release({ id: "a", kind: "gdp", scheduled_at: "2026-05-12T12:30:00.000Z" }),
    release({ id: "b", kind: "cpi", scheduled_at: "2026-05-12T14:00:00.000Z" }),
    release({ id: "c", kind: "nfp", scheduled_at: "2026-05-12T15:00:00.000Z" }),
    release({
      id: "d",
      kind: "fomc",
      scheduled_at: "2026-05-13T12:00:00.000Z",
      status: "cancelled",
    }),
    // It is the 15th in Tokyo already.
    release({ id: "e", kind: "regulator_crypto", scheduled_at: "2026-05-14T20:00:00.000Z" }),
  ];
  const week = weekOf(items, dayTimesIn("en", "Asia/Tokyo"), day("2026-05-11T20:00:00.000Z"));
  expect(week.map(({ key, count, main }) => [key, count, main?.id])).toEqual([
    ["2026-05-12", 2, "b"],
    ["2026-05-13", 1, "c"],
    ["2026-05-14", 0, undefined],
    ["2026-05-15", 1, "e"],
    ["2026-05-16", 0, undefined],
    ["2026-05-17", 0, undefined],
    ["2026-05-18", 0, undefined],
  ]);
});

test("a change of clocks neither loses a day nor shows it twice", () => {
  const keys = weekOf([], dayTimesIn("en", "Europe/Berlin"), day("2026-10-24T22:30:00.000Z")).map(
    ({ key }) => key,
  );
  expect(keys).toEqual([25, 26, 27, 28, 29, 30, 31].map((number) => `2026-10-${number}`));
});
