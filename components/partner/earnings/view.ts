/**
 * The view in the partner page's address, and its time ranges. Examples: `?range=1y&product=perp`,
 * `?from=2026-01-31&to=2026-02-03&compare=1`, `?referral=ref_…`, `?at=2026-03-01T09:00:00.000Z&seq=18211`.
 */

import { DAY_MS } from "#lib/protocol/durations.ts";
import {
  GRANULARITIES,
  type Granularity,
  REFERRAL_ORDERS,
  REFERRAL_SORTS,
  type ReferralOrder,
  type ReferralSort,
} from "#lib/protocol/partner/enumerations.ts";
import { PRODUCTS, type Product } from "#lib/protocol/partner/partner-levels.ts";
import type { At } from "#lib/protocol/wire/partner.ts";

export const RANGES = ["7d", "30d", "90d", "1y", "all", "custom"] as const;
export type RangeName = (typeof RANGES)[number];
export const DEFAULT_RANGE: RangeName = "90d";

/** Most characters of a search. */
export const SEARCH_LENGTH = 64;

export type ProductChoice = Product | "all";

export type PartnerView = {
  range: RangeName;
  /** Days such as `2026-01-31` in the user's time zone, both included. For a custom range only. */
  fromDay: string | undefined;
  toDay: string | undefined;
  /** The address has days that are none or not in order; the default range is shown in their place. */
  hasBadDays: boolean;
  /** The chosen granularity; undefined: the default of the range (see {@link granularityOf}). */
  granularity: Granularity | undefined;
  product: ProductChoice;
  /** Shows the previous period too. */
  compare: boolean;
  /** Shows amounts with all digits instead of two decimals. */
  showsAllDigits: boolean;
  /** What the referrals are ordered by, and which way. */
  sort: ReferralSort;
  order: ReferralOrder;
  /** Limits the list of referrals; empty: all. */
  search: string;
  /** Shows all fees instead of the referrals. */
  fees: boolean;
  /** The open referral: `ref_…`. */
  referral: string | undefined;
  /** The ledger row whose "why this rate" is open. */
  entry: number | undefined;
  /** The snapshot to show instead of the newest. */
  pin: At | undefined;
};

/** Parses any address; invalid values are ignored. */
export function parseView(search: URLSearchParams): PartnerView {
  const [fromDay, toDay] = [dayOf(search.get("from")), dayOf(search.get("to"))];
  const isOrdered = fromDay === undefined || toDay === undefined || fromDay <= toDay;
  const hasDays = isOrdered && (fromDay !== undefined || toDay !== undefined);
  const referral = search.get("referral") ?? "";
  const named = oneOf(RANGES, search.get("range")) ?? DEFAULT_RANGE;
  // A custom range without days would show all time, so it falls back.
  const range = named === "custom" ? DEFAULT_RANGE : named;
  return {
    range: hasDays ? "custom" : range,
    fromDay: hasDays ? fromDay : undefined,
    toDay: hasDays ? toDay : undefined,
    hasBadDays: !hasDays && (search.has("from") || search.has("to")),
    granularity: oneOf(GRANULARITIES, search.get("granularity")),
    product: oneOf(PRODUCTS, search.get("product")) ?? "all",
    compare: search.get("compare") === "1",
    showsAllDigits: search.get("digits") === "all",
    sort: oneOf(REFERRAL_SORTS, search.get("sort")) ?? "earned",
    order: oneOf(REFERRAL_ORDERS, search.get("order")) ?? "desc",
    search: (search.get("search") ?? "").trim().slice(0, SEARCH_LENGTH),
    fees: search.get("fees") === "1",
    referral: /^ref_[\w-]{1,64}$/.test(referral) ? referral : undefined,
    entry: countOf(search.get("entry")),
    pin: pinOf(search),
  };
}

/** The shortest query string of a view; empty for the default view. */
export function formatView(view: PartnerView): string {
  const search = new URLSearchParams();
  const hasDays = view.fromDay !== undefined || view.toDay !== undefined;
  if (view.range === "custom" && hasDays) {
    if (view.fromDay !== undefined) search.set("from", view.fromDay);
    if (view.toDay !== undefined) search.set("to", view.toDay);
  } else if (view.range !== DEFAULT_RANGE && view.range !== "custom")
    search.set("range", view.range);
  if (view.granularity !== undefined) search.set("granularity", view.granularity);
  if (view.product !== "all") search.set("product", view.product);
  if (view.compare) search.set("compare", "1");
  if (view.showsAllDigits) search.set("digits", "all");
  if (view.sort !== "earned") search.set("sort", view.sort);
  if (view.order !== "desc") search.set("order", view.order);
  if (view.search !== "") search.set("search", view.search);
  if (view.fees) search.set("fees", "1");
  if (view.referral !== undefined) search.set("referral", view.referral);
  if (view.entry !== undefined) search.set("entry", String(view.entry));
  if (view.pin !== undefined) {
    search.set("at", view.pin.as_of);
    search.set("seq", String(view.pin.ledger_seq));
  }
  return search.toString();
}

