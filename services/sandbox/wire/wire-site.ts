/** The simulated publishers over HTTP: their feeds, their articles, and a page on which a person causes an event. */
import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { send } from "#lib/kernel/http/http-server.ts";
import { readText } from "#lib/kernel/http/request-body.ts";
import type { Clock } from "#lib/kernel/time/clock.ts";
import type { PriceStream } from "#services/sandbox/prices/price-stream.ts";
import type { SimulatedPrices } from "#services/sandbox/prices/simulated-prices.ts";
import { parseBody, readJson } from "#services/sandbox/site/body.ts";
import { requireOwnPage } from "#services/sandbox/site/own-page.ts";
import type { Site } from "#services/sandbox/site/site.ts";
import { TRADED } from "#services/sandbox/story/cast.ts";
import {
  type CauseBody,
  type CausedEvent,
  type CausedEvents,
  causeBody,
} from "#services/sandbox/story/caused-events.ts";
import { feedPath, PUBLISHERS, type Publisher } from "#services/sandbox/story/publishers.ts";
import { marketOf } from "#services/sandbox/story/story-of.ts";
import { CONTENT_TYPES, feedText, ITEMS_PATH } from "./feeds.ts";
import type { Newsroom } from "./newsroom.ts";
import { articlePage, storyPage, wirePage } from "./wire-pages.ts";

const WIRE_PATH = "/wire";
const STORY_PATH = "/story";
const EVENTS_PATH = `${STORY_PATH}/events`;

const NEWEST = 50;
const BODY_LIMIT_BYTES = 4096;
/** Returns are counted in 1e-12. */
const RETURN_SCALE = 1e12;

export type WireSiteParts = {
  newsroom: Newsroom;
  caused: CausedEvents;
  prices: SimulatedPrices;
  stream: PriceStream;
  clock: Clock;
};

type Call = { request: IncomingMessage; response: ServerResponse; url: URL };

export class WireSite implements Site {
  readonly paths = [WIRE_PATH, STORY_PATH].flatMap((path) => [path, `${path}/`]);
  readonly #parts: WireSiteParts;

  constructor(parts: WireSiteParts) {
    this.#parts = parts;
  }

  /** @throws NOT_FOUND, METHOD_NOT_ALLOWED, CROSS_ORIGIN, UNKNOWN_FIELD, INVALID_FIELD, MALFORMED_BODY */
  async handle(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const call = { request, response, url };
    if (url.pathname === EVENTS_PATH) return this.#cause(call);
    if (request.method !== "GET" && request.method !== "HEAD") {
      throw new ServiceError("METHOD_NOT_ALLOWED", { allowed: "GET, HEAD" });
    }
    if (url.pathname === STORY_PATH) return storyPage(response, url.searchParams.get("caused"));
    if (url.pathname === WIRE_PATH) {
      return wirePage(response, this.#parts.newsroom.published().slice(0, NEWEST));
    }
    if (url.pathname.startsWith(ITEMS_PATH)) {
      const id = url.pathname.slice(ITEMS_PATH.length);
      const found = this.#parts.newsroom.published().find((item) => item.id === id);
      return articlePage(response, found);
    }
    const publisher = PUBLISHERS.find((one) => feedPath(one) === url.pathname);
    if (publisher === undefined) throw new ServiceError("NOT_FOUND");
    return this.#feed(call, publisher);
  }

  #feed({ request, response }: Call, publisher: Publisher): void {
    const origin = `http://${request.headers.host ?? ""}`;
    const all = this.#parts.newsroom.published();
    const items = all.filter((item) => item.publisher === publisher.slug).slice(0, NEWEST);
    const text = feedText({ publisher, items, origin });
    const etag = `"${createHash("sha256").update(text).digest("hex").slice(0, 32)}"`;
    const headers = { etag, "cache-control": "no-cache" };
    if (request.headers["if-none-match"] === etag) {
      response.writeHead(304, headers).end();
      return;
    }
    send(response, 200, text, { ...headers, "content-type": CONTENT_TYPES[publisher.format] });
  }

  async #cause({ request, response }: Call): Promise<void> {
    if (request.method !== "POST") {
      throw new ServiceError("METHOD_NOT_ALLOWED", { allowed: "POST" });
    }
    requireOwnPage(request);
    const isForm = request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded");
    const given = isForm
      ? formBody(await readText(request, BODY_LIMIT_BYTES))
      : await readJson(request, BODY_LIMIT_BYTES);
    const body = parseBody(causeBody, given);
    const event = this.happen(body);
    if (isForm) {
      const location = `${STORY_PATH}?caused=${encodeURIComponent(body.asset)}`;
      response.writeHead(303, { location, "cache-control": "no-store" }).end();
      return;
    }
    const items = event.items.map(({ id, publisher, publishedAt }) => ({
      id,
      publisher,
      published_at: new Date(publishedAt).toISOString(),
    }));
    send(response, 200, { id: event.id, simulated: true, size: event.size, items });
  }

  /** The price moves at once; the reports wait. */
  happen(body: CauseBody): CausedEvent {
    const { caused, prices, stream, clock } = this.#parts;
    const now = clock.now();
    const event = caused.cause(body, now);
    const moved = event.isMarketWide ? TRADED : [event.asset];
    prices.advanceTo(now);
    for (const { ticker } of moved) {
      const market = marketOf(ticker);
      if (prices.has(market)) prices.shift(market, BigInt(Math.round(event.size * RETURN_SCALE)));
    }
    stream.push(true);
    return event;
  }
}

/** Fields that are empty keep their defaults. */
function formBody(text: string): unknown {
  const fields = [...new URLSearchParams(text)].filter(([, value]) => value !== "");
  return Object.fromEntries(
    fields.map(([name, value]) => [name, /_(seconds|percent)$/.test(name) ? Number(value) : value]),
  );
}
