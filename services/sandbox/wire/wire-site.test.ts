/** The simulated publishers over HTTP, and the page on which a person causes an event. */
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { toErrorBody } from "#lib/kernel/errors/errors.ts";
import { createLogger } from "#lib/kernel/log/log.ts";
import { SIMULATED_MARKETS } from "#services/sandbox/prices/market-terms.ts";
import { PriceStream } from "#services/sandbox/prices/price-stream.ts";
import { SimulatedPrices } from "#services/sandbox/prices/simulated-prices.ts";
import { CausedEvents } from "#services/sandbox/story/caused-events.ts";
import { feedPath, PUBLISHERS } from "#services/sandbox/story/publishers.ts";
import { Newsroom } from "./newsroom.ts";
import { WireSite } from "./wire-site.ts";

const NOW = Date.parse("2026-05-03T12:34:20Z");
const HACK = { kind: "hack", asset: "SOL", report_after_seconds: 20, second_after_seconds: 60 };

let folder: string;
let now: number;
let prices: SimulatedPrices;
const servers: Server[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "wire-"));
  now = NOW;
  prices = new SimulatedPrices({ markets: SIMULATED_MARKETS, seed: "1", folder, historyDays: 1 });
  prices.open(now);
});
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** As the process starts it, over the same folder. */
async function serve(seed?: string): Promise<string> {
  const clock = { now: () => now };
  const log = createLogger("sandbox", "silent");
  const stream = new PriceStream({ prices, feed: "simulated", clock, log });
  const caused = new CausedEvents(join(folder, "story.jsonl"));
  const newsroom = new Newsroom({ seed, caused, clock });
  const site = new WireSite({ newsroom, caused, prices, stream, clock });
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

const post = (base: string, body: unknown) =>
  fetch(`${base}/story/events`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
const textOf = async (url: string) => (await fetch(url)).text();
const solPrice = () => Number(prices.current(now)["SOLUSDC"]);

test("each publisher has a feed of at most 50 items, none from the future, and says that it is simulated", async () => {
  const base = await serve("1");
  for (const publisher of PUBLISHERS) {
    const response = await fetch(`${base}${feedPath(publisher)}`);
    const text = await response.text();
    expect(response.headers.get("content-type")).toMatch(/rss|atom|feed\+json/);
    expect(text).toContain(publisher.name);
    const dates = [
      ...text.matchAll(/<(?:pubDate|published)>([^<]+)|"date_published":"([^"]+)"/g),
    ].map(([, xml, json]) => Date.parse(xml ?? json ?? ""));
    expect(dates.length).toBeGreaterThan(10);
    expect(dates.length).toBeLessThanOrEqual(50);
    expect(dates.every((date) => date <= now)).toBe(true);
    expect(dates).toEqual(dates.toSorted((a, b) => b - a));
  }
});

test("a feed that did not change is not sent again, until something is published", async () => {
  const base = await serve("1");
  const url = `${base}/wire/ledger-courier.rss`;
  const etag = (await fetch(url)).headers.get("etag") ?? "";
  const again = () => fetch(url, { headers: { "if-none-match": etag } });
  expect((await again()).status).toBe(304);
  await post(base, HACK);
  expect((await again()).status).toBe(304);
  now += 20_000;
  const changed = await again();
  expect(changed.status).toBe(200);
  expect(changed.headers.get("etag")).not.toBe(etag);
});

test("nothing tells which items are attacks, or of which event they are", async () => {
  const base = await serve("1");
  const texts = await Promise.all(
    PUBLISHERS.map((publisher) => textOf(`${base}${feedPath(publisher)}`)),
  );
  for (const text of texts) expect(text).not.toMatch(/eventId|event_id|poison|chatter|homonym/);
});

test("an article is a page that says that it is simulated, and shows an attack as text", async () => {
  const base = await serve("1");
  const { items } = JSON.parse(await textOf(`${base}/wire/chain-signals.json`)) as {
    items: { url: string; title: string }[];
  };
  const page = await textOf(items[0]?.url ?? "");
  expect(page).toContain("Simulated news");
  expect(await textOf(`${base}/wire`)).not.toMatch(/<script|<img/);
  expect((await fetch(`${base}/wire/items/0000000000000000`)).status).toBe(404);
});

test("an event that a person causes moves the price at once, and is reported later by two publishers", async () => {
  const base = await serve();
  const before = solPrice();
  const answer = await post(base, HACK);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ simulated: true, size: -0.04 });
  expect(solPrice() / before).toBeCloseTo(0.96, 3);
  const publishedBy = async () =>
    (await Promise.all(PUBLISHERS.map((one) => textOf(`${base}${feedPath(one)}`)))).filter((text) =>
      text.includes("wire/items/"),
    ).length;
  expect(await publishedBy()).toBe(0);
  now += 20_000;
  expect(await publishedBy()).toBe(1);
  now += 40_000;
  expect(await publishedBy()).toBe(2);
});

