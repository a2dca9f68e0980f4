/** The windows of calendar pushes: each opens and closes to the millisecond, and history opens none. */
import { describe, expect, test } from "vitest";
import { type CalendarItemRow, dueCalendarPushes } from "./calendar.ts";

const T = Date.parse("2026-05-12T12:30:00Z");
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const item = (change: Partial<CalendarItemRow> = {}): CalendarItemRow => ({
  id: "cal_1",
  revision: 1,
  recordedAt: new Date(T - 90 * HOUR),
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
    ["day", T - 24 * HOUR, T - 23 * HOUR],
    ["soon", T - 30 * MINUTE, T - 10 * MINUTE],
  ])("%s is due from its time until its window ends", (slot, from, until) => {
    const key = [`calendar:cal_1:${slot}:2026-05-12`];
    expect([from - 1, from, until - 1, until].map((now) => slots(item(), now))).toEqual([
      [],
      key,
      key,
      [],
    ]);
  });

  test("a number is due for 15 minutes after it was known, also when it comes early", () => {
    for (const at of [T - 2 * MINUTE, T + 700, T + 3 * HOUR]) {
      const key = ["calendar:cal_1:number:2026-05-12"];
      const row = released(at);
      expect([at, at + 15 * MINUTE - 1, at + 15 * MINUTE].map((now) => slots(row, now))).toEqual([
        key,
        key,
        [],
      ]);
    }
    expect(dueCalendarPushes(released(T), T)[0]?.data).toMatchObject({
      slot: "number",
      actual: "0.4",
      surprise: "0.1",
    });
  });

  test("a number of the past that a source adds is history", () => {
    const at = T + 7 * HOUR;
    expect(slots(released(at), at)).toEqual([]);
  });

  test("a released or cancelled item is announced no more", () => {
    expect(slots(released(T - 40 * MINUTE), T - 20 * MINUTE)).toEqual([]);
    expect(slots(item({ status: "cancelled" }), T - 20 * MINUTE)).toEqual([]);
  });

  test("an item without a time has one push, at noon UTC of the day before", () => {
    const row = item({ precision: "day", scheduledAt: Date.parse("2026-05-12T00:00:00Z") });
    const noon = Date.parse("2026-05-11T12:00:00Z");
    const key = ["calendar:cal_1:day:2026-05-12"];
    expect([noon - 1, noon, noon + HOUR - 1, noon + HOUR].map((now) => slots(row, now))).toEqual([
      [],
      key,
      key,
      [],
    ]);
    expect(slots({ ...row, status: "released", actual: "1", releasedAt: new Date(T) }, T)).toEqual(
      [],
    );
  });

  test("an item that was moved has a key of its new day", () => {
    const moved = item({ status: "moved", scheduledAt: T + 48 * HOUR });
    expect(slots(moved, T + 24 * HOUR)).toEqual(["calendar:cal_1:day:2026-05-14"]);
  });

  test("two sources' items of one series, period and time are twins, and other ones are not", () => {
    const twin = (change: Partial<CalendarItemRow>) =>
      dueCalendarPushes(item({ id: "cal_2", ...change }), T - 20 * MINUTE)[0]?.twinKey;
    const [first] = dueCalendarPushes(item(), T - 20 * MINUTE);
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
