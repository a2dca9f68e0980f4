/** The one choice of a time zone: of the chart, of tables, notices and the calendar. Stored in this browser. */
import { createPreference } from "#components/data/preference.ts";

/** An IANA name; `undefined` follows the browser. */
export const timeZone = createPreference<string | undefined>("zone", undefined, (stored) =>
  typeof stored === "string" && isKnown(stored) ? stored : undefined,
);

/** The zone of the browser itself. */
export function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function isKnown(zone: string): boolean {
  try {
    Intl.DateTimeFormat("en", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
