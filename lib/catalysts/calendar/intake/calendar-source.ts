/** The sources of the calendar that the operator configured. */
import { originOf } from "#lib/catalysts/news/fetching/news-source.ts";
import type { CalendarConfig } from "#lib/platform/calendar-config.ts";

export type CalendarSource = {
  name: string;
  /** It may contain a token: it is neither stored nor logged. */
  url: string;
  /** Host name without `www.`; of a simulated source its name. */
  publisher: string;
  /** Of a source of the simulated world: its origin. */
  simulatedOrigin: string | undefined;
};

export function calendarSourcesOf({ feeds, simulatedOrigin }: CalendarConfig): CalendarSource[] {
  return feeds.map((feed) => ({ ...feed, ...originOf(feed, simulatedOrigin) }));
}
