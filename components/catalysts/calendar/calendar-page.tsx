"use client";

import { type ReactNode, useId } from "react";
import {
  type DayTimes,
  dayTimesIn,
  groupByDay,
} from "#components/catalysts/calendar/parts/calendar-days.ts";
import { useSearch } from "#components/catalysts/known/use-search.ts";
import { pageRead } from "#components/catalysts/parts/public-read.ts";
import { ownZone } from "#components/frame/preferences/time-zone.ts";
import { ZoneChoice } from "#components/frame/preferences/zone-choice.tsx";
import { ReadState, SettingsPage } from "#components/frame/settings/settings-page.tsx";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { EmptyState, Section } from "#components/ui/section.tsx";
import { CALENDAR_KINDS, type CalendarKind } from "#lib/protocol/market-knowledge.ts";
import type { CalendarItem } from "#lib/protocol/wire/calendar.ts";
import { CalendarSources } from "./calendar-sources.tsx";
import { NextRelease } from "./next-release.tsx";
import { PriceMarket } from "./pictures/price-market.ts";
import { dayId, WeekStrip } from "./pictures/week-strip.tsx";
import { ReleaseRow } from "./release-row.tsx";
import { useCalendar } from "./use-calendar.ts";

type View = { kind: CalendarKind | undefined };

function viewOf(search: string): View {
  const given = new URLSearchParams(search);
  return {
    kind: CALENDAR_KINDS.find((kind) => kind === given.get("kind")),
  };
}

function searchOf({ kind }: View): string {
  const search = new URLSearchParams();
  if (kind !== undefined) search.set("kind", kind);
  return search.toString();
}

type CalendarPageProps = {
  /** The market whose price is shown beside releases; undefined: none is traded here. */
  market: string | undefined;
};

/** Public: releases by day, in the time zone of the browser's choice. */
export function CalendarPage({ market }: CalendarPageProps) {
  const text = useText("calendar");
  return (
    <SettingsPage title={text("title")} intro={text("intro")} isPublic isWide>
      <div className="grid min-w-0 items-start gap-4 lg:grid-cols-[1fr_20rem]">
        <PriceMarket value={market}>
          <Releases />
        </PriceMarket>
        <CalendarSources />
      </div>
    </SettingsPage>
  );
}

function Releases() {
  const text = useText("calendar");
  const [search, setSearch] = useSearch();
  const view = viewOf(search);
  const { kind } = view;
  const { read, showEarlier, showLater } = useCalendar(kind);
  const change = (next: Partial<View>) => setSearch(searchOf({ ...view, ...next }));
  return (
    <Section title={text("list")}>
      <ReadState resource={pageRead(read)} label={text("loading")}>
        {(items) => (
          <List items={items} view={view} onChange={change}>
            {showLater && (
              <Button size="md" onClick={showLater}>
                {text("later")}
              </Button>
            )}
            {showEarlier && (
              <Button size="md" onClick={showEarlier}>
                {text("earlier")}
              </Button>
            )}
          </List>
        )}
      </ReadState>
    </Section>
  );
}

type ListProps = {
  items: readonly CalendarItem[];
  view: View;
  onChange: (change: Partial<View>) => void;
  /** Buttons that load more days. */
  children: ReactNode;
};

/** Rendered in the browser only: the server does not know the reader's zone. */
function List({ items, view, onChange, children }: ListProps) {
  const text = useText("calendar");
  const { locale, zone } = useFormat();
  const times = dayTimesIn(locale, zone ?? ownZone());
  return (
    <div className="grid gap-4">
      {items.some(({ simulated }) => simulated) ? (
        <p className="rounded border border-warn-line bg-warn-soft p-2 text-xs text-warn">
          {text("sample")}
        </p>
      ) : null}
      <NextRelease items={items} times={times} />
      <WeekStrip items={items} times={times} />
      <Choices view={view} onChange={onChange} />
      {items.length === 0 ? <Empty kind={view.kind} /> : <Days items={items} times={times} />}
      <div className="flex flex-wrap gap-3">{children}</div>
    </div>
  );
}

function Days({ items, times }: { items: readonly CalendarItem[]; times: DayTimes }) {
  return groupByDay(items, times).map(({ key, label, items: ofDay }) => (
    <section
      key={key}
      id={dayId(key)}
      tabIndex={-1}
      aria-label={label}
      data-day={key}
      className="scroll-mt-16"
    >
      <h3 className="border-b pb-1 text-sm font-semibold">{label}</h3>
      <ul className="-mx-4 divide-y divide-line">
        {ofDay.map((item) => (
          <ReleaseRow key={item.id} item={item} times={times} />
        ))}
      </ul>
    </section>
  ));
}

function Empty({ kind }: Pick<View, "kind">) {
  const text = useText("calendar");
  if (kind !== undefined) return <EmptyState title={text("emptyFiltered")} />;
  return <EmptyState title={text("empty")}>{text("emptyDetail")}</EmptyState>;
}

function Choices({ view, onChange }: Pick<ListProps, "view" | "onChange">) {
  const text = useText("calendar");
  const id = useId();
  return (
    <div className="flex flex-wrap items-end gap-3">
      <span className="flex min-w-0 flex-col gap-1">
        <label htmlFor={id} className="text-2xs text-ink-muted">
          {text("filter")}
        </label>
        <select
          id={id}
          value={view.kind ?? ""}
          onChange={({ currentTarget: { value } }) =>
            onChange({ kind: CALENDAR_KINDS.find((kind) => kind === value) })
          }
          className="h-8 min-w-0 rounded border border-line-strong bg-raised px-2 text-sm pointer-coarse:h-11"
        >
          <option value="">{text("all")}</option>
          {CALENDAR_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {text(`kind_${kind}`)}
            </option>
          ))}
        </select>
      </span>
      <ZoneChoice />
    </div>
  );
}
