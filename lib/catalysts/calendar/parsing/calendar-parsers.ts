/** A thread for each source: a document that ends its thread, or takes long, does not hold up the print of another source. */
import { FeedParser } from "#lib/catalysts/news/parsing/feed-parser.ts";
import type { Timers } from "#lib/platform/timers.ts";
import type { FetchedCalendar, ParsedCalendar } from "./parse-calendar.ts";

export type CalendarParser = FeedParser<FetchedCalendar, ParsedCalendar>;

export type CalendarParsers = {
  of: (source: { name: string }) => CalendarParser;
  close: () => Promise<void>;
};

/** Threads start with the first document of their source. */
export function calendarParsers(timers: Pick<Timers, "after">): CalendarParsers {
  const parsers = new Map<string, CalendarParser>();
  const file = new URL("./_parse-worker.ts", import.meta.url);
  return {
    of: ({ name }) => {
      const known = parsers.get(name);
      if (known !== undefined) return known;
      const parser: CalendarParser = new FeedParser({ timers, file });
      parsers.set(name, parser);
      return parser;
    },
    close: async () => {
      await Promise.all([...parsers.values()].map((parser) => parser.close()));
    },
  };
}