const DAYS = { "7d": 7, "30d": 30, "90d": 90, "1y": 365 } as const;

/** The snapshot time and time zone of a view. */
export type Standpoint = {
  /** Time of the snapshot, ISO 8601. */
  asOf: string;
  /** IANA name. */
  tz: string;
};

/** `from` (inclusive), `to` (exclusive) and `tz` of a request: instants, or days in `tz`. */
export type SpanQuery = { from?: string; to?: string; tz: string };

/**
 * The range of a view for the reads. A preset is a multiple of 24 hours before the snapshot, without its first instant, as
 * the rolling window of the level is: 30 days of a chart equal the 30 days of the level to the last digit.
 */
export function spanQuery(view: PartnerView, { asOf, tz }: Standpoint): SpanQuery {
  const { range } = view;
  if (range === "all") return { tz };
  if (range !== "custom") return { from: before(asOf, DAYS[range]), tz };
  return {
    ...(view.fromDay === undefined ? {} : { from: view.fromDay }),
    ...(view.toDay === undefined ? {} : { to: dayLater(view.toDay, 1) }),
    tz,
  };
}

/** The range of the same length right before; undefined for a range without a start. */
export function previousSpanQuery(
  view: PartnerView,
  standpoint: Standpoint,
): Required<SpanQuery> | undefined {
  const { asOf, tz } = standpoint;
  const { range, fromDay } = view;
  if (range === "all") return undefined;
  if (range !== "custom") {
    return { from: before(asOf, 2 * DAYS[range]), to: before(asOf, DAYS[range]), tz };
  }
  if (fromDay === undefined) return undefined;
  const days = daysOf(view, standpoint) ?? 1;
  return { from: dayLater(fromDay, -days), to: fromDay, tz };
}

/** Number of days of a view; undefined for a range without a start. */
export function daysOf(view: PartnerView, { asOf, tz }: Standpoint): number | undefined {
  const { range, fromDay, toDay } = view;
  if (range === "all" || (range === "custom" && fromDay === undefined)) return undefined;
  if (range !== "custom") return DAYS[range];
  const last = toDay ?? localDay(asOf, tz);
  return Math.max(1, Math.round((Date.parse(last) - Date.parse(fromDay ?? last)) / DAY_MS) + 1);
}

/** The days of the shown range, with which a custom range begins. `since`: where all time begins, ISO 8601. */
export function shownDays(
  view: PartnerView,
  standpoint: Standpoint & { since: string },
): { fromDay: string; toDay: string } {
  const { asOf, tz, since } = standpoint;
  const toDay = view.toDay ?? localDay(asOf, tz);
  const days = daysOf(view, standpoint);
  const fromDay = days === undefined ? localDay(since, tz) : dayLater(toDay, 1 - days);
  return { fromDay: fromDay < toDay ? fromDay : toDay, toDay };
}

/** Most days per granularity within the 1000 buckets of an answer. */
const MAX_DAYS: Readonly<Record<Granularity, number>> = {
  hour: 41,
  day: 998,
  week: 6_900,
  month: Number.POSITIVE_INFINITY,
};

/** The granularities available for this many days. */
export function granularitiesFor(days: number): readonly Granularity[] {
  return GRANULARITIES.filter((one) => days <= MAX_DAYS[one]);
}

/** Most days with a bar each by default, and on a narrow screen, where more would be hairlines. */
const MAX_DAILY = 100;
export const MAX_DAILY_NARROW = 31;

/** The chosen granularity if available for this many days, else the default. */
export function granularityOf(
  { granularity }: PartnerView,
  days: number,
  mostDaily = MAX_DAILY,
): Granularity {
  if (granularity !== undefined && days <= MAX_DAYS[granularity]) return granularity;
  if (days <= 2) return "hour";
  if (days <= mostDaily) return "day";
  return days <= 730 ? "week" : "month";
}

/** The day of an instant in a time zone: `2026-01-31`. */
export function localDay(instant: string, tz: string): string {
  return new Intl.DateTimeFormat("en-CA", {
    timeZone: tz,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).format(Date.parse(instant));
}

/** The first instant less than `days` before another. */
function before(instant: string, days: number): string {
  return new Date(Date.parse(instant) - days * DAY_MS + 1).toISOString();
}

function dayLater(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

function oneOf<Name extends string>(names: readonly Name[], text: string | null): Name | undefined {
  return names.find((name) => name === text);
}

function countOf(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

function dayOf(text: string | null): string | undefined {
  if (text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  return isCanonical(`${text}T00:00:00.000Z`) ? text : undefined;
}

function pinOf(search: URLSearchParams): At | undefined {
  const [at, seq] = [search.get("at") ?? "", search.get("seq")];
  const ledgerSeq = seq === "0" ? 0 : countOf(seq);
  if (ledgerSeq === undefined || !isCanonical(at)) return undefined;
  return { as_of: at, ledger_seq: ledgerSeq };
}

/** Whether a text is the canonical form of its instant. */
function isCanonical(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString() === text;
}
