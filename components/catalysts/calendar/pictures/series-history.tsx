"use client";

import { type ReactNode, use } from "react";
import type { DayTimes } from "#components/catalysts/calendar/parts/calendar-days.ts";
import { useFigure } from "#components/catalysts/calendar/parts/figures.tsx";
import { BOX } from "#components/catalysts/pictures/geometry.ts";
import { percent as cssPercent } from "#components/catalysts/pictures/price-picture.tsx";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { cn } from "#components/ui/class-names.ts";
import { isolated } from "#components/ui/isolated-text.ts";
import type { CalendarItem } from "#lib/protocol/wire/calendar.ts";
import { PriceMarket } from "./price-market.ts";
import { barLengths, seriesPoints } from "./series-points.ts";
import { useHourAfter } from "./use-hour-after.ts";

const MOST = 5;

type SeriesHistoryProps = {
  item: CalendarItem;
  /** Newest first. */
  earlier: readonly CalendarItem[];
  times: DayTimes;
};

/** Forecast and actual of the last five releases of a series, and what the price did in the hour after each. */
export default function SeriesHistory({ item, earlier, times }: SeriesHistoryProps) {
  const text = useText("calendar");
  const market = use(PriceMarket);
  const known = [...(item.actual === null ? [] : [item]), ...earlier].slice(0, MOST);
  const { data: changes, failure } = useHourAfter(market, known);
  if (known.length === 0) {
    return <p className="mb-3 text-xs text-ink-muted">{text("seriesNone")}</p>;
  }
  const lengths = barLengths(known.map(({ id }) => changes?.get(id)));
  return (
    <div data-series className="mb-4 max-w-2xl">
      <h4 className="mb-2 text-xs font-semibold">{text("series", { count: known.length })}</h4>
      <Plot releases={known.toReversed()} />
      <table className="mt-3 w-full text-2xs">
        <thead className="text-ink-muted">
          <tr>
            {(["seriesDate", "actual", "forecast"] as const).map((name) => (
              <th key={name} scope="col" className="py-1 pe-2 text-start font-normal">
                {text(name)}
              </th>
            ))}
            {market === undefined ? null : (
              <th scope="col" colSpan={2} className="py-1 text-start font-normal">
                {text("hourAfter", { market: isolated(market) })}
              </th>
            )}
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-t">
          {known.map((release, index) => (
            <Row key={release.id} release={release} times={times}>
              {market === undefined ? null : (
                <HourAfter
                  change={changes?.get(release.id)}
                  length={lengths[index]}
                  isLoading={changes === undefined && failure === undefined}
                />
              )}
            </Row>
          ))}
        </tbody>
      </table>
      {failure === undefined ? null : (
        <p className="mt-1 text-2xs text-warn">{text("pricesFailed")}</p>
      )}
    </div>
  );
}

/** Forecasts as rings and actual figures as dots, which fit into them: not by colour alone. Time runs from left to right in every language. */
function Plot({ releases }: { releases: readonly CalendarItem[] }) {
  const text = useText("calendar");
  const number = useFigure();
  const points = seriesPoints(releases);
  const said = releases.map(({ actual, forecast, unit, period, scheduled_at: at }) =>
    text("seriesPoint", {
      date: isolated(period ?? at.slice(0, 10)),
      actual: isolated(number(actual, unit)),
      forecast: isolated(number(forecast, unit)),
    }),
  );
  return (
    <figure>
      <div dir="ltr" className="relative h-24 border-b border-line-strong">
        <svg
          role="img"
          aria-label={said.join(" ")}
          viewBox={`0 0 ${BOX.width} ${BOX.height}`}
          preserveAspectRatio="none"
          className="absolute inset-0 h-full w-full"
        >
          {points.map(({ id, left, forecast, actual }) => (
            <line
              key={id}
              x1={left * BOX.width}
              x2={left * BOX.width}
              y1={(forecast ?? actual ?? 0) * BOX.height}
              y2={(actual ?? forecast ?? 0) * BOX.height}
              stroke="var(--ink-faint)"
              strokeWidth="2"
              vectorEffect="non-scaling-stroke"
            />
          ))}
        </svg>
        {points.map(({ id, left, forecast, actual }) => (
          <span
            key={id}
            aria-hidden
            style={{ left: cssPercent(left) }}
            className="absolute inset-y-0 w-0"
          >
            {forecast === undefined ? null : (
              <Mark
                top={forecast}
                name="forecast"
                className="size-4 border-2 border-ink-muted bg-surface"
              />
            )}
            {actual === undefined ? null : (
              <Mark top={actual} name="actual" className="size-2.5 bg-accent" />
            )}
          </span>
        ))}
      </div>
      <figcaption aria-hidden className="mt-1 flex gap-4 text-2xs text-ink-muted">
        <Key name={text("actual")} className="bg-accent" />
        <Key name={text("forecast")} className="border-2 border-ink-muted bg-surface" />
      </figcaption>
    </figure>
  );
}

type MarkProps = { top: number; name: string; className: string };

function Mark({ top, name, className }: MarkProps) {
  return (
    <span
      data-point={name}
      style={{ top: cssPercent(top) }}
      className={cn("absolute -translate-x-1/2 -translate-y-1/2 rounded-full", className)}
    />
  );
}

function Key({ name, className }: { name: string; className: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span className={cn("size-3 rounded-full", className)} />
      {name}
    </span>
  );
}

type RowProps = { release: CalendarItem; times: DayTimes; children: ReactNode };

function Row({ release, times, children }: RowProps) {
  const number = useFigure();
  const { actual, forecast, unit, scheduled_at: at, period } = release;
  return (
    <tr data-earlier={release.id}>
      <th scope="row" className="py-1 pe-2 text-start font-normal">
        <time dateTime={at}>{period ?? times.dayAndTime(Date.parse(at))}</time>
      </th>
      <td className="py-1 pe-2 font-semibold tabular-nums">
        <bdi>{number(actual, unit)}</bdi>
      </td>
      <td className="py-1 pe-2 tabular-nums">
        <bdi>{number(forecast, unit)}</bdi>
      </td>
      {children}
    </tr>
  );
}

type HourAfterProps = {
  /** A rate; undefined: not known. */
  change: string | undefined;
  length: number | undefined;
  isLoading: boolean;
};

/** A bar from the middle: to the right for a rise. */
function HourAfter({ change, length = 0, isLoading }: HourAfterProps) {
  const text = useText("calendar");
  const { percent } = useFormat();
  if (change === undefined) {
    return (
      <td colSpan={2} className="py-1 text-ink-muted">
        {text(isLoading ? "pricesLoading" : "pricesNone")}
      </td>
    );
  }
  const isFall = change.startsWith("-");
  return (
    <>
      <td data-hour-after={change} className="py-1 text-end whitespace-nowrap">
        <bdi dir="ltr" className={cn("tabular-nums", isFall ? "text-down" : "text-up")}>
          {percent(change)}
        </bdi>
      </td>
      <td aria-hidden className="w-1/4 min-w-8 ps-2">
        <span dir="ltr" className="relative block h-2.5">
          <span className="absolute inset-y-0 left-1/2 border-s border-line-strong" />
          <span
            className={cn("absolute inset-y-0", isFall ? "right-1/2 bg-down" : "left-1/2 bg-up")}
            style={{ width: cssPercent(length / 2) }}
          />
        </span>
      </td>
    </>
  );
}
