/**
 * From documents to statements: times in five zones and on days of a clock change, repeated events,
 * numbers, and vendors' field names.
 */
import { describe, expect, test } from "vitest";
import {
  ics,
  NOON,
  parsed,
  timesById,
  vevent,
} from "#lib/catalysts/calendar/testing/calendar-documents.testing.ts";
import { parseCalendar } from "./parse-calendar.ts";

const CPI = "SUMMARY:US Consumer Price Index (CPI) y/y for April 2026";

describe("a local time of ICS", () => {
  test.each([
    ["America/New_York", "20260512T083000", "2026-05-12T12:30:00.000Z"],
    ["Europe/Berlin", "20260512T083000", "2026-05-12T06:30:00.000Z"],
    ["Asia/Tokyo", "20260512T083000", "2026-05-11T23:30:00.000Z"],
    ["Asia/Kolkata", "20260512T083000", "2026-05-12T03:00:00.000Z"],
    ["Australia/Lord_Howe", "20260512T083000", "2026-05-11T22:00:00.000Z"],
    // The week between the two clock changes, and both sides of each change.
    ["America/New_York", "20260307T083000", "2026-03-07T13:30:00.000Z"],
    ["America/New_York", "20260309T083000", "2026-03-09T12:30:00.000Z"],
    ["Europe/Berlin", "20260328T083000", "2026-03-28T07:30:00.000Z"],
    ["Europe/Berlin", "20260329T083000", "2026-03-29T06:30:00.000Z"],
    // A time that the clock skips counts by the offset before the change. Of a time that occurs
    // twice, the first one counts.
    ["America/New_York", "20260308T023000", "2026-03-08T07:30:00.000Z"],
    ["Europe/Berlin", "20261025T023000", "2026-10-25T00:30:00.000Z"],
    ["America/New_York", "20261101T013000", "2026-11-01T05:30:00.000Z"],
    // Names of Windows, as Outlook writes them without a definition.
    ["Eastern Standard Time", "20260512T083000", "2026-05-12T12:30:00.000Z"],
    ["W. Europe Standard Time", "20260112T083000", "2026-01-12T07:30:00.000Z"],
    ['"(UTC-05:00) Eastern Time (US & Canada)"', "20260512T083000", "2026-05-12T12:30:00.000Z"],
    ['"(UTC+01:00) Amsterdam, Berlin, Bern, Rome"', "20260512T083000", "2026-05-12T06:30:00.000Z"],
    [
      '"(UTC+00:00) Dublin, Edinburgh, Lisbon, London"',
      "20260512T083000",
      "2026-05-12T07:30:00.000Z",
    ],
    ['"(UTC+09:00) Osaka, Sapporo, Tokyo"', "20260512T083000", "2026-05-11T23:30:00.000Z"],
  ])("in %s, %s is %s", (zone, local, instant) => {
    const text = ics(...vevent("a", `DTSTART;TZID=${zone}:${local}`, CPI));
    expect(timesById(parsed(text))).toEqual({ a: instant });
  });

  test("in a zone that the document defines follows that definition, whatever its name is", () => {
    const zone = [
      "BEGIN:VTIMEZONE",
      "TZID:Customized Time Zone",
      "BEGIN:STANDARD",
      "DTSTART:16010101T020000",
      "RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11",
      "TZOFFSETFROM:-0400",
      "TZOFFSETTO:-0500",
      "END:STANDARD",
      "BEGIN:DAYLIGHT",
      "DTSTART:16010101T020000",
      "RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3",
      "TZOFFSETFROM:-0500",
      "TZOFFSETTO:-0400",
      "END:DAYLIGHT",
      "END:VTIMEZONE",
    ];
    const at = (uid: string, local: string) =>
      vevent(uid, `DTSTART;TZID=Customized Time Zone:${local}`, CPI);
    const text = ics(
      ...zone,
      ...at("summer", "20260512T083000"),
      ...at("winter", "20260112T083000"),
    );
    expect(timesById(parsed(text))).toEqual({
      summer: "2026-05-12T12:30:00.000Z",
      winter: "2026-01-12T13:30:00.000Z",
    });
    // Another document does not know the zone.
    expect(parsed(ics(...at("summer", "20260512T083000")))).toMatchObject([
      { statement: { precision: "day" } },
    ]);
  });

  test("in an unknown zone is not guessed: only its day is known", () => {
    const bad = vevent("bad", "DTSTART;TZID=Mars/Olympus:20260512T083000", CPI);
    const good = vevent("good", "DTSTART:20260512T083000Z", CPI);
    expect(timesById(parsed(ics(...bad, ...good)))).toEqual({
      bad: "2026-05-12T00:00:00.000Z",
      good: "2026-05-12T08:30:00.000Z",
    });
  });

  test("without a zone is in the calendar's zone; without that, only its day is known", () => {
    const floating = vevent("a", "DTSTART:20260512T083000", CPI);
    expect(parsed(ics(...floating))).toMatchObject([
      { statement: { scheduledAt: Date.UTC(2026, 4, 12), precision: "day" } },
    ]);
    expect(parsed(ics("X-WR-TIMEZONE:America/New_York", ...floating))).toMatchObject([
      { statement: { scheduledAt: Date.UTC(2026, 4, 12, 12, 30), precision: "minute" } },
    ]);
  });

  test("of a whole day is that day", () => {
    const text = ics(...vevent("a", "DTSTART;VALUE=DATE:20260512", CPI));
    expect(parsed(text)).toMatchObject([
      { statement: { scheduledAt: Date.UTC(2026, 4, 12), precision: "day" } },
    ]);
  });
});

