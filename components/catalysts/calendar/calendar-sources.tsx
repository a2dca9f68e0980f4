"use client";

import { SourceList } from "#components/catalysts/sources/source-list.tsx";
import { useLocale, useText } from "#components/i18n/i18n-provider.tsx";
import { Ago } from "#components/ui/ago.tsx";
import { CALENDAR_LEFT_OUT } from "#lib/protocol/market-knowledge.ts";
import type { CalendarSources as Sources } from "#lib/protocol/wire/calendar.ts";
import { useCalendarSources } from "./use-calendar.ts";

/** The calendar's sources and when each last answered. */
export function CalendarSources() {
  const text = useText("calendar");
  return (
    <SourceList read={useCalendarSources()} text={text}>
      {({ last_read_at: read, left_out: leftOut }) => (
        <>
          <p className="mt-1 text-2xs text-ink-muted">
            {text("lastRead")}: {read === null ? text("never") : <Ago at={read} />}
          </p>
          <LeftOut counts={leftOut} />
        </>
      )}
    </SourceList>
  );
}

/** Lists the entries of the last document that the calendar left out, with the reason. */
function LeftOut({ counts }: { counts: Sources["results"][number]["left_out"] }) {
  const text = useText("calendar");
  const locale = useLocale();
  const parts = CALENDAR_LEFT_OUT.flatMap((reason) => {
    const count = counts[reason] ?? 0;
    return count === 0 ? [] : [text(`leftOut_${reason}`, { count })];
  });
  if (parts.length === 0) return null;
  return (
    <p data-left-out className="mt-0.5 text-2xs text-ink-muted">
      {text("leftOut", { what: new Intl.ListFormat(locale, { type: "unit" }).format(parts) })}
    </p>
  );
}
