/** A publisher's items in the form of its feed: RSS 2.0, Atom or JSON Feed 1.1. */
import { escapeHtml } from "#services/sandbox/site/html.ts";
import { feedPath, type Publisher } from "#services/sandbox/story/publishers.ts";
import type { WireItem } from "#services/sandbox/story/story.ts";

export const ITEMS_PATH = "/wire/items/";

export type Feed = {
  publisher: Publisher;
  /** The newest first. */
  items: readonly WireItem[];
  /** Of this server, as the reader calls it. */
  origin: string;
};

export const CONTENT_TYPES: Readonly<Record<Publisher["format"], string>> = {
  rss: "application/rss+xml; charset=utf-8",
  atom: "application/atom+xml; charset=utf-8",
  json: "application/feed+json; charset=utf-8",
};

const WRITERS: Readonly<Record<Publisher["format"], (feed: Feed) => string>> = {
  rss: rssText,
  atom: atomText,
  json: jsonText,
};

export function feedText(feed: Feed): string {
  return WRITERS[feed.publisher.format](feed);
}

function rssText({ publisher, items, origin }: Feed): string {
  const entries = items.map(
    (item) => `<item>
<title>${escapeHtml(item.headline)}</title>
<link>${escapeHtml(linkOf(item, origin))}</link>
<guid isPermaLink="false">${item.id}</guid>
<pubDate>${new Date(item.publishedAt).toUTCString()}</pubDate>
<description>${escapeHtml(item.summary)}</description>
</item>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel>
<title>${escapeHtml(publisher.name)}</title>
<link>${escapeHtml(origin)}/wire</link>
<description>Invented news of a simulated world</description>
${entries.join("\n")}
</channel></rss>
`;
}

function atomText({ publisher, items, origin }: Feed): string {
  const updated = new Date(items[0]?.publishedAt ?? 0).toISOString();
  const entries = items.map((item) => {
    const time = new Date(item.publishedAt).toISOString();
    return `<entry>
<title>${escapeHtml(item.headline)}</title>
<link rel="alternate" href="${escapeHtml(linkOf(item, origin))}"/>
<id>urn:simulated:${item.id}</id>
<published>${time}</published><updated>${time}</updated>
<summary>${escapeHtml(item.summary)}</summary>
</entry>`;
  });
  const self = `${origin}${feedPath(publisher)}`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<title>${escapeHtml(publisher.name)}</title>
<id>${escapeHtml(self)}</id>
<link rel="self" href="${escapeHtml(self)}"/>
<updated>${updated}</updated>
<author><name>${escapeHtml(publisher.name)}</name></author>
${entries.join("\n")}
</feed>
`;
}

function jsonText({ publisher, items, origin }: Feed): string {
  return JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title: publisher.name,
    home_page_url: `${origin}/wire`,
    feed_url: `${origin}${feedPath(publisher)}`,
    items: items.map((item) => ({
      id: item.id,
      url: linkOf(item, origin),
      title: item.headline,
      summary: item.summary,
      content_text: item.summary,
      date_published: new Date(item.publishedAt).toISOString(),
    })),
  });
}

function linkOf({ id }: WireItem, origin: string): string {
  return `${origin}${ITEMS_PATH}${id}`;
}
