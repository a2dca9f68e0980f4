/** Reads the items of a document after detecting its kind from the content. */
import { parseFeed } from "feedsmith";
import type { RawDocument, RawItem } from "./raw-item.ts";
import { readServiceList } from "./service-lists.ts";

/** The most items of a document; a source may not add more in an hour. */
const MAX_ITEMS = 500;

/** @throws Error when the document is not a feed */
export function readFeedDocument(text: string): RawDocument {
  const service = /^\s*\{/.test(text) ? readServiceList(text) : undefined;
  const { kind, items } = service ?? readFeed(text);
  return { kind, items: items.slice(0, MAX_ITEMS) };
}

/** A feed that has nothing in it, which the library refuses. */
const EMPTY = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*)*<(rss|feed)\b(?![^]*<(?:item|entry)\b)/u;

function readFeed(text: string): RawDocument {
  const [, empty] = EMPTY.exec(text) ?? [];
  if (empty !== undefined) return { kind: empty === "feed" ? "atom" : "rss", items: [] };
  const read = parseFeed(text, { maxItems: MAX_ITEMS });
  if (read.format === "rss") {
    const items = (read.feed.items ?? []).map(
      (item): RawItem => ({
        url: item.link ?? (item.guid?.isPermaLink === false ? undefined : item.guid?.value),
        bases: [read.feed.xml?.base, item.xml?.base],
        title: item.title,
        summary: item.description,
        date: item.pubDate,
      }),
    );
    return { kind: "rss", items };
  }
  if (read.format === "atom") {
    const items = (read.feed.entries ?? []).map(
      (entry): RawItem => ({
        url: entry.links?.find(({ rel }) => rel === undefined || rel === "alternate")?.href,
        bases: [read.feed.xml?.base, entry.xml?.base],
        title: entry.title?.value,
        summary: entry.summary?.value ?? entry.content?.value,
        date: entry.published ?? entry.updated,
      }),
    );
    return { kind: "atom", items };
  }
  if (read.format === "rdf") {
    const items = (read.feed.items ?? []).map(
      (item): RawItem => ({
        url: item.link,
        bases: [read.feed.xml?.base, item.xml?.base],
        title: item.title,
        summary: item.description,
        date: item.dc?.dates?.[0],
      }),
    );
    return { kind: "rdf", items };
  }
  const items = (read.feed.items ?? []).map((item): RawItem => {
    const content = item.content_text ?? item.content_html;
    return {
      url: item.url ?? item.id,
      title: item.title ?? content,
      summary: item.summary ?? content,
      date: item.date_published,
    };
  });
  return { kind: "json", items };
}
