"use client";

import type { EarningBuckets, Granularity } from "#lib/protocol/partner-reads.ts";
import { useSnapshot } from "./snapshot-context.ts";
import { type PartnerRead, usePartnerRead } from "./use-read.ts";
import {
  daysOf,
  granularityOf,
  type PartnerView,
  previousSpanQuery,
  type SpanQuery,
  spanQuery,
} from "./view.ts";

/** The most that an answer has. */
const MOST_BUCKETS = "1000";

export type Earnings = {
  granularity: Granularity;
  /** How many days are shown. */
  days: number;
  now: PartnerRead<EarningBuckets>;
  /** The period before; nothing is read unless it is compared. */
  before: PartnerRead<EarningBuckets>;
  /** A period before can be shown at all. */
  isComparable: boolean;
};

/** The earnings of the view in buckets. */
export function useEarnings(view: PartnerView): Earnings {
  const { at, tz, hasZone, since } = useSnapshot();
  const standpoint = { asOf: at.as_of, tz };
  const days = daysOf(view, standpoint) ?? daysSince(since, at.as_of);
  const granularity = granularityOf(view, days);
  const previous = previousSpanQuery(view, standpoint);
  const pathOf = (span: SpanQuery) => earningsPath({ span, granularity, view });
  const now = usePartnerRead<EarningBuckets>(
    // Buckets begin with the reader's days.
    hasZone ? pathOf(spanQuery(view, standpoint)) : undefined,
  );
  const before = usePartnerRead<EarningBuckets>(
    hasZone && view.compare && previous !== undefined ? pathOf(previous) : undefined,
    "previous",
  );
  return { granularity, days, now, before, isComparable: previous !== undefined };
}

type Asked = { span: SpanQuery; granularity: Granularity; view: PartnerView };

function earningsPath({ span, granularity, view }: Asked): string {
  const search = new URLSearchParams({ granularity, ...span, limit: MOST_BUCKETS });
  if (view.product !== "all") search.set("product", view.product);
  return `earnings?${search.toString()}`;
}

const DAY_MS = 86_400_000;

/** Days that an instant and a later one are on, each of them counted. */
function daysSince(since: string, asOf: string): number {
  return Math.max(1, Math.ceil((Date.parse(asOf) - Date.parse(since)) / DAY_MS) + 1);
}
