/** The items of a document whose kind its content shows. */
import { parseFeed } from "feedsmith";
import type { RawDocument, RawItem } from "./raw-item.ts";
import { readServiceList } from "./service-lists.ts";

/** More items than a source may bring in an hour are not read. */
const MOST_ITEMS = 500;

/** @throws Error when it is no feed */
export function readDocument(text: string): RawDocument {
  const service = /^\s*\{/.test(text) ? readServiceList(text) : undefined;
  const { kind, items } = service ?? readFeed(text);
  return { kind, items: items.slice(0, MOST_ITEMS) };
}

function readFeed(text: string): RawDocument {
  const read = parseFeed(text, { maxItems: MOST_ITEMS });
  if (read.format === "rss") {
    const items = (read.feed.items ?? []).map(
      (item): RawItem => ({
        url: item.link ?? (item.guid?.isPermaLink === false ? undefined : item.guid?.value),
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
