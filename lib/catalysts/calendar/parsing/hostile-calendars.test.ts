/**
 * Documents that attack the parser either yield items or fail within the limits, and the next
 * document is read.
 */
import { afterAll, expect, test } from "vitest";
import { ics, NOON, vevent } from "#lib/catalysts/calendar/testing/calendar-documents.testing.ts";
import { ParseError } from "#lib/catalysts/sources/thread-parser.ts";
import { ManualTimers } from "#lib/kernel/time/timers.testing.ts";
import { systemTimers } from "#lib/kernel/time/timers.ts";
import { calendarParsers } from "./calendar-parsers.ts";
import type { ParsedCalendar } from "./parse-calendar.ts";

const parsers = calendarParsers(systemTimers);
afterAll(() => parsers.close());

const GOOD = vevent("good", "DTSTART:20260512T123000Z", "SUMMARY:US CPI y/y");

function read(text: string, { of } = parsers): Promise<ParsedCalendar> {
  const bytes = new TextEncoder().encode(text);
  return of({ name: "one" }).parse({
    bytes,
    contentType: undefined,
    simulatedOrigin: undefined,
    now: NOON,
  });
}

const uids = ({ items }: ParsedCalendar) => items.map(({ uid }) => uid);
const repeated = (rule: string, start = "20260501T000000Z") =>
  vevent("bad", `DTSTART:${start}`, `RRULE:${rule}`, "SUMMARY:US CPI");

test.each([
  ["each second for ever", repeated("FREQ=SECONDLY", "19700101T000000Z")],
  ["each minute since 1970", repeated("FREQ=MINUTELY", "19700101T000000Z")],
  ["a huge count", repeated("FREQ=DAILY;COUNT=4294967295", "00010101T000000Z")],
])("an event that repeats %s takes nothing from the others", async (_what, event) => {
  expect(uids(await read(ics(...GOOD, ...event)))).toContain("good");
});

test("an event that repeats often yields a hundred items", async () => {
  expect(uids(await read(ics(...repeated("FREQ=HOURLY"))))).toHaveLength(100);
});

test.each([
  ["nothing", ""],
  ["another kind of document", "<!DOCTYPE html><html></html>"],
  ["a card", "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:A\r\nEND:VCARD\r\n"],
  ["a calendar that ends early", "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a"],
  ["JSON without a list", '{"items":{"length":1e9}}'],
  ["JSON that is cut off", '[{"title":"CPI"'],
  ["a rule that is none", ics(...repeated("FREQ=ALWAYS"))],
  ["entities", '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "bbbb">]><a>&b;</a>'],
])("%s is no calendar", async (_what, text) => {
  await expect(read(text)).rejects.toThrow(new ParseError("not_a_feed"));
  expect(uids(await read(ics(...GOOD)))).toEqual(["good"]);
});

test.each([
  ["a date that never comes", ics(...GOOD, ...repeated("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"))],
  [
    "a zone that changes each second",
    ics(
      "BEGIN:VTIMEZONE",
      "TZID:Zone",
      "BEGIN:STANDARD",
      "DTSTART:19700101T000000",
      "RRULE:FREQ=SECONDLY",
      "TZOFFSETFROM:+0000",
      "TZOFFSETTO:+0100",
      "END:STANDARD",
      "END:VTIMEZONE",
      ...vevent("a", "DTSTART;TZID=Zone:20260512T083000", "SUMMARY:CPI"),
    ),
  ],
])("%s ends within the limits of the thread", async (_what, text) => {
  const outcome = await read(text).catch((error: unknown) => error);
  const isWithin =
    outcome instanceof ParseError || uids(outcome as ParsedCalendar).includes("good");
  expect(isWithin).toBe(true);
  expect(uids(await read(ics(...GOOD)))).toEqual(["good"]);
});

test("deep nesting and endless lines are bounded", async () => {
  const deep = "BEGIN:VEVENT\r\n".repeat(20_000);
  const outcome = await read(`BEGIN:VCALENDAR\r\n${deep}`).catch((error: unknown) => error);
  expect(outcome).toBeInstanceOf(ParseError);
  const long = `SUMMARY:US CPI ${"a".repeat(900_000)}`;
  const { items } = await read(ics(...vevent("a", "DTSTART:20260512T083000Z", long)));
  expect(items[0]?.statement.title.length).toBeLessThanOrEqual(200);
});

test("text is plain text, and addresses are pages of the internet", async () => {
  const title = "SUMMARY:<b>US</b> CPI &lt;script&gt;alert(1)&lt;/script&gt;\u202e\u200b";
  for (const url of ["javascript:alert(1)", "http://plain.example/", "https://u:p@a.example/"]) {
    const { items } = await read(
      ics(...vevent("a", "DTSTART:20260512T083000Z", title, `URL:${url}`)),
    );
    expect(items[0]?.statement).toMatchObject({ title: "US CPI", url: null });
  }
});

test("property names that every object inherits are not fields", async () => {
  const text =
    '[{"__proto__":{"title":"CPI","time":"2026-05-12"},"constructor":"CPI","time":"2026-05-12"}]';
  expect(uids(await read(text))).toEqual([]);
});

test("a time zone that a document defines holds in this document only", async () => {
  const berlin = ics(
    "BEGIN:VTIMEZONE",
    "TZID:Europe/Berlin",
    "BEGIN:STANDARD",
    "DTSTART:19700101T000000",
    "TZOFFSETFROM:+0900",
    "TZOFFSETTO:+0900",
    "END:STANDARD",
    "END:VTIMEZONE",
    ...vevent("a", "DTSTART;TZID=Europe/Berlin:20260512T083000", "SUMMARY:CPI"),
  );
  const plain = ics(...vevent("a", "DTSTART;TZID=Europe/Berlin:20260512T083000", "SUMMARY:CPI"));
  const at = async (text: string) => (await read(text)).items[0]?.statement.scheduledAt;
  expect(await at(berlin)).toBe(Date.UTC(2026, 4, 11, 23, 30));
  expect(await at(plain)).toBe(Date.UTC(2026, 4, 12, 6, 30));
});

test("a document that takes too long ends only its own thread", async () => {
  const timers = new ManualTimers(NOON);
  const slow = calendarParsers({
    after: (delay, run) => (delay < 60_000 ? (run(), () => {}) : timers.after(delay, run)),
  });
  await expect(read(ics(...GOOD), slow)).rejects.toThrow(new ParseError("too_slow"));
  await slow.close();
  expect(uids(await read(ics(...GOOD)))).toEqual(["good"]);
});