test("kind, country and period come from the title, and numbers from our own properties", () => {
  const text = ics(
    ...vevent(
      "cpi-2026-04",
      "DTSTART:20260512T123000Z",
      CPI,
      "X-FORECAST:3.1%",
      "X-PREVIOUS:3.00",
      "X-ACTUAL:\u22120.2 %",
      "URL:https://www.bls.gov/cpi/",
    ),
    ...vevent("other", "DTSTART:20260512T123000Z", "SUMMARY:Team lunch"),
  );
  expect(parsed(text)).toEqual([
    {
      uid: "cpi-2026-04",
      statement: {
        kind: "cpi",
        title: "US Consumer Price Index (CPI) y/y for April 2026",
        country: "US",
        scheduledAt: Date.UTC(2026, 4, 12, 12, 30),
        precision: "minute",
        period: "2026-04",
        unit: "%",
        forecast: "3.1",
        previous: "3.00",
        revisedPrevious: null,
        actual: "-0.2",
        isCancelled: false,
        url: "https://www.bls.gov/cpi/",
      },
    },
  ]);
});

test.each([
  ["FOMC Member Waller Speaks", "central_bank_speech"],
  ["Chair Powell testifies", "central_bank_speech"],
  ["SEC decision on the Solana ETF", "regulator_crypto"],
  ["Federal Funds Rate", "fomc"],
  ["FOMC Meeting Minutes", "fomc"],
  ["Employment Situation for September 2026", "nfp"],
  ["Non-Farm Employment Change", "nfp"],
  ["Core PCE Price Index m/m", "pce"],
  ["Personal Income and Outlays, August 2026", "pce"],
  ["Producer Price Index", "ppi"],
  ["ISM Services PMI", "ism"],
  ["Advance GDP q/q", "gdp"],
])("%s is of kind %s", (title, kind) => {
  const text = ics(...vevent("a", "DTSTART:20260512T083000Z", `SUMMARY:${title}`));
  expect(parsed(text)).toMatchObject([{ statement: { kind } }]);
});

test.each(["ADP Non-Farm Employment Change", "Crude Oil Inventories", "Second-hand cars"])(
  "%s has no kind",
  (title) => {
    expect(parsed(ics(...vevent("a", "DTSTART:20260512T083000Z", `SUMMARY:${title}`)))).toEqual([]);
  },
);

describe("a repeated event", () => {
  const weekly = (...lines: string[]) =>
    vevent(
      "ism",
      "DTSTART;TZID=America/New_York:20260223T100000",
      "RRULE:FREQ=WEEKLY;COUNT=20",
      "SUMMARY:ISM Manufacturing PMI",
      ...lines,
    );

  test("keeps its local time when the clocks change", () => {
    const now = Date.UTC(2026, 2, 1);
    const times = Object.values(timesById(parsed(ics(...weekly()), { now })));
    expect(times.slice(0, 4)).toEqual([
      "2026-02-23T15:00:00.000Z",
      "2026-03-02T15:00:00.000Z",
      "2026-03-09T14:00:00.000Z",
      "2026-03-16T14:00:00.000Z",
    ]);
  });

  test("keeps all its ids when one occurrence is moved or cancelled", () => {
    const now = Date.UTC(2026, 2, 1);
    const moved = vevent(
      "ism",
      "RECURRENCE-ID;TZID=America/New_York:20260302T100000",
      "DTSTART;TZID=America/New_York:20260303T110000",
      "SUMMARY:ISM Manufacturing PMI",
    );
    const cancelled = vevent(
      "ism",
      "RECURRENCE-ID:20260309T140000Z",
      "DTSTART:20260309T140000Z",
      "STATUS:CANCELLED",
      "SUMMARY:ISM Manufacturing PMI",
    );
    const items = parsed(ics(...weekly(), ...moved, ...cancelled), { now });
    expect(timesById(items)["ism/2026-03-02T15:00:00.000Z"]).toBe("2026-03-03T16:00:00.000Z");
    const gone = items.filter(({ statement }) => statement.isCancelled).map(({ uid }) => uid);
    expect(gone).toEqual(["ism/2026-03-09T14:00:00.000Z"]);
  });
});

