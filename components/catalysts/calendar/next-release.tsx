"use client";

import {
  type DayTimes,
  findNextRelease,
  remainingText,
} from "#components/catalysts/calendar/parts/calendar-days.ts";
import { useLocale, useText } from "#components/i18n/i18n-provider.tsx";
import { INTL_LOCALE } from "#components/i18n/locales.ts";
import { isolated } from "#components/ui/isolated-text.ts";
import { usePolledValue } from "#components/ui/use-polled-value.ts";
import { SECOND_MS } from "#lib/protocol/durations.ts";
import type { CalendarItem } from "#lib/protocol/wire/calendar.ts";

type NextReleaseProps = { items: readonly CalendarItem[]; times: DayTimes };

/** The next release, with the time until it is due. */
export function NextRelease({ items, times }: NextReleaseProps) {
  const text = useText("calendar");
  const locale = useLocale();
  const now = usePolledValue(
    () => Math.floor(Date.now() / SECOND_MS) * SECOND_MS,
    SECOND_MS,
    undefined,
  );
  if (now === undefined) return null;
  const next = findNextRelease(items, now);
  if (next === undefined) return <p className="text-ink-muted">{text("nextNone")}</p>;
  const days = new Intl.NumberFormat(INTL_LOCALE[locale], {
    style: "unit",
    unit: "day",
    unitDisplay: "short",
  });
  const at = Date.parse(next.scheduled_at);
  const time = remainingText(at - now, (count) => days.format(count));
  return (
    <p data-next={next.id} className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <span className="text-2xs text-ink-muted">{text("next")}</span>
      <bdi className="font-medium break-words">{next.title}</bdi>
      <span className="text-ink-muted tabular-nums">{times.dayAndTime(at)}</span>
      <span role="timer" className="font-semibold tabular-nums">
        {text("inTime", { time: isolated(time) })}
      </span>
    </p>
  );
}
