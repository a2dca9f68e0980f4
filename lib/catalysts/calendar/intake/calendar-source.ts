/** The calendar sources that the operator configured. */
import { findOrigin, type Source } from "#lib/catalysts/sources/source.ts";
import type { CalendarConfig } from "#lib/platform/config/calendar-config.ts";

export type CalendarSource = Source & {
  /** Of times that name none, and the country of releases that name none; undefined: not given. */
  zone?: string | undefined;
  country?: string | undefined;
};

export function configuredCalendarSources({
  feeds,
  simulatedOrigin,
}: CalendarConfig): CalendarSource[] {
  return feeds.map((feed) => ({ ...feed, ...findOrigin(feed, simulatedOrigin) }));
}
