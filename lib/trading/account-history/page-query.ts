/** Query parameters of reads in pages and of reads over a span of time. */
import "server-only";
import { z } from "zod";
import { spreadsheetParameter } from "#lib/platform/downloads/spreadsheet.ts";
import { accountQuery } from "#lib/trading/venue-access/expected-account.ts";

const time = z.coerce.number().int().min(0).max(8_640_000_000_000_000);

const venueTime = z.string().regex(/^\d{1,16}$/, "must be Unix milliseconds");

const symbol = z
  .string()
  .regex(/^[A-Z0-9]{1,32}$/, "must be a market symbol")
  .optional();

/** Where a page begins (`next` of the page before) and how many rows it has: the venue's own parameters, as text. */
export const pageParameters = {
  cursor: z
    .string()
    .regex(/^\d{1,16}$/, "must be the `next` of the page before")
    .optional(),
  page_size: z
    .string()
    .regex(/^(?:[1-9]\d{0,2}|1000)$/, "must be 1 to 1000")
    .optional(),
  /** Unix milliseconds: a first page begins near the newest row before it; the caller drops newer rows of that page. */
  to: time.optional(),
};

/** The venue's own bounds of a span in Unix milliseconds, both included, as text. */
export const spanParameters = {
  start_at: venueTime.optional(),
  end_at: venueTime.optional(),
};

export const clientId = z
  .string()
  .max(36)
  .optional()
  .describe("The order with this id: an open one, or one placed in the last 24 hours");

/** A page of everything of the account. */
export const pageQuery = accountQuery.extend(pageParameters);

/** A page of all markets or of one. */
export const marketPageQuery = pageQuery.extend({ market: symbol, ...spanParameters });

/** The same of one order too. */
export const fillPageQuery = marketPageQuery.extend({
  order_id: z
    .string()
    .regex(/^\d{1,16}$/, "must be the id of an order")
    .optional()
    .describe("Only the fills of this order"),
});

/** A span of time in Unix milliseconds, `from` included and `to` not; without them from the first to the last row. */
export const spanQuery = accountQuery.extend({
  market: symbol,
  from: time.optional(),
  to: time.optional(),
});

export const fileQuery = spanQuery.extend({ spreadsheet: spreadsheetParameter });

export type Span = { from?: number | undefined; to?: number | undefined };

/** What goes to the venue, in this order. */
const SENT = [
  "market",
  "status",
  "client_id",
  "order_id",
  "start_at",
  "end_at",
  "cursor",
  "page_size",
] as const;

/** The query string with its question mark; empty without parameters. Always in the same order. */
export function pageSearch(query: {
  market?: string | undefined;
  status?: string | undefined;
  client_id?: string | undefined;
  order_id?: string | undefined;
  start_at?: string | undefined;
  end_at?: string | undefined;
  cursor?: string | undefined;
  page_size?: string | undefined;
}): string {
  const search = new URLSearchParams();
  for (const name of SENT) {
    const value = query[name];
    if (value !== undefined) search.set(name, value);
  }
  return search.size === 0 ? "" : `?${search.toString()}`;
}
