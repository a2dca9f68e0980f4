"use client";

import { SourceList } from "#components/catalysts/sources/source-list.tsx";
import { Ago } from "#components/ui/ago.tsx";
import { useCalendarText } from "./texts.tsx";
import { useCalendarSources } from "./use-calendar.ts";

/** The calendar's sources and when each last answered. */
export function CalendarSources() {
  const text = useCalendarText();
  return (
    <SourceList read={useCalendarSources()} text={text}>
      {({ last_read_at: read }) => (
        <p className="mt-1 text-2xs text-ink-muted">
          {text("lastRead")}: {read === null ? text("never") : <Ago at={read} />}
        </p>
      )}
    </SourceList>
  );
}
