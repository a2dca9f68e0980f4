/** Bytes of a feed → its items as plain text. Pure; it runs in a thread of its own, which its caller ends when it takes too long. */
import { canonicalUrl, newsIdOf, publisherOf } from "#lib/catalysts/news/sameness/canonical-url.ts";
import { decodeBytes } from "./decode-bytes.ts";
import { plainText } from "./plain-text.ts";
import type { FeedKind, RawItem } from "./raw-item.ts";
import { readDocument } from "./read-document.ts";

const DAY_MS = 86_400_000;
/** Nothing of what this service follows is older. */
const FIRST_DATE = Date.UTC(2009, 0, 3);

export type FetchedFeed = {
  bytes: Uint8Array;
  contentType: string | undefined;
  /** From where it came, after redirects. */
  url: string;
  /** Of a source of the simulated world: its origin. */
  simulatedOrigin: string | undefined;
  /** Unix milliseconds, to refuse dates that cannot be. */
  now: number;
};

export type ParsedItem = {
  /** `nws_…`, of its address. */
  id: string;
  url: string;
  publisher: string;
  /** Plain text, at most 500 characters each; the headline is not empty. */
  headline: string;
  summary: string;
  /** As the source claims, in Unix milliseconds; null: no date, or one that cannot be. */
  publishedAt: number | null;
};

export type ParsedFeed = { kind: FeedKind; items: ParsedItem[] };

/** Items without an address or a text are left out; of two with one address, the first one stays. @throws Error when it is no feed */
export function parseNews(feed: FetchedFeed): ParsedFeed {
  const { kind, items } = readDocument(decodeBytes(feed.bytes, feed.contentType));
  const known = new Map<string, ParsedItem>();
  for (const raw of items) {
    const item = itemOf(raw, feed);
    if (item !== undefined && !known.has(item.id)) known.set(item.id, item);
  }
  return { kind, items: [...known.values()] };
}

function itemOf(raw: RawItem, feed: FetchedFeed): ParsedItem | undefined {
  const { url: base, simulatedOrigin, now } = feed;
  const url = raw.url === undefined ? undefined : canonicalUrl(raw.url, { base, simulatedOrigin });
  const headline = plainText(raw.title ?? "");
  if (url === undefined || !/[\p{L}\p{N}]/u.test(headline)) return undefined;
  const summary = plainText(raw.summary ?? "");
  return {
    id: newsIdOf(url),
    url: url.href,
    publisher: publisherOf(url),
    headline,
    summary: summary === headline ? "" : summary,
    publishedAt: dateOf(raw.date, now),
  };
}

function dateOf(date: string | number | undefined, now: number): number | null {
  const time = typeof date === "string" ? Date.parse(date.slice(0, 60)) : (date ?? Number.NaN);
  return time >= FIRST_DATE && time <= now + DAY_MS ? Math.floor(time) : null;
}
