/** The sample calendar over HTTP: two documents, and a page on which a person puts a release into it. */

import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { send } from "#lib/kernel/http/http-server.ts";
import { readText } from "#lib/kernel/http/request-body.ts";
import type { Clock } from "#lib/kernel/time/clock.ts";
import { DAY_MS } from "#lib/protocol/durations.ts";
import { parseBody, readJson } from "#services/sandbox/site/body.ts";
import { requireOwnPage } from "#services/sandbox/site/own-page.ts";
import type { Site } from "#services/sandbox/site/site.ts";
import { icsText, jsonText } from "./calendar-documents.ts";
import { calendarPage } from "./calendar-page.ts";
import { type CausedItems, causeItemBody, changeItemBody } from "./caused-items.ts";
import type { SampleItem } from "./sample-item.ts";
import { SampleSchedule } from "./sample-schedule.ts";

const CALENDAR_PATH = "/calendar";
const ITEMS_PATH = `${CALENDAR_PATH}/items`;
export const ICS_PATH = `${CALENDAR_PATH}/schedule.ics`;
export const JSON_PATH = `${CALENDAR_PATH}/prints.json`;
/** Names of the two sources, the first one first. */
export const SAMPLE_SOURCES = [
  { name: "sample-agency", path: ICS_PATH },
  { name: "sample-vendor", path: JSON_PATH },
] as const;

const BODY_LIMIT_BYTES = 4096;
/** What a person caused stays so long in the documents. */
const KEPT_MS = 30 * DAY_MS;

export type CalendarSiteParts = {
  /** Undefined: there are no releases but the caused ones. */
  seed: string | undefined;
  caused: CausedItems;
  clock: Clock;
};

export class CalendarSite implements Site {
  readonly paths = [CALENDAR_PATH, `${CALENDAR_PATH}/`];
  readonly #parts: CalendarSiteParts;
  readonly #schedule: SampleSchedule | undefined;

  constructor(parts: CalendarSiteParts) {
    this.#parts = parts;
    this.#schedule = parts.seed === undefined ? undefined : new SampleSchedule(parts.seed);
  }

  /** @throws NOT_FOUND, METHOD_NOT_ALLOWED, CROSS_ORIGIN, UNKNOWN_FIELD, INVALID_FIELD, MALFORMED_BODY */
  async handle(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const { pathname } = url;
    if (pathname === ITEMS_PATH || pathname.startsWith(`${ITEMS_PATH}/`)) {
      return this.#change(request, response, pathname.slice(ITEMS_PATH.length + 1));
    }
    if (request.method !== "GET" && request.method !== "HEAD") {
      throw new ServiceError("METHOD_NOT_ALLOWED", { allowed: "GET, HEAD" });
    }
    const now = this.#parts.clock.now();
    if (pathname === CALENDAR_PATH) {
      return calendarPage(response, this.#items(now), now);
    }
    if (pathname === ICS_PATH) {
      // An agency announces no flash figures.
      const items = this.#items(now).filter(({ id }) => !id.startsWith("flash-"));
      return document(request, response, {
        text: icsText(items),
        type: "text/calendar; charset=utf-8",
      });
    }
    if (pathname !== JSON_PATH) throw new ServiceError("NOT_FOUND");
    const text = jsonText(this.#items(now), now);
    return document(request, response, { text, type: "application/json" });
  }

  #items(now: number): SampleItem[] {
    const { caused } = this.#parts;
    const recent = caused.items.filter(({ at }) => at > now - KEPT_MS);
    const all = [...(this.#schedule?.at(now) ?? []), ...recent];
    return all.toSorted((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1));
  }

  async #change(request: IncomingMessage, response: ServerResponse, id: string): Promise<void> {
    if (request.method !== "POST") {
      throw new ServiceError("METHOD_NOT_ALLOWED", { allowed: "POST" });
    }
    requireOwnPage(request);
    const { caused, clock } = this.#parts;
    const isForm = request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded");
    const given = isForm
      ? formBody(await readText(request, BODY_LIMIT_BYTES))
      : await readJson(request, BODY_LIMIT_BYTES);
    const now = clock.now();
    const item =
      id === ""
        ? caused.cause(parseBody(causeItemBody, given), now)
        : caused.change(id, parseBody(changeItemBody, given), now);
    if (isForm) {
      response.writeHead(303, { location: CALENDAR_PATH, "cache-control": "no-store" }).end();
      return;
    }
    const { kind, title, at } = item;
    const answer = { id: item.id, simulated: true, kind, title, time: new Date(at).toISOString() };
    send(response, 200, answer);
  }
}

function document(
  request: IncomingMessage,
  response: ServerResponse,
  { text, type }: { text: string; type: string },
): void {
  const etag = `"${createHash("sha256").update(text).digest("hex").slice(0, 32)}"`;
  const headers = { etag, "cache-control": "no-cache" };
  if (request.headers["if-none-match"] === etag) {
    response.writeHead(304, headers).end();
    return;
  }
  send(response, 200, text, { ...headers, "content-type": type });
}

/** Fields that are empty keep their defaults. */
function formBody(text: string): unknown {
  const fields = [...new URLSearchParams(text)].filter(([, value]) => value !== "");
  return Object.fromEntries(
    fields.map(([name, value]) => [name, name.endsWith("_seconds") ? Number(value) : value]),
  );
}
