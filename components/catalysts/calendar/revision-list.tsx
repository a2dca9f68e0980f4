"use client";

import { lazy } from "react";
import type { DayTimes } from "#components/catalysts/calendar/parts/calendar-days.ts";
import { useFigure, useSurprise } from "#components/catalysts/calendar/parts/figures.tsx";
import { pageRead } from "#components/catalysts/parts/public-read.ts";
import { ReadState } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { isolated } from "#components/ui/isolated-text.ts";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import type { CalendarItem, KnownCalendarItem } from "#lib/protocol/wire/calendar.ts";
import { useRevisions } from "./use-calendar.ts";

const SeriesHistory = lazy(() => import("./pictures/series-history.tsx"));

type Revision = KnownCalendarItem["revisions"][number];

const FIELDS = [
  "kind",
  "title",
  "country",
  "scheduled_at",
  "precision",
  "period",
  "unit",
  "actual",
  "forecast",
  "previous",
  "revised_previous",
  "surprise",
  "status",
  "source",
  "url",
  "simulated",
] as const satisfies readonly (keyof CalendarItem)[];
type Field = (typeof FIELDS)[number];

/** The revisions of a release, newest first. */
export function RevisionList({ id, times }: { id: string; times: DayTimes }) {
  const text = useText("calendar");
  const read = useRevisions(id, true);
  return (
    <div className="mt-1 rounded border p-2">
      <ReadState resource={pageRead(read)} label={text("revisionsLoading")}>
        {({ item, earlier, revisions }) => (
          <>
            {item.actual === null && item.forecast === null ? null : (
              <LazyBoundary onFailure={() => {}}>
                <SeriesHistory item={item} earlier={earlier} times={times} />
              </LazyBoundary>
            )}
            <h4 className="mb-1 text-xs font-semibold">{text("revisionsOf")}</h4>
            <ol className="grid gap-2">
              {revisions.toReversed().map((revision) => (
                <Said
                  key={revision.revision}
                  revision={revision}
                  before={revisions[revision.revision - 2]}
                  times={times}
                />
              ))}
            </ol>
          </>
        )}
      </ReadState>
    </div>
  );
}

type SaidProps = { revision: Revision; before: Revision | undefined; times: DayTimes };

function Said({ revision, before, times }: SaidProps) {
  const text = useText("calendar");
  const valueOf = useValue(times);
  const { recorded_at: at, changed, item } = revision;
  const fields = FIELDS.filter((field) => changed.includes(field));
  return (
    <li data-revision={revision.revision}>
      <time dateTime={at} className="text-2xs text-ink-muted tabular-nums">
        {times.dayAndTime(Date.parse(at))}
      </time>
      {before === undefined ? (
        <p>{text("firstKnown")}</p>
      ) : (
        <ul>
          {fields.map((field) => (
            <li key={field} className="break-words">
              {text("changedTo", {
                field: text(`field_${field}`),
                before: isolated(valueOf(before.item, field)),
                after: isolated(valueOf(item, field)),
              })}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function useValue(times: DayTimes): (item: CalendarItem, field: Field) => string {
  const text = useText("calendar");
  const number = useFigure();
  const surprise = useSurprise();
  return (item, field) => {
    if (field === "scheduled_at") return times.dayAndTime(Date.parse(item.scheduled_at));
    if (field === "surprise") return surprise(item);
    if (field === "status") return text(`status_${item.status}`);
    if (field === "kind") return text(`kind_${item.kind}`);
    if (field === "precision") return text(`precision_${item.precision}`);
    if (field === "simulated") return text(item.simulated ? "yes" : "no");
    if (isFigure(field)) return number(item[field], item.unit);
    return item[field] ?? text("none");
  };
}

const FIGURES = ["forecast", "previous", "revised_previous", "actual"] as const;

function isFigure(field: Field): field is (typeof FIGURES)[number] {
  return (FIGURES as readonly Field[]).includes(field);
}
