/** News over HTTP: fields of the contract, search by words and assets, windows and pages. */

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { NewsWorld } from "#lib/catalysts/testing/news-world.testing.ts";
import { setHttpRuntime } from "#lib/platform/http/runtime.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import { NewsList } from "#lib/protocol/wire/catalysts.ts";
import { GET } from "./route.ts";

const NOON = Date.UTC(2026, 4, 1, 12);
const EVENT = `evt_${"0".repeat(24)}`;
const OTHER_EVENT = `evt_${"1".repeat(24)}`;

let news: NewsWorld;

beforeEach(async () => {
  news = await NewsWorld.open();
  const log = { error: () => {}, warn: () => {} };
  setHttpRuntime({ baseUrl: "http://localhost:3000", clock: { now: () => NOON }, log });
  await news.deliver(NOON, {
    url: "https://a.example/1",
    headline: "Kraken hacked, $120 million drained",
  });
  await news.deliver(NOON + MINUTE_MS, {
    url: "https://a.example/2",
    headline: "Binance lists Solana futures",
    summary: "100% margin_free",
  });
  await news.deliver(NOON + 2 * MINUTE_MS, { url: "https://a.example/3", headline: "A quiet day" });
});
afterEach(async () => {
  setHttpRuntime();
  await news.close();
});

async function read(query: Record<string, string> = {}) {
  const url = `http://localhost:3000/api/public/news?${new URLSearchParams(query).toString()}`;
  const response = await GET(new Request(url), { params: Promise.resolve({}) });
  return { status: response.status, json: (await response.json()) as NewsList };
}

const urlsOf = ({ json }: { json: NewsList }) =>
  json.results.map(({ url }) => Number(url.slice(-1)));
const at = (minutes: number) => new Date(NOON + minutes * MINUTE_MS).toISOString();

test("an item has the fields of the contract, and no sentiment unless it reports an event", async () => {
  const { status, json } = await read();
  expect(status).toBe(200);
  expect(NewsList.parse(json)).toEqual(json);
  expect(json.results.map(({ type, sentiment, assets }) => [type, sentiment, assets])).toEqual([
    [null, null, []],
    ["listing", { direction: "positive", confidence: 0.8 }, ["SOL"]],
    ["hack", { direction: "negative", confidence: 0.9 }, []],
  ]);
  expect(json.results[2]).toMatchObject({
    publisher: "a.example",
    simulated: false,
    recorded_at: at(0),
    role: "report",
    catalyst_id: null,
  });
});

describe("a list", () => {
  test("finds items that contain all words in any order and case, and takes no pattern", async () => {
    expect(urlsOf(await read({ query: "SOLANA binance" }))).toEqual([2]);
    expect(urlsOf(await read({ query: "solana kraken" }))).toEqual([]);
    expect(urlsOf(await read({ query: "100%" }))).toEqual([2]);
    expect(urlsOf(await read({ query: "1%0" }))).toEqual([]);
    expect(urlsOf(await read({ query: "margin-free" }))).toEqual([]);
    expect(urlsOf(await read({ query: "' OR 1=1 --" }))).toEqual([]);
  });

  test("has items about an asset, and not those that only mention it", async () => {
    expect(urlsOf(await read({ asset: "SOL" }))).toEqual([2]);
    expect(urlsOf(await read({ asset: "BNB" }))).toEqual([]);
  });

  test("includes `from` and excludes `to`", async () => {
    expect(urlsOf(await read({ from: at(1) }))).toEqual([3, 2]);
    expect(urlsOf(await read({ from: at(1), to: at(2) }))).toEqual([2]);
  });

  test("has new items, even after a clock ran far ahead", async () => {
    const yearAhead = NOON + 365 * 24 * 60 * MINUTE_MS;
    await news.deliver(yearAhead, { url: "https://a.example/4", headline: "A day ahead" });
    await news.deliver(NOON + 3 * MINUTE_MS, {
      url: "https://a.example/5",
      headline: "A quiet evening",
    });
    expect(urlsOf(await read({ query: "quiet" }))).toEqual([5, 3]);
  });

  test("has each item exactly once over all its pages", async () => {
    const urls: number[] = [];
    let cursor: string | null = null;
    do {
      const page = await read({ limit: "1", ...(cursor === null ? {} : { cursor }) });
      urls.push(...urlsOf(page));
      cursor = page.json.next;
    } while (cursor !== null);
    expect(urls).toEqual([3, 2, 1]);
  });

  test("has only the newest version of an item", async () => {
    const changed = { url: "https://a.example/1", headline: "Kraken denies it was hacked" };
    await news.deliver(NOON + 3 * MINUTE_MS, changed);
    const { json } = await read();
    expect(json.results.map(({ headline }) => headline)).toEqual([
      changed.headline,
      "A quiet day",
      "Binance lists Solana futures",
    ]);
    expect(urlsOf(await read({ query: "drained" }))).toEqual([]);
  });
});

test("an item names the catalyst that it supports, also after a split", async () => {
  const [item] = (await read({ query: "kraken" })).json.results;
  const evidence = (catalystId: string, minutes: number, belongs: boolean) =>
    news.setEvidence(catalystId, item?.id ?? "", { at: NOON + minutes * MINUTE_MS, belongs });
  await evidence(EVENT, 1, true);
  expect((await read({ query: "kraken" })).json.results[0]?.catalyst_id).toBe(EVENT);
  await evidence(EVENT, 2, false);
  expect((await read({ query: "kraken" })).json.results[0]?.catalyst_id).toBeNull();
  await evidence(OTHER_EVENT, 2, true);
  expect((await read({ query: "kraken" })).json.results[0]?.catalyst_id).toBe(OTHER_EVENT);
});

test.each([
  [{ cursor: "evt_1" }, "cursor"],
  [{ cursor: "99999999999999999" }, "cursor"],
  [{ from: "yesterday" }, "from"],
  [{ limit: "501" }, "limit"],
  [{ asset: "sol" }, "asset"],
  [{ query: "" }, "query"],
  [{ type: "hack" }, "type"],
])("the query %o is refused", async (query, parameter) => {
  const { status, json } = await read(query);
  expect(status).toBe(400);
  expect(json).toMatchObject({
    error: "MALFORMED_QUERY",
    message: expect.stringContaining(parameter),
  });
});
