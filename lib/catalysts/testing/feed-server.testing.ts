/** A server of feeds on this machine, like the simulated publishers. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { NewsSource } from "#lib/catalysts/news/sources/news-source.ts";

export type FeedItem = { path: string; title: string; summary?: string; date?: string };
type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export class FeedServer {
  readonly origin: string;
  /** Received requests: path, `if-none-match`. */
  readonly requests: { path: string; etag: string | undefined }[] = [];
  readonly #answers = new Map<string, Answer>();
  readonly #close: () => Promise<void>;

  private constructor(origin: string, close: () => Promise<void>) {
    this.origin = origin;
    this.#close = close;
  }

  static async open(): Promise<FeedServer> {
    let feeds: FeedServer | undefined;
    const server = createServer((request, response) => feeds?.answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    feeds = new FeedServer(`http://127.0.0.1:${port}`, async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    return feeds;
  }

  answer(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? "/";
    this.requests.push({ path, etag: request.headers["if-none-match"] });
    const answer = this.#answers.get(path);
    if (answer === undefined) response.writeHead(404).end();
    else answer(request, response);
  }

  on(path: string, answer: Answer): void {
    this.#answers.set(path, answer);
  }

  /** Serves these items as RSS, with an ETag that changes with them. */
  serve(path: string, items: readonly FeedItem[]): void {
    const body = rss(items.map((item) => ({ ...item, link: `${this.origin}/${item.path}` })));
    const etag = `"${Buffer.from(body).toString("base64url").slice(-40)}-${body.length}"`;
    this.on(path, (request, response) => {
      if (request.headers["if-none-match"] === etag) response.writeHead(304).end();
      else response.writeHead(200, { "content-type": "application/rss+xml", etag }).end(body);
    });
  }

  /** A simulated source at a path of this server. */
  source(name: string, authority = 0.7): NewsSource {
    const url = `${this.origin}/${name}.xml`;
    return { name, authority, url, publisher: "127.0.0.1", simulatedOrigin: this.origin };
  }

  close(): Promise<void> {
    return this.#close();
  }
}

export function rss(
  items: readonly { title: string; link: string; summary?: string; date?: string }[],
): string {
  const text = (value: string) =>
    value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const parts = items.map(({ title, link, summary, date }) =>
    [
      `<item><title>${text(title)}</title><link>${text(link)}</link>`,
      summary === undefined ? "" : `<description>${text(summary)}</description>`,
      date === undefined ? "" : `<pubDate>${date}</pubDate>`,
      "</item>",
    ].join(""),
  );
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>t</title>${parts.join("")}</channel></rss>`;
}
