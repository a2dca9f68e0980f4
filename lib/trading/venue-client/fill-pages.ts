/** Every fill of a market since a moment, page by page. */
import type { Trade } from "#lib/protocol/wire/market.ts";
import type { VenueClient } from "./client.ts";

/** The venue's maximum page size. */
const PAGE_SIZE = 1_000;
/** A restart after a long pause counts the volume of at most this many pages. */
const MAX_PAGES = 100;

/** Pages of a market's fills from `startAt` (Unix milliseconds) on, oldest first; at most 100,000 fills. */
export async function* fillPages(
  venue: VenueClient,
  market: string,
  startAt: number,
): AsyncGenerator<Trade[]> {
  const base = { market, pageSize: PAGE_SIZE };
  let page = await venue.trades({ ...base, startAt });
  yield page.results;
  for (let pages = 1; page.next !== null && pages < MAX_PAGES; pages += 1) {
    page = await venue.trades({ ...base, cursor: page.next });
    yield page.results;
  }
}

/** The same as one list. */
export async function fillsSince(
  venue: VenueClient,
  market: string,
  startAt: number,
): Promise<Trade[]> {
  const fills: Trade[] = [];
  for await (const page of fillPages(venue, market, startAt)) fills.push(...page);
  return fills;
}
