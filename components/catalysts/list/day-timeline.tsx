"use client";

import Link from "next/link";
import { useId, useState } from "react";
import { Assets, TypeLabel } from "#components/catalysts/parts/labels.tsx";
import { TYPE_ICONS } from "#components/catalysts/parts/type-icons.ts";
import {
  type AssetMarket,
  marketsOf,
  REFERENCE_ASSET,
} from "#components/catalysts/pictures/asset-market.ts";
import type { Span } from "#components/catalysts/pictures/geometry.ts";
import { MarkRow, type TimeMark } from "#components/catalysts/pictures/mark-row.tsx";
import { PriceFigure } from "#components/catalysts/pictures/price-figure.tsx";
import { useMarkBars } from "#components/catalysts/pictures/use-mark-bars.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { isolated } from "#components/ui/isolated-text.ts";
import { Section } from "#components/ui/section.tsx";
import { DAY_MS, MINUTE_MS } from "#lib/protocol/durations.ts";
import type { Catalyst } from "#lib/protocol/wire/catalysts.ts";

const STEP_MS = 5 * MINUTE_MS;
const POLL_MS = 30_000;
/** The share of the height for the marks: a button for a finger fits. */
const FOOT = 0.26;

type DayTimelineProps = {
  /** Newest first, and until when they are known (ISO 8601); undefined while they are read. */
  known: { rows: readonly Catalyst[]; at: string } | undefined;
  /** The asset by which the list is filtered. */
  asset: string | undefined;
  markets: readonly AssetMarket[];
};

/** The last 24 hours of a market with the listed catalysts of that time as marks. */
export function DayTimeline({ known, asset, markets }: DayTimelineProps) {
  const text = useText("catalysts");
  const [market] = marketsOf([asset ?? REFERENCE_ASSET], markets);
  const now = known && Date.parse(known.at);
  const times = now === undefined ? undefined : dayUntil(now);
  const read = useMarkBars(market?.symbol, times, POLL_MS);
  if (market === undefined) return null;
  return (
    <Section title={text("day", { market: isolated(market.symbol) })}>
      {known === undefined || now === undefined || times === undefined ? (
        <div aria-hidden className="h-56 rounded bg-hover" />
      ) : (
        <Picture
          market={market.symbol}
          rows={known.rows.filter(({ first_seen_at: seen }) => Date.parse(seen) >= times.from)}
          times={times}
          until={now}
          read={read}
        />
      )}
    </Section>
  );
}

/** It moves on in steps, so that the picture's address and scale do not change with each answer. */
function dayUntil(now: number): Span {
  const to = Math.ceil(now / STEP_MS) * STEP_MS;
  return { from: to - DAY_MS, to };
}

type PictureProps = {
  market: string;
  rows: readonly Catalyst[];
  times: Span;
  until: number;
  read: ReturnType<typeof useMarkBars>;
};

function Picture({ market, rows, times, until, read }: PictureProps) {
  const text = useText("catalysts");
  const marks = useMarks(rows);
  const [selected, setSelected] = useState<readonly string[]>([]);
  const details = useId();
  const chosen = rows.filter(({ id }) => selected.includes(id));
  return (
    <PriceFigure
      market={market}
      times={times}
      until={until}
      read={read}
      foot={FOOT}
      className="h-56"
      also={text("dayEvents", { count: rows.length })}
      marks={(place) => (
        <MarkRow
          label={text("dayMarks")}
          marks={marks}
          times={times}
          place={place}
          selected={selected}
          onSelect={setSelected}
          controls={details}
        />
      )}
    >
      {() => (
        <div id={details} data-details className="mt-3 min-h-16 text-xs">
          {chosen.length === 0 ? (
            <p className="text-ink-muted">{text(rows.length === 0 ? "dayNone" : "dayHint")}</p>
          ) : (
            <ul className="grid gap-2">
              {chosen.toReversed().map((catalyst) => (
                <Chosen key={catalyst.id} catalyst={catalyst} />
              ))}
            </ul>
          )}
        </div>
      )}
    </PriceFigure>
  );
}

function useMarks(rows: readonly Catalyst[]): TimeMark[] {
  const text = useText("catalysts");
  const { dayAndTime } = useFormat();
  return rows.map(({ id, type, headline, first_seen_at: seen }) => ({
    key: id,
    at: Date.parse(seen),
    Icon: TYPE_ICONS[type],
    name: text("dayMark", {
      type: text(`type_${type}`),
      time: isolated(dayAndTime(Date.parse(seen))),
      headline: isolated(headline),
    }),
  }));
}

function Chosen({ catalyst }: { catalyst: Catalyst }) {
  const { dayAndTime } = useFormat();
  const { id, type, headline, assets, first_seen_at: seen } = catalyst;
  return (
    <li data-chosen={id}>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <TypeLabel type={type} />
        <Assets assets={assets} />
        <bdi className="text-2xs text-ink-muted">{dayAndTime(Date.parse(seen))}</bdi>
      </p>
      <Link
        href={`/catalysts/${id}`}
        className="text-sm font-medium break-words underline-offset-2 hover:underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
      >
        <span dir="auto">{headline}</span>
      </Link>
    </li>
  );
}
