/**
 * Parses the bytes of a feed into items of plain text. Pure: it runs in its own thread, which the
 * caller ends when it takes too long.
 */

import {
  canonicalUrl,
  findPublisher,
  makeNewsId,
} from "#lib/catalysts/news/deduplication/canonical-url.ts";
import { decodeBytes } from "#lib/catalysts/sources/decode-bytes.ts";
import { plainText } from "#lib/catalysts/sources/plain-text.ts";
import { DAY_MS } from "#lib/protocol/durations.ts";
import { readFeedDate } from "./feed-date.ts";
import { readFeedDocument } from "./feed-formats.ts";
import type { FeedKind, RawItem } from "./raw-item.ts";

/** Dates before the first Bitcoin block are rejected. */
const FIRST_DATE = Date.UTC(2009, 0, 3);

export type FetchedFeed = {
  bytes: Uint8Array;
  contentType: string | undefined;
  /** The address after redirects. */
  url: string;
  /** Set only for a source of the simulated world: its origin. */
  simulatedOrigin: string | undefined;
  /** Unix milliseconds, to reject impossible dates. */
  now: number;
};

export type ParsedItem = {
  /** `nws_…`, made from its address. */
  id: string;
  url: string;
  publisher: string;
  /** Plain text, at most 500 characters each; the headline is not empty. */
  headline: string;
  summary: string;
  /** Unix milliseconds as the source states it; null: the date is missing or impossible. */
  publishedAt: number | null;
};

export type ParsedFeed = { kind: FeedKind; items: ParsedItem[] };

/**
 * Leaves out items without an address or text. Of two items with one address, the first stays.
 * @throws Error when the document is not a feed
 */
export function parseNews(feed: FetchedFeed): ParsedFeed {
  const { kind, items } = readFeedDocument(decodeBytes(feed.bytes, feed.contentType));
  const known = new Map<string, ParsedItem>();
  for (const raw of items) {
    const item = itemOf(raw, feed);
    if (item !== undefined && !known.has(item.id)) known.set(item.id, item);
  }
  return { kind, items: [...known.values()] };
}

function itemOf(raw: RawItem, feed: FetchedFeed): ParsedItem | undefined {
  const { simulatedOrigin, now } = feed;
  const base = baseOf(feed.url, raw.bases ?? []);
  const url = raw.url === undefined ? undefined : canonicalUrl(raw.url, { base, simulatedOrigin });
  const headline = plainText(raw.title ?? "");
  if (url === undefined || !/[\p{L}\p{N}]/u.test(headline)) return undefined;
  const summary = plainText(raw.summary ?? "");
  return {
    id: makeNewsId(url),
    url: url.href,
    publisher: findPublisher(url),
    headline,
    summary: summary === headline ? "" : summary,
    publishedAt: dateOf(raw.date, now),
  };
}

/** Each `xml:base` is relative to the one around it. */
function baseOf(address: string, bases: readonly (string | undefined)[]): string {
  return bases.reduce<string>(
    (around, inner) => (inner === undefined ? around : (URL.parse(inner, around)?.href ?? around)),
    address,
  );
}

function dateOf(date: string | number | undefined, now: number): number | null {
  const time = (typeof date === "string" ? readFeedDate(date) : date) ?? Number.NaN;
  return time >= FIRST_DATE && time <= now + DAY_MS ? Math.floor(time) : null;
}