test("of two versions of an event the higher sequence counts", () => {
  const one = (hour: string, sequence: number) =>
    vevent("a", `DTSTART:20260512T${hour}0000Z`, `SEQUENCE:${sequence}`, CPI);
  expect(timesById(parsed(ics(...one("14", 2), ...one("12", 1))))).toEqual({
    a: "2026-05-12T14:00:00.000Z",
  });
});

describe("JSON", () => {
  test("in our form is read with offsets, zones and days", () => {
    const items = [
      { id: "a", kind: "cpi", title: "CPI", time: "2026-05-12T08:30:00-04:00", actual: 3.4 },
      { id: "b", kind: "gdp", title: "GDP", time: "2026-05-12T08:30:00", timezone: "Asia/Kolkata" },
      { id: "c", kind: "fomc", title: "Rate decision", time: "2026-06-17", status: "cancelled" },
      { id: "d", kind: "cpi", title: "CPI", time: "2026-05-12T08:30:00", timezone: "Mars/Olympus" },
      { id: "e", kind: "cpi", title: "CPI", time: "2026-02-30T08:30:00Z" },
      { id: "f", kind: "cpi", title: "CPI", time: "2026-05-12T08:30:00Z", actual: "1e9" },
      null,
      "text",
    ];
    const read = parsed(JSON.stringify({ items }));
    expect(timesById(read)).toEqual({
      a: "2026-05-12T12:30:00.000Z",
      b: "2026-05-12T03:00:00.000Z",
      c: "2026-06-17T00:00:00.000Z",
      d: "2026-05-12T00:00:00.000Z",
      f: "2026-05-12T08:30:00.000Z",
    });
    expect(read.map(({ statement }) => [statement.actual, statement.precision])).toEqual([
      ["3.4", "minute"],
      [null, "minute"],
      [null, "day"],
      [null, "day"],
      [null, "minute"],
    ]);
    expect(read[2]?.statement.isCancelled).toBe(true);
  });

  test.each([
    [
      {
        title: "CPI y/y",
        country: "USD",
        date: "2026-05-12T08:30:00-04:00",
        forecast: "3.1%",
        previous: "3.0%",
      },
      { country: "US", forecast: "3.1", previous: "3.0", unit: "%", actual: null },
    ],
    [
      {
        event: "Non Farm Payrolls",
        country: "US",
        time: "2026-05-08 12:30:00",
        estimate: 180,
        prev: 175,
        actual: 178,
        unit: "K",
      },
      { kind: "nfp", forecast: "180", previous: "175", actual: "178", unit: "K" },
    ],
    [
      {
        CalendarId: "9",
        Event: "GDP Growth Rate QoQ Adv",
        Country: "United States",
        Date: "2026-04-30T12:30:00",
        Reference: "Q1 2026",
        Actual: "2.1%",
        Forecast: "2.0%",
        Previous: "",
      },
      {
        kind: "gdp",
        country: "US",
        period: "2026-Q1",
        actual: "2.1",
        forecast: "2.0",
        previous: null,
      },
    ],
  ])("with a vendor's names is read too: %o", (item, statement) => {
    expect(parsed(JSON.stringify([item]))).toMatchObject([{ statement }]);
  });

  test("numbers in different units are not mixed", () => {
    const item = {
      id: 1,
      title: "Nonfarm payrolls",
      time: "2026-05-08T12:30Z",
      forecast: "180K",
      actual: "0.178M",
    };
    expect(parsed(JSON.stringify([item]))).toMatchObject([
      { uid: "1", statement: { unit: "K", forecast: "180", actual: null } },
    ]);
  });

  test("an item without an id is recognised by its title and period, also when it is moved", () => {
    const at = (time: string) =>
      parsed(JSON.stringify([{ title: "CPI", country: "US", period: "2026-04", time }]))[0]?.uid;
    expect(at("2026-05-13T12:30:00Z")).toBe(at("2026-05-12T12:30:00Z"));
  });

  test("a period without a year does not separate an item from that of the year before", () => {
    const at = (time: string) =>
      parsed(JSON.stringify([{ title: "CPI", country: "US", period: "Apr", time }]))[0]?.uid;
    expect(at("2026-05-12T12:30:00Z")).toBeDefined();
    expect(at("2026-05-12T12:30:00Z")).not.toBe(at("2025-05-13T12:30:00Z"));
  });

  test("a time without an offset and a time zone gives only its day", () => {
    const timed = (time: string, timezone?: string) =>
      parsed(JSON.stringify([{ id: "a", title: "CPI", country: "US", time, timezone }])).map(
        ({ statement }) => [new Date(statement.scheduledAt).toISOString(), statement.precision],
      );
    expect(timed("2026-05-12 08:30:00")).toEqual([["2026-05-12T00:00:00.000Z", "day"]]);
    expect(timed("2026-05-12T08:30:00", "")).toEqual([["2026-05-12T00:00:00.000Z", "day"]]);
    expect(timed("2026-05-12T08:30:00", "UTC")).toEqual([["2026-05-12T08:30:00.000Z", "minute"]]);
    expect(timed("2026-05-12T25:30:00")).toEqual([]);
  });
});