test("what a person caused is published after a restart too, with the same words", async () => {
  await post(await serve(), HACK);
  now += 60_000;
  const before = await textOf(`${await serve()}/wire`);
  // What the headlines say depends on the event's own id.
  expect(before.match(/<article/g)).toHaveLength(2);
  expect(await textOf(`${await serve()}/wire`)).toBe(before);
});

test("an event can go unreported, move nothing, or move every market", async () => {
  const base = await serve();
  const silent = await post(base, { kind: "hack", asset: "SOL", report_after_seconds: null });
  expect(await silent.json()).toMatchObject({ items: [] });
  const before = prices.current(now);
  await post(base, { kind: "unlock", asset: "SOL", size_percent: 0 });
  expect(prices.current(now)).toEqual(before);
  await post(base, { kind: "macro", asset: "BTC", direction: "positive", size_percent: 2 });
  for (const [market, price] of Object.entries(prices.current(now))) {
    expect(Number(price) / Number(before[market])).toBeCloseTo(1.02, 3);
  }
});

test.each([
  [{ kind: "storm", asset: "SOL" }, "kind"],
  [{ kind: "hack", asset: "NONE" }, "asset"],
  [{ kind: "hack", asset: "SOL", direction: "positive" }, "direction"],
  [{ kind: "hack", asset: "SOL", size_percent: 90 }, "size_percent"],
  [{ kind: "hack", asset: "SOL", report_after_seconds: -1 }, "report_after_seconds"],
  [{ kind: "hack", asset: "SOL", price: 1 }, "price"],
])("refuses %j, and names the field", async (body, field) => {
  const base = await serve();
  const before = prices.current(now);
  const answer = await post(base, body);
  expect(answer.status).toBe(400);
  expect(JSON.stringify(await answer.json())).toContain(field);
  expect(prices.current(now)).toEqual(before);
});

test("the page's form causes the same, and leads back to the page", async () => {
  const base = await serve();
  expect(await textOf(`${base}/story`)).toContain('action="/story/events"');
  const before = solPrice();
  const answer = await fetch(`${base}/story/events`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ kind: "hack", asset: "SOL", size_percent: "3" }),
  });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/story?caused=SOL"]);
  expect(solPrice() / before).toBeCloseTo(0.97, 3);
  expect((await fetch(`${base}/story/events`)).status).toBe(405);
  expect((await fetch(`${base}/wire/none.rss`)).status).toBe(404);
});

test.each([
  ["of another site", { "sec-fetch-site": "cross-site", origin: "https://evil.example" }],
  ["of another port of this machine", { "sec-fetch-site": "same-site" }],
  ["of an older browser on another site", { origin: "https://evil.example" }],
  ["of a page without an origin", { origin: "null" }],
])("a form %s causes nothing", async (_whose, headers) => {
  const base = await serve();
  const before = solPrice();
  const answer = await fetch(`${base}/story/events`, {
    method: "POST",
    headers,
    body: new URLSearchParams({ kind: "hack", asset: "SOL" }),
  });
  expect([answer.status, await answer.json()]).toMatchObject([403, { error: "CROSS_ORIGIN" }]);
  expect(solPrice()).toBe(before);
});

test("the page's own form is told apart by its origin", async () => {
  const base = await serve();
  const answer = await fetch(`${base}/story/events`, {
    method: "POST",
    redirect: "manual",
    headers: { "sec-fetch-site": "same-origin", origin: base },
    body: new URLSearchParams({ kind: "hack", asset: "SOL" }),
  });
  expect(answer.status).toBe(303);
});
