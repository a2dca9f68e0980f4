"use client";

import { SourceList } from "#components/catalysts/sources/source-list.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Ago } from "#components/ui/ago.tsx";
import { useCalendarSources } from "./use-calendar.ts";

/** The calendar's sources and when each last answered. */
export function CalendarSources() {
  const text = useText("calendar");
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