test("items far from now are left out, and of too many items the closest stay", () => {
  const at = (id: string, time: number) => ({
    id,
    title: "CPI",
    time: new Date(time).toISOString(),
  });
  const day = 86_400_000;
  expect(parsed(JSON.stringify([at("a", NOON - 501 * day), at("b", NOON + 401 * day)]))).toEqual(
    [],
  );
  const flood = Array.from({ length: 1_500 }, (_, index) => at(`${index}`, NOON + index * 60_000));
  const remaining = parsed(JSON.stringify(flood));
  expect(remaining).toHaveLength(1_000);
  expect(remaining.some(({ uid }) => uid === "1499")).toBe(false);
});

describe("what a document has beyond the calendar is counted:", () => {
  const NEXT = "DTSTART:20260514T123000Z";
  const GOOD = vevent("good", "DTSTART:20260512T123000Z", CPI);
  const read = (text: string, more: object = {}) =>
    parseCalendar({
      bytes: new TextEncoder().encode(text),
      contentType: undefined,
      simulatedOrigin: undefined,
      now: NOON,
      ...more,
    });

  test.each([
    [
      "a rule that nobody can follow",
      vevent("bad", NEXT, CPI, "RRULE:FREQ=MONTHLY;BYDAY=XX"),
      { damaged: 1 },
    ],
    ["a time that is none", vevent("bad", "DTSTART:2026051", CPI), { damaged: 1 }],
    ["no start", vevent("bad", CPI), { no_time: 1 }],
    ["another kind of event", vevent("bad", NEXT, "SUMMARY:Staff outing"), { unknown_kind: 1 }],
    ["a year that is far away", vevent("bad", "DTSTART:20310514T123000Z", CPI), { too_far: 1 }],
  ])("%s", (_, bad, leftOut) => {
    const { items, leftOut: counted } = read(ics(...GOOD, ...bad));
    expect(items.map(({ uid }) => uid)).toEqual(["good"]);
    expect(counted).toEqual(leftOut);
  });

  test.each([
    ["one", []],
    ["a repeated one", ["RRULE:FREQ=MONTHLY;COUNT=1"]],
  ])("a zone that nobody knows leaves the day of %s, and is counted", (_, more) => {
    const bad = vevent("bad", "DTSTART;TZID=Mars/Crater:20260514T083000", CPI, ...more);
    const { items, leftOut } = read(ics(...GOOD, ...bad));
    const found = items.find(({ uid }) => uid.startsWith("bad"));
    expect(found?.statement).toMatchObject({
      scheduledAt: Date.UTC(2026, 4, 14),
      precision: "day",
    });
    expect(leftOut).toEqual({ unknown_zone: 1 });
    const json = { title: "CPI", time: "2026-05-14 08:30", timezone: "Mars/Crater", country: "US" };
    const vendor = read(JSON.stringify([json]));
    expect(vendor.items).toMatchObject([{ statement: { precision: "day" } }]);
    expect(vendor.leftOut).toEqual({ unknown_zone: 1 });
  });

  test.each([
    "/freeassociation.sourceforge.net/Europe/Berlin",
    "/mozilla.org/20070129_1/Europe/Berlin",
    "/Europe/Berlin",
  ])("a zone named with its registry, %s, is that zone", (zone) => {
    const { items, leftOut } = read(
      ics(...vevent("one", `DTSTART;TZID=${zone}:20260514T083000`, CPI)),
    );
    expect(items).toMatchObject([
      { statement: { scheduledAt: Date.UTC(2026, 4, 14, 6, 30), precision: "minute" } },
    ]);
    expect(leftOut).toEqual({});
  });

  test("a zone of three parts behind its registry is found", () => {
    const zone = "/freeassociation.sourceforge.net/Tzfile/America/Argentina/Buenos_Aires";
    const { items } = read(ics(...vevent("one", `DTSTART;TZID=${zone}:20260514T083000`, CPI)));
    expect(items).toMatchObject([{ statement: { scheduledAt: Date.UTC(2026, 4, 14, 11, 30) } }]);
  });

  test("a line that was broken without folding costs nothing", () => {
    const broken = vevent(
      "second",
      NEXT,
      CPI,
      "LOCATION:Hall of statistics",
      "on the second floor",
    );
    const { items, leftOut } = read(ics(...GOOD, ...broken));
    expect(items.map(({ uid }) => uid)).toEqual(["good", "second"]);
    expect(leftOut).toEqual({});
  });

  test("times and releases that name no zone and no country have those of their source", () => {
    const floating = vevent("a", "DTSTART:20260512T083000", "SUMMARY:Consumer Price Index");
    const { items } = read(ics(...floating), { zone: "America/New_York", country: "US" });
    expect(timesById(items)).toEqual({ a: "2026-05-12T12:30:00.000Z" });
    expect(items[0]?.statement).toMatchObject({ precision: "minute", country: "US" });
  });
});

