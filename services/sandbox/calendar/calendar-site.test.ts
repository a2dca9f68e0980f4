/** The sample calendar over HTTP, as the app reads it. */

import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { toErrorBody } from "#lib/kernel/errors/errors.ts";
import { HOUR_MS } from "#lib/protocol/durations.ts";
import { CalendarSite, ICS_PATH, JSON_PATH } from "./calendar-site.ts";
import { CausedItems, causeItemBody } from "./caused-items.ts";
import { newYorkText, newYorkTime } from "./new-york.ts";
import { sampleSchedule } from "./sample-schedule.ts";

const NOW = Date.parse("2026-05-03T12:34:20Z");
const CPI = { kind: "cpi", title: "CPI y/y", forecast: "3.1", actual: "3.4", unit: "%" };

let folder: string;
let now: number;
const servers: Server[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "calendar-"));
  now = NOW;
});
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** As the process starts it, over the same folder. */
async function serve(seed?: string): Promise<string> {
  const caused = new CausedItems(join(folder, "calendar.jsonl"));
  const site = new CalendarSite({ seed, caused, clock: { now: () => now } });
  const server = createServer((request, response) => {
    site
      .handle(request, response, new URL(request.url ?? "/", "http://sandbox"))
      .catch((error: unknown) => {
        const { status, body } = toErrorBody(error);
        response.writeHead(status).end(JSON.stringify(body));
      });
  });
  servers.push(server.listen(0, "127.0.0.1"));
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const post = (base: string, body: unknown, path = "") =>
  fetch(`${base}/calendar/items${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

type PublishedItem = {
  id: string;
  time: string;
  actual: string | null;
  status: string;
  forecast: string;
};
async function itemsAt(base: string): Promise<PublishedItem[]> {
  const answer = await fetch(`${base}${JSON_PATH}`);
  return ((await answer.json()) as { items: PublishedItem[] }).items;
}

test("the schedule has more than 12 prints of each kind, some within the past week, and something is due every 20 minutes", () => {
  const items = sampleSchedule("1", NOW);
  const numbered = items.filter(({ actual }) => actual !== null);
  const monthly = numbered.filter(({ id }) => !id.startsWith("flash"));
  for (const kind of ["cpi", "ppi", "nfp", "pce", "ism", "gdp", "fomc"]) {
    const past = monthly.filter((item) => item.kind === kind && item.at < NOW);
    expect(past.length).toBeGreaterThanOrEqual(12);
  }
  const near = items.filter(({ at }) => at > NOW && at <= NOW + HOUR_MS);
  expect(near.length).toBeGreaterThanOrEqual(3);
  expect(items.some(({ at }) => at > NOW + 14 * 24 * HOUR_MS)).toBe(true);
  expect(items.every(({ title }) => title.startsWith("Sample: "))).toBe(true);
  expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
});

test("the same seed tells the same, later too", () => {
  const later = new Map(sampleSchedule("1", NOW + HOUR_MS).map((item) => [item.id, item]));
  const both = sampleSchedule("1", NOW).filter(({ id }) => later.has(id));
  expect(both.length).toBeGreaterThan(200);
  for (const item of both) expect(later.get(item.id)).toEqual(item);
});

test("times of New York are right in summer and in winter", () => {
  const at = (month: number) => newYorkTime({ year: 2026, month, day: 12, hour: 8, minute: 30 });
  expect(new Date(at(0)).toISOString()).toBe("2026-01-12T13:30:00.000Z");
  expect(new Date(at(6)).toISOString()).toBe("2026-07-12T12:30:00.000Z");
  expect(newYorkText(at(6))).toBe("20260712T083000");
});

test("a number is told from its moment on, and a document that did not change is not sent again", async () => {
  const base = await serve();
  expect((await post(base, { ...CPI, in_seconds: 60 })).status).toBe(200);
  const url = `${base}${JSON_PATH}`;
  const etag = (await fetch(url)).headers.get("etag") ?? "";
  const again = () => fetch(url, { headers: { "if-none-match": etag } });
  expect((await itemsAt(base)).map(({ actual }) => actual)).toEqual([null]);
  now += 59_000;
  expect((await again()).status).toBe(304);
  now += 1_000;
  expect((await again()).status).toBe(200);
  expect((await itemsAt(base)).map(({ actual }) => actual)).toEqual(["3.4"]);
});

test("an item is moved, revised and cancelled by a person, also after a restart", async () => {
  const first = await serve();
  const { id } = (await (await post(first, { ...CPI, in_seconds: 60 })).json()) as PublishedItem;
  await post(first, { in_seconds: 600 }, `/${id}`);
  const base = await serve();
  expect(await itemsAt(base)).toMatchObject([
    { id, time: new Date(NOW + 600_000).toISOString(), actual: null },
  ]);
  now += 601_000;
  await post(base, { actual: "3.5" }, `/${id}`);
  expect(await itemsAt(base)).toMatchObject([{ actual: "3.5" }]);
  await post(base, { cancelled: true }, `/${id}`);
  expect(await itemsAt(base)).toMatchObject([{ status: "cancelled" }]);
  expect((await post(base, { cancelled: true }, "/nothing")).status).toBe(404);
});

test("the schedule in ICS has times of New York, lines that are not too long, and no numbers", async () => {
  const base = await serve("1");
  const answer = await fetch(`${base}${ICS_PATH}`);
  expect(answer.headers.get("content-type")).toContain("text/calendar");
  const text = await answer.text();
  expect(text).toMatch(/DTSTART;TZID=America\/New_York:202605\d\dT083000/);
  expect(text).toMatch(/DTSTART;VALUE=DATE:202605/);
  for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(text).not.toMatch(/FORECAST|ACTUAL/);
});

test("a person's page says that all is invented, and shows what was typed as text", async () => {
  const base = await serve("1");
  const form = new URLSearchParams({ ...CPI, title: "<b>CPI</b>", in_seconds: "60" });
  const answer = await fetch(`${base}/calendar/items`, {
    method: "POST",
    body: form,
    redirect: "manual",
  });
  expect(answer.status).toBe(303);
  const page = await (await fetch(`${base}/calendar`)).text();
  expect(page).toContain("all of it is invented");
  expect(page).not.toContain("<b>CPI</b>");
  expect((await post(base, { kind: "weather" })).status).toBe(400);
  expect((await fetch(`${base}/calendar/items`)).status).toBe(405);
});

const sendForm = (base: string, headers: Record<string, string>) =>
  fetch(`${base}/calendar/items`, {
    method: "POST",
    redirect: "manual",
    headers,
    body: new URLSearchParams(CPI),
  });

test.each([
  ["of another site", { "sec-fetch-site": "cross-site", origin: "https://evil.example" }],
  ["of another port of this machine", { "sec-fetch-site": "same-site" }],
  ["of an older browser on another site", { origin: "https://evil.example" }],
  ["of a page without an origin", { origin: "null" }],
])(
  "a form %s puts nothing into the calendar, and changes nothing of it",
  async (_whose, headers) => {
    const base = await serve();
    const { id } = (await (await post(base, CPI)).json()) as PublishedItem;
    const before = await itemsAt(base);
    const answer = await sendForm(base, headers);
    expect([answer.status, await answer.json()]).toMatchObject([403, { error: "CROSS_ORIGIN" }]);
    const change = await fetch(`${base}/calendar/items/${id}`, {
      method: "POST",
      headers,
      body: new URLSearchParams({ actual: "9" }),
    });
    expect(change.status).toBe(403);
    expect(await itemsAt(base)).toEqual(before);
  },
);

test("the page's own form is taken, also without an origin as pages without referrers send it", async () => {
  const base = await serve();
  for (const origin of [base, "null"]) {
    const answer = await sendForm(base, { "sec-fetch-site": "same-origin", origin });
    expect(answer.status).toBe(303);
  }
  expect(await itemsAt(base)).toHaveLength(2);
});

test("of what people cause the newest 500 stay, also after a restart", () => {
  const path = join(folder, "calendar.jsonl");
  const caused = new CausedItems(path);
  const body = causeItemBody.parse({ kind: "cpi" });
  const ids = Array.from({ length: 502 }, () => caused.cause(body, NOW).id);
  for (const one of [caused, new CausedItems(path)]) {
    expect(one.items.map(({ id }) => id)).toEqual(ids.slice(2));
  }
});
