/** The windows of calendar pushes open and close to the millisecond, and old numbers open none. */

import { describe, expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "#lib/protocol/durations.ts";
import { type CalendarItemRow, dueCalendarPushes } from "./calendar.ts";

const T = Date.parse("2026-05-12T12:30:00Z");

const item = (change: Partial<CalendarItemRow> = {}): CalendarItemRow => ({
  id: "cal_1",
  revision: 1,
  recordedAt: new Date(T - 90 * HOUR_MS),
  releasedAt: null,
  kind: "cpi",
  title: "CPI m/m",
  country: "US",
  scheduledAt: T,
  precision: "minute",
  period: "2026-04",
  unit: "%",
  forecast: "0.3",
  previous: "0.2",
  revisedPrevious: null,
  actual: null,
  surprise: null,
  surpriseZ: null,
  status: "scheduled",
  source: "sample",
  url: null,
  simulated: false,
  ...change,
});
const released = (at: number, change: Partial<CalendarItemRow> = {}) =>
  item({ status: "released", actual: "0.4", surprise: "0.1", releasedAt: new Date(at), ...change });
const slots = (row: CalendarItemRow, now: number) =>
  dueCalendarPushes(row, now).map(({ key }) => key);

describe("a push of a release", () => {
  test.each([
    ["day", T - 24 * HOUR_MS, T - 23 * HOUR_MS],
    ["soon", T - 30 * MINUTE_MS, T - 10 * MINUTE_MS],
  ])("%s is due from its time until its window ends", (slot, from, until) => {
    const key = [`calendar:cal_1:${slot}:2026-05-12`];
    expect([from - 1, from, until - 1, until].map((now) => slots(item(), now))).toEqual([
      [],
      key,
      key,
      [],
    ]);
  });

  test("a number is due for 15 minutes after it was known, even if it is early", () => {
    for (const at of [T - 2 * MINUTE_MS, T + 700, T + 3 * HOUR_MS]) {
      const key = ["calendar:cal_1:number:2026-05-12"];
      const row = released(at);
      expect(
        [at, at + 15 * MINUTE_MS - 1, at + 15 * MINUTE_MS].map((now) => slots(row, now)),
      ).toEqual([key, key, []]);
    }
    expect(dueCalendarPushes(released(T), T)[0]?.data).toMatchObject({
      slot: "number",
      actual: "0.4",
      surprise: "0.1",
    });
  });

  test("an old number that a source adds is history", () => {
    const at = T + 7 * HOUR_MS;
    expect(slots(released(at), at)).toEqual([]);
  });

  test("a released or cancelled item is not announced any more", () => {
    expect(slots(released(T - 40 * MINUTE_MS), T - 20 * MINUTE_MS)).toEqual([]);
    expect(slots(item({ status: "cancelled" }), T - 20 * MINUTE_MS)).toEqual([]);
  });

  test("an item without a time has one push, at noon UTC of the day before", () => {
    const row = item({ precision: "day", scheduledAt: Date.parse("2026-05-12T00:00:00Z") });
    const noon = Date.parse("2026-05-11T12:00:00Z");
    const key = ["calendar:cal_1:day:2026-05-12"];
    expect(
      [noon - 1, noon, noon + HOUR_MS - 1, noon + HOUR_MS].map((now) => slots(row, now)),
    ).toEqual([[], key, key, []]);
    expect(slots({ ...row, status: "released", actual: "1", releasedAt: new Date(T) }, T)).toEqual(
      [],
    );
  });

  test("an item that was moved has a key with its new day", () => {
    const moved = item({ status: "moved", scheduledAt: T + 48 * HOUR_MS });
    expect(slots(moved, T + 24 * HOUR_MS)).toEqual(["calendar:cal_1:day:2026-05-14"]);
  });

  test("items of two sources with the same series, period and time are twins, others are not", () => {
    const twin = (change: Partial<CalendarItemRow>) =>
      dueCalendarPushes(item({ id: "cal_2", ...change }), T - 20 * MINUTE_MS)[0]?.twinKey;
    const [first] = dueCalendarPushes(item(), T - 20 * MINUTE_MS);
    expect(twin({ title: "Consumer prices, month over month" })).toBe(first?.twinKey);
    expect(twin({ title: "CPI y/y" })).not.toBe(first?.twinKey);
    expect(twin({ title: "Core CPI m/m" })).not.toBe(first?.twinKey);
    expect(twin({ unit: "index" })).not.toBe(first?.twinKey);
    expect(twin({ simulated: true })).not.toBe(first?.twinKey);
    expect(twin({ period: "2026-03" })).not.toBe(first?.twinKey);
    expect(twin({ kind: "ppi" })).not.toBe(first?.twinKey);
    expect(twin({ period: null, title: "A" })).not.toBe(twin({ period: null, title: "B" }));
    const speech = (title: string) => twin({ kind: "central_bank_speech", unit: null, title });
    expect(speech("Fed: Powell speaks")).toBe(speech("Fed Powell speaks"));
    expect(speech("Fed: Powell speaks")).not.toBe(speech("Fed: Waller speaks"));
  });
});
