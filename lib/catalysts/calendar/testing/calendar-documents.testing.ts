/** Documents of calendars for tests: ICS and JSON. */
import type { ToldRelease } from "#lib/catalysts/calendar/parsing/parse-calendar.ts";
import { parseCalendar } from "#lib/catalysts/calendar/parsing/parse-calendar.ts";

export const NOON = Date.UTC(2026, 4, 1, 12);

/** Lines of an ICS document around these of its content. */
export function ics(...lines: readonly string[]): string {
  return ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:test", ...lines, "END:VCALENDAR", ""].join(
    "\r\n",
  );
}

export function vevent(uid: string, ...lines: readonly string[]): string[] {
  return ["BEGIN:VEVENT", `UID:${uid}`, "DTSTAMP:20260101T000000Z", ...lines, "END:VEVENT"];
}

export function parsed(
  text: string,
  { now = NOON, simulatedOrigin }: { now?: number; simulatedOrigin?: string } = {},
): ToldRelease[] {
  const bytes = new TextEncoder().encode(text);
  return parseCalendar({ bytes, contentType: undefined, simulatedOrigin, now }).items;
}

/** Times as ISO 8601 by id. */
export function timesOf(items: readonly ToldRelease[]): Record<string, string> {
  return Object.fromEntries(
    items.map(({ uid, statement }) => [uid, new Date(statement.scheduledAt).toISOString()]),
  );
}