describe("forms of vendors without an offset are in UTC:", () => {
  test.each([
    [
      "Trading Economics",
      [
        {
          CalendarId: "1",
          Event: "Inflation Rate YoY",
          Country: "United States",
          Date: "2026-05-12T12:30:00",
        },
      ],
    ],
    [
      "Finnhub",
      {
        economicCalendar: [
          { event: "CPI", country: "US", time: "2026-05-12 12:30:00", estimate: 3.1, prev: 3 },
        ],
      },
    ],
    [
      "FMP",
      [
        {
          event: "CPI YoY",
          country: "US",
          date: "2026-05-12 12:30:00",
          estimate: 3.1,
          previous: 3,
        },
      ],
    ],
    ["seconds since 1970", [{ event: "CPI", country: "US", time: 1_778_589_000 }]],
  ])("%s", (_, document) => {
    const [item] = parsed(JSON.stringify(document));
    expect(item?.statement).toMatchObject({
      kind: "cpi",
      country: "US",
      scheduledAt: Date.UTC(2026, 4, 12, 12, 30),
      precision: "minute",
    });
  });
});

test.each([
  ["ECB Interest Rate Decision", "rate_decision", "EU"],
  ["Main Refinancing Rate", "rate_decision", "EU"],
  ["Deposit Facility Rate", "rate_decision", "EU"],
  ["BOJ Policy Rate", "rate_decision", "JP"],
  ["Official Bank Rate", "rate_decision", "GB"],
  ["SNB Policy Rate", "rate_decision", "CH"],
  ["RBA Cash Rate", "rate_decision", "AU"],
  ["Official Cash Rate", "rate_decision", "NZ"],
  ["Loan Prime Rate 1Y", "rate_decision", "CN"],
  ["Fed Interest Rate Decision", "fomc", "US"],
  ["Federal Funds Rate", "fomc", "US"],
  ["FOMC Press Conference", "fomc", "US"],
  ["ECB Press Conference", "central_bank_speech", "EU"],
  ["Inflation Rate MoM", "cpi", null],
  ["Core Inflation Rate YoY", "cpi", null],
  ["Non Farm Payrolls", "nfp", "US"],
  ["The Employment Situation for April 2026", "nfp", "US"],
  ["Employment Situation of Veterans", undefined, undefined],
  ["Metropolitan Area Employment Situation", undefined, undefined],
  ["Inflation Expectations", undefined, undefined],
  ["ADP Nonfarm Employment Change", undefined, undefined],
])("%s is of the kind %s", (Event, kind, country) => {
  const [item] = parsed(JSON.stringify([{ Event, Date: "2026-05-12T12:30:00" }]));
  expect(item?.statement.kind).toBe(kind);
  expect(item?.statement.country).toBe(country);
});
