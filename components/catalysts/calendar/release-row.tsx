"use client";

import { ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import type { DayTimes } from "#components/catalysts/calendar/parts/calendar-days.ts";
import { useFigure, useSurprise } from "#components/catalysts/calendar/parts/figures.tsx";
import { SimulatedChip } from "#components/catalysts/parts/labels.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { buttonStyle } from "#components/ui/button.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Fact } from "#components/ui/fact.tsx";
import { isolated } from "#components/ui/isolated-text.ts";
import type { CalendarItem } from "#lib/protocol/wire/calendar.ts";
import { RevisionList } from "./revision-list.tsx";

type ReleaseRowProps = { item: CalendarItem; times: DayTimes };

/** One release. The source wrote its title, so it is shown as plain text. */
export function ReleaseRow({ item, times }: ReleaseRowProps) {
  const text = useText("calendar");
  const [isOpen, setIsOpen] = useState(false);
  const listId = useId();
  const { id, kind, title, country, status, simulated, url } = item;
  return (
    <li
      data-release={id}
      data-status={status}
      className="grid grid-cols-[4.5rem_1fr] gap-x-3 px-4 py-3 text-xs"
    >
      <Time item={item} times={times} />
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium text-ink-muted">{text(`kind_${kind}`)}</span>
          {country === null ? null : (
            <span className="text-2xs text-ink-muted">
              <span className="sr-only">{text("country")}: </span>
              <bdi dir="ltr" translate="no">
                {country}
              </bdi>
            </span>
          )}
          <StatusChip status={status} />
          {simulated ? <SimulatedChip /> : null}
        </div>
        <p
          className={cn(
            "mt-0.5 text-sm font-medium break-words",
            status === "cancelled" && "line-through",
          )}
        >
          <span dir="auto" className="block text-start">
            {title}
          </span>
        </p>
        <Figures item={item} />
        <div className="mt-1 flex flex-wrap items-center gap-x-3">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={listId}
            onClick={() => setIsOpen(!isOpen)}
            className={cn(
              buttonStyle({ tone: "quiet", size: "sm" }),
              "-ms-2 pointer-coarse:min-h-11",
            )}
          >
            <ChevronDown size={14} aria-hidden className={isOpen ? "rotate-180" : ""} />
            {text("revisions")}
            <span className="sr-only">: {isolated(title)}</span>
          </button>
          {url === null ? null : (
            <a
              href={url}
              target="_blank"
              rel="noreferrer noopener"
              className="inline-flex items-center text-accent underline-offset-2 hover:underline pointer-coarse:min-h-11"
            >
              {text("page")}
              <span className="sr-only">: {isolated(title)}</span>
            </a>
          )}
        </div>
        <div id={listId}>{isOpen ? <RevisionList id={id} times={times} /> : null}</div>
      </div>
    </li>
  );
}

/** The time in the chosen zone, and in UTC below it. */
function Time({ item, times }: ReleaseRowProps) {
  const text = useText("calendar");
  const { precision, scheduled_at: at } = item;
  if (precision === "day") return <span className="text-ink-muted">{text("allDay")}</span>;
  const utc = at.slice(11, 16);
  return (
    <span>
      <time dateTime={at} className="block text-sm font-medium tabular-nums">
        {times.time(Date.parse(at))}
      </time>
      {times.zoneName === undefined ? null : (
        <span className="block text-2xs text-ink-muted tabular-nums">
          {text("utcTime", { time: utc })}
        </span>
      )}
    </span>
  );
}

const TONES = { moved: "warn", cancelled: "bad", overdue: "warn" } as const;

/** A release that has not changed since its announcement has no label. */
function StatusChip({ status }: Pick<CalendarItem, "status">) {
  const text = useText("calendar");
  if (status === "scheduled" || status === "released") return null;
  return (
    <Chip tone={TONES[status]} title={text(`status_${status}_help`)}>
      {text(`status_${status}`)}
    </Chip>
  );
}

function Figures({ item }: { item: CalendarItem }) {
  const text = useText("calendar");
  const number = useFigure();
  const surprise = useSurprise();
  const { forecast, previous, revised_previous: revised, actual, unit, status } = item;
  if (forecast === null && previous === null && actual === null) return null;
  const isAwaited = actual === null && (status === "scheduled" || status === "moved");
  return (
    <dl className="mt-1.5 grid grid-cols-2 gap-x-3 gap-y-1 sm:grid-cols-4">
      <Fact label={text("actual")}>
        <Value strong>{isAwaited ? text("awaited") : number(actual, unit)}</Value>
      </Fact>
      <Fact label={text("forecast")}>
        <Value>{number(forecast, unit)}</Value>
      </Fact>
      <Fact label={text("previous")}>
        <Value>
          {revised === null
            ? number(previous, unit)
            : text("previousRevised", {
                now: isolated(number(revised, unit)),
                before: isolated(number(previous, unit)),
              })}
        </Value>
      </Fact>
      <Fact label={text("surprise")}>
        <Value>{surprise(item)}</Value>
      </Fact>
    </dl>
  );
}

function Value({ strong = false, children }: { strong?: boolean; children: string }) {
  return <bdi className={cn("tabular-nums", strong && "font-semibold")}>{children}</bdi>;
}
