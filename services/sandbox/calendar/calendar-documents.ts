/** The calendar as an agency publishes its schedule, in ICS without numbers, and as a vendor publishes its numbers, in JSON. */
import { newYorkText } from "./new-york.ts";
import { publishedActual, type SampleItem } from "./sample-item.ts";

/** Lines end after so many bytes (RFC 5545, 3.1). */
const LINE_BYTES = 70;

const HEAD = [
  "BEGIN:VCALENDAR",
  "VERSION:2.0",
  "PRODID:-//simulated world//sample calendar//EN",
  "X-WR-CALNAME:Sample calendar of a simulated world",
  "BEGIN:VTIMEZONE",
  "TZID:America/New_York",
  "BEGIN:DAYLIGHT",
  "DTSTART:20070311T020000",
  "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU",
  "TZOFFSETFROM:-0500",
  "TZOFFSETTO:-0400",
  "END:DAYLIGHT",
  "BEGIN:STANDARD",
  "DTSTART:20071104T020000",
  "RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU",
  "TZOFFSETFROM:-0400",
  "TZOFFSETTO:-0500",
  "END:STANDARD",
  "END:VTIMEZONE",
];

export function icsText(items: readonly SampleItem[]): string {
  const lines = [...HEAD, ...items.flatMap(eventOf), "END:VCALENDAR", ""];
  return lines.map(folded).join("\r\n");
}

function eventOf(item: SampleItem): string[] {
  const { id, kind, title, at, isDay, isCancelled } = item;
  const local = newYorkText(at);
  const start = isDay
    ? `DTSTART;VALUE=DATE:${new Date(at).toISOString().slice(0, 10).replaceAll("-", "")}`
    : `DTSTART;TZID=America/New_York:${local}`;
  return [
    "BEGIN:VEVENT",
    `UID:${id}@agency.simulated`,
    "DTSTAMP:20260101T000000Z",
    start,
    `SUMMARY:${title.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/[\r\n]+/g, " ")}`,
    `X-KIND:${kind}`,
    ...(isCancelled ? ["STATUS:CANCELLED"] : []),
    "END:VEVENT",
  ];
}

/** Between characters, so that none is cut. */
function folded(line: string): string {
  const parts: string[] = [];
  let part = "";
  for (const character of line) {
    if (Buffer.byteLength(part + character) > LINE_BYTES) {
      parts.push(part);
      part = " ";
    }
    part += character;
  }
  return [...parts, part].join("\r\n");
}

export function jsonText(items: readonly SampleItem[], now: number): string {
  return JSON.stringify({
    simulated: true,
    items: items.map((item) => ({
      id: item.id,
      kind: item.kind,
      title: item.title,
      country: item.country,
      time: item.isDay ? dayOf(item) : new Date(item.at).toISOString(),
      period: item.period,
      unit: item.unit,
      forecast: item.forecast,
      previous: item.previous,
      actual: publishedActual(item, now),
      status: item.isCancelled ? "cancelled" : "scheduled",
    })),
  });
}

function dayOf({ at }: SampleItem): string {
  return new Date(at).toISOString().slice(0, 10);
}
