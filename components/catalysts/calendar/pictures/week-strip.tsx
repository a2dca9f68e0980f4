"use client";

import type { DayTimes } from "#components/catalysts/calendar/parts/calendar-days.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { cn } from "#components/ui/class-names.ts";
import { isolated } from "#components/ui/isolated-text.ts";
import { usePolledValue } from "#components/ui/use-polled-value.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import type { CalendarItem } from "#lib/protocol/wire/calendar.ts";
import { type StripDay, WEIGHTS, weekOf } from "./week.ts";

type WeekStripProps = { items: readonly CalendarItem[]; times: DayTimes };

/** The next seven days with the number and the weight of their releases. A day leads to its place in the list. */
export function WeekStrip({ items, times }: WeekStripProps) {
  const text = useText("calendar");
  const now = usePolledValue(
    () => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS,
    MINUTE_MS,
    undefined,
  );
  if (now === undefined) return null;
  return (
    <nav aria-label={text("week")}>
      <ol className="grid grid-cols-7 gap-1">
        {weekOf(items, times, now).map((day) => (
          <li key={day.key} data-strip-day={day.key} className="min-w-0">
            <Day day={day} times={times} />
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The id of a day in the list. */
export function dayId(key: string): string {
  return `day-${key}`;
}

const BOX =
  "flex h-full min-h-16 flex-col items-center justify-between gap-1 rounded border p-1 text-2xs";

function Day({ day: { key, at, count, main }, times }: { day: StripDay; times: DayTimes }) {
  const text = useText("calendar");
  const { weekday, day } = times.shortDay(at);
  const name = (
    <span aria-hidden className="text-center leading-tight">
      <span className="block text-ink-muted">{weekday}</span>
      <span className="block font-semibold">{day}</span>
    </span>
  );
  const label = times.longDay(at);
  if (main === undefined) {
    return (
      <p className={cn(BOX, "border-dashed text-ink-muted")}>
        <span className="sr-only">{text("weekNone", { day: isolated(label) })}</span>
        {name}
        <span aria-hidden>–</span>
      </p>
    );
  }
  const weight = WEIGHTS[main.kind];
  return (
    <a
      href={`#${dayId(key)}`}
      className={cn(BOX, "border-line-strong bg-raised hover:border-accent hover:bg-hover")}
    >
      <span className="sr-only">
        {text("weekDay", {
          day: isolated(label),
          count,
          main: isolated(text(`kind_${main.kind}`)),
          weight: text(`weight_${weight}`),
        })}
      </span>
      {name}
      <span aria-hidden data-weight={weight} className="flex h-3 items-end gap-0.5">
        {([1, 2, 3] as const).map((step) => (
          <span
            key={step}
            style={{ height: `${(step * 4).toString()}px` }}
            className={cn(
              "w-1.5 rounded-[1px]",
              step <= weight ? "bg-accent-strong" : "border border-line-strong",
            )}
          />
        ))}
      </span>
      <span aria-hidden className="tabular-nums">
        {count}
      </span>
    </a>
  );
}
