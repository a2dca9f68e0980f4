/** Paths of the partner endpoints, for `usePartnerRead` and for downloads. */
import {
  granularityOf,
  type PartnerView,
  type SpanQuery,
  type Standpoint,
  spanQuery,
} from "#components/partner/earnings/view.ts";
import type { Granularity } from "#lib/protocol/partner/enumerations.ts";

/** Rows per page, and on a narrow screen, where a row is a card. */
const REFERRALS = [10, 5] as const;
const FEES = [25, 10] as const;
const SETTLEMENTS = [6, 3] as const;

function rowsOf([wide, narrow]: readonly [number, number], isNarrow: boolean): string {
  return String(isNarrow ? narrow : wide);
}

type Query = Readonly<Record<string, string | undefined>>;

/** Leaves out `undefined` values. */
function path(name: string, query: Query): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined) search.set(key, value);
  }
  return `${name}?${search.toString()}`;
}

/** The page behind a cursor. */
export function pathAfter(first: string, cursor: string): string {
  return `${first}&cursor=${encodeURIComponent(cursor)}`;
}

export function referralsPath(
  view: PartnerView,
  standpoint: Standpoint,
  isNarrow: boolean,
): string {
  return path("referrals", {
    ...spanQuery(view, standpoint),
    ...feeFilter(view, undefined),
    ...orderOf(view),
    search: view.search === "" ? undefined : view.search,
    limit: rowsOf(REFERRALS, isNarrow),
  });
}

export function referralPath(view: PartnerView, standpoint: Standpoint, id: string): string {
  return path("referrals", { ...spanQuery(view, standpoint), ...feeFilter(view, id) });
}

/** Fees of one referral or of all. */
export function feesPath(
  view: PartnerView,
  standpoint: Standpoint,
  { isNarrow, referral }: { isNarrow: boolean; referral?: string },
): string {
  return path("earnings", {
    ...spanQuery(view, standpoint),
    ...feeFilter(view, referral),
    limit: rowsOf(FEES, isNarrow),
  });
}

/** All fees of one referral in the range, as CSV. */
export function feesFilePath(view: PartnerView, standpoint: Standpoint, referral: string): string {
  return path("earnings", {
    ...spanQuery(view, standpoint),
    ...feeFilter(view, referral),
    format: "csv",
  });
}

/** A single fee: fees are sorted newest first, and a cursor is the last row of the previous page. */
export function feePath(seq: number): string {
  return path("earnings", { limit: "1", cursor: String(seq + 1) });
}

/** The links with what they brought in the range. */
export function linksPath(view: PartnerView, standpoint: Standpoint): string {
  return path("links", { ...spanQuery(view, standpoint), ...feeFilter(view, undefined) });
}

/** The same as CSV. */
export function linksFilePath(view: PartnerView, standpoint: Standpoint): string {
  return `${linksPath(view, standpoint)}&format=csv`;
}

export function settlementsPath(isNarrow: boolean): string {
  return path("settlements", { limit: rowsOf(SETTLEMENTS, isNarrow) });
}

/** The complete tables of a view as CSV. */
export function tablePaths(
  view: PartnerView,
  standpoint: Standpoint,
): {
  fees: string;
  periods: string;
  granularity: Granularity;
  referrals: string;
  links: string;
  settlements: string;
} {
  const span = spanQuery(view, standpoint);
  const granularity = exportGranularity(view);
  const filter = feeFilter(view, undefined);
  return {
    fees: path("earnings", { ...span, ...filter, format: "csv" }),
    periods: path("earnings", { ...span, ...filter, granularity, format: "csv" }),
    granularity,
    referrals: path("referrals", { ...span, ...filter, ...orderOf(view), format: "csv" }),
    links: linksFilePath(view, standpoint),
    settlements: path("settlements", { format: "csv" }),
  };
}

export const STATEMENT_FORMATS = ["pdf", "csv", "json"] as const;
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

/** `lang`: of the PDF. */
export function statementPath(span: SpanQuery, format: StatementFormat, lang: string): string {
  return path("statement", { ...span, format, lang: format === "pdf" ? lang : undefined });
}

/** A calendar month such as `2026-01` in a time zone. */
export function monthSpan(month: string, tz: string): Required<SpanQuery> {
  const [year = 0, number = 1] = month.split("-").map(Number);
  // Months of `Date` begin with 0, so this is the next month.
  const next = new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10);
  return { from: `${month}-01`, to: next, tz };
}

/** Months such as `2026-01` from one day (`2026-01-31`) to another, the newest first, at most `most`. */
export function monthsBetween(first: string, last: string, most: number): string[] {
  const months: string[] = [];
  let [year = 0, month = 1] = last.split("-").map(Number);
  const end = first.slice(0, 7);
  for (let at = last.slice(0, 7); at >= end && months.length < most; ) {
    months.push(at);
    month -= 1;
    if (month === 0) [year, month] = [year - 1, 12];
    at = `${year}-${String(month).padStart(2, "0")}`;
  }
  return months;
}

function feeFilter({ product }: PartnerView, referral: string | undefined): Query {
  return { product: product === "all" ? undefined : product, referral_id: referral };
}

function orderOf({ sort, order }: PartnerView): Query {
  return { sort, order: order === "desc" ? undefined : order };
}

/** The chosen granularity, by default days: a file has no limit of rows. */
function exportGranularity(view: PartnerView): Granularity {
  return view.granularity ?? granularityOf(view, 7);
}
