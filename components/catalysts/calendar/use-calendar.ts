"use client";

import { useEffect, useState } from "react";
import { isPrintNear } from "#components/catalysts/calendar/parts/calendar-days.ts";
import { type Answer, readJson } from "#components/data/http.ts";
import { useReadAgain } from "#components/data/use-read-again.ts";
import { type Repeated, useRepeatedRead } from "#components/data/use-repeated-read.ts";
import { usePolledValue } from "#components/ui/use-polled-value.ts";
import { DAY_MS, HOUR_MS } from "#lib/protocol/durations.ts";
import type { CalendarKind } from "#lib/protocol/market-knowledge.ts";
import type {
  CalendarItem,
  CalendarList,
  CalendarSources,
  KnownCalendarItem,
} from "#lib/protocol/wire/calendar.ts";

const PAST_MS = 2 * HOUR_MS;
const FUTURE_DAYS = 14;
/** The most days that one answer covers. */
const MAX_DAYS = 366;
const POLL_MS = 5_000;
/**
 * Around the time of a release, a short interval shows the number as soon as the service has it.
 */
const NEAR_POLL_MS = 1_000;
const SOURCES_POLL_MS = 15_000;
const PAGE = 500;
const MAX_PAGES = 6;
const PATH = "/api/public/calendar";

export type CalendarRead = {
  read: Repeated<readonly CalendarItem[]>;
  /** Undefined when one answer cannot hold more days. */
  showEarlier: (() => void) | undefined;
  showLater: (() => void) | undefined;
};

/** The releases around now, refreshed while the page is visible. */
export function useCalendar(kind: CalendarKind | undefined): CalendarRead {
  const [begin] = useState(() => Math.floor((Date.now() - PAST_MS) / HOUR_MS) * HOUR_MS);
  const [days, setDays] = useState({ before: 0, after: FUTURE_DAYS });
  const from = new Date(begin - days.before * DAY_MS).toISOString();
  const to = new Date(begin + days.after * DAY_MS).toISOString();
  const search = new URLSearchParams({ from, to, limit: PAGE.toString() });
  if (kind !== undefined) search.set("kind", kind);
  const url = `${PATH}?${search.toString()}`;
  const read = useRepeatedRead(url, (signal) => readPages(url, signal), POLL_MS);
  const { data, reload } = read;
  const isNear = usePolledValue(
    () => (isPrintNear(data ?? [], Date.now()) ? 1 : 0),
    NEAR_POLL_MS,
    0,
  );
  useReadAgain(() => void reload(), isNear === 1 ? NEAR_POLL_MS : undefined);
  const [last, setLast] = useState<{ kind: CalendarKind | undefined; data: typeof data }>();
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- more days are shown below the ones that are there
    if (data !== undefined) setLast({ kind, data });
  }, [kind, data]);
  const previous = last !== undefined && last.kind === kind ? last.data : undefined;
  const room = MAX_DAYS - days.before - days.after;
  const show = (before: number, after: number) =>
    before + after > room
      ? undefined
      : () => setDays((shown) => ({ before: shown.before + before, after: shown.after + after }));
  return {
    read: { ...read, data: data ?? previous },
    showEarlier: show(1, 0),
    showLater: show(0, FUTURE_DAYS),
  };
}

async function readPages(
  url: string,
  signal: AbortSignal,
): Promise<Answer<readonly CalendarItem[]>> {
  const all: CalendarItem[] = [];
  let answer = await readJson<CalendarList>(url, signal);
  for (let page = 1; answer.ok; page += 1) {
    all.push(...answer.body.results);
    const { next } = answer.body;
    if (next === null || page === MAX_PAGES) return { ...answer, body: all };
    answer = await readJson<CalendarList>(`${url}&cursor=${encodeURIComponent(next)}`, signal);
  }
  return answer;
}

/** One release with its revisions, read when the reader opens them. */
export function useRevisions(id: string, isOpen: boolean): Repeated<KnownCalendarItem> {
  const url = `${PATH}/${id}`;
  return useRepeatedRead(
    isOpen ? url : undefined,
    (signal) => readJson<KnownCalendarItem>(url, signal),
    POLL_MS,
  );
}

export function useCalendarSources(): Repeated<CalendarSources> {
  const url = `${PATH}/sources`;
  return useRepeatedRead(url, (signal) => readJson<CalendarSources>(url, signal), SOURCES_POLL_MS);
}
