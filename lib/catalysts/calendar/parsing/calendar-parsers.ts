/**
 * One thread per source: a document that ends its thread or takes long does not delay another
 * source's numbers.
 */
import { ThreadParser } from "#lib/catalysts/sources/thread-parser.ts";
import type { Timers } from "#lib/kernel/time/timers.ts";
import type { FetchedCalendar, ParsedCalendar } from "./parse-calendar.ts";

export type CalendarParser = ThreadParser<FetchedCalendar, ParsedCalendar>;

export type CalendarParsers = {
  of: (source: { name: string }) => CalendarParser;
  close: () => Promise<void>;
};

/** A thread starts with the first document of its source. */
export function calendarParsers(timers: Pick<Timers, "after">): CalendarParsers {
  const parsers = new Map<string, CalendarParser>();
  const file = new URL("./_parse-worker.ts", import.meta.url);
  return {
    of: ({ name }) => {
      const known = parsers.get(name);
      if (known !== undefined) return known;
      const parser: CalendarParser = new ThreadParser({ timers, file });
      parsers.set(name, parser);
      return parser;
    },
    close: async () => {
      await Promise.all([...parsers.values()].map((parser) => parser.close()));
    },
  };
}
