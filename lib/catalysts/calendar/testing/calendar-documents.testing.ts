/** Calendar documents for tests: ICS and JSON. */
import type { StatedRelease } from "#lib/catalysts/calendar/parsing/parse-calendar.ts";
import { parseCalendar } from "#lib/catalysts/calendar/parsing/parse-calendar.ts";

export const NOON = Date.UTC(2026, 4, 1, 12);

/** An ICS document with these lines. */
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
): StatedRelease[] {
  const bytes = new TextEncoder().encode(text);
  return parseCalendar({ bytes, contentType: undefined, simulatedOrigin, now }).items;
}

/** ISO 8601 times by id. */
export function timesById(items: readonly StatedRelease[]): Record<string, string> {
  return Object.fromEntries(
    items.map(({ uid, statement }) => [uid, new Date(statement.scheduledAt).toISOString()]),
  );
}
