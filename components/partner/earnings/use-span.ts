"use client";

import { useNarrow } from "#components/ui/use-narrow.ts";
import { DAY_MS } from "#lib/protocol/durations.ts";
import type { Granularity } from "#lib/protocol/partner/enumerations.ts";
import { useSnapshot } from "./snapshot-context.ts";
import { usePartnerView } from "./use-partner-view.ts";
import {
  daysOf,
  granularityOf,
  MAX_DAILY_NARROW,
  previousSpanQuery,
  type SpanQuery,
  type Standpoint,
  spanQuery,
} from "./view.ts";

export type Span = {
  standpoint: Standpoint;
  query: SpanQuery;
  /** The range of the same length right before; undefined for a range without a start. */
  previous: SpanQuery | undefined;
  /** Number of days shown. */
  days: number;
  /** Chosen or default. */
  granularity: Granularity;
};

/** The range of the page's filters in its snapshot. */
export function useSpan(): Span {
  const { view } = usePartnerView();
  const { at, tz, since } = useSnapshot();
  const isNarrow = useNarrow();
  const standpoint = { asOf: at.as_of, tz };
  const days = daysOf(view, standpoint) ?? daysSince(since, at.as_of);
  return {
    standpoint,
    query: spanQuery(view, standpoint),
    previous: previousSpanQuery(view, standpoint),
    days,
    granularity: granularityOf(view, days, isNarrow ? MAX_DAILY_NARROW : undefined),
  };
}

/** Number of days from an instant to a later one, both included. */
function daysSince(since: string, asOf: string): number {
  return Math.max(1, Math.ceil((Date.parse(asOf) - Date.parse(since)) / DAY_MS) + 1);
}
