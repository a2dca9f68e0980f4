/** Sources of news over HTTP: each configured one with its state. */

import { afterEach, beforeEach, expect, test } from "vitest";
import { sourcesAt } from "#lib/catalysts/news/read-sources.ts";
import type { NewsSource } from "#lib/catalysts/news/sources/news-source.ts";
import { NewsWorld } from "#lib/catalysts/testing/news-world.testing.ts";
import { SOURCE } from "#lib/catalysts/testing/stored-news.testing.ts";
import { setHttpRuntime } from "#lib/platform/http/runtime.ts";
import { HOUR_MS } from "#lib/protocol/durations.ts";
import { NewsSources } from "#lib/protocol/wire/catalysts.ts";
import { GET } from "./route.ts";

const NOON = Date.UTC(2026, 4, 1, 12);

let news: NewsWorld;
beforeEach(async () => {
  news = await NewsWorld.open();
  const log = { error: () => {}, warn: () => {} };
  setHttpRuntime({ baseUrl: "http://localhost:3000", clock: { now: () => NOON }, log });
});
afterEach(async () => {
  setHttpRuntime();
  await news.close();
});

const named = (name: string): NewsSource => ({ ...SOURCE, name });

test("a source is waiting, fresh, silent or failing", async () => {
  const read = { lastReadAt: new Date(NOON), kind: "rss" };
  const save = (name: string, change: object) => news.setState(named(name), change);
  await save("fresh", { ...read, lastItemAt: new Date(NOON - HOUR_MS) });
  await save("silent", { ...read, lastItemAt: new Date(NOON - 25 * HOUR_MS) });
  await save("failing", {
    ...read,
    lastItemAt: new Date(NOON),
    failures: 2,
    error: "http_status 503",
  });
  await save("of-before", { ...read, failures: 1, error: "it is gone" });
  await save("not-configured", read);
  await news.deliver(NOON - HOUR_MS, { url: "https://a.example/1", headline: "A quiet day" });
  await news.deliver(NOON - 1, { url: "https://a.example/2", headline: "Another" });
  const names = ["wire", "fresh", "silent", "failing", "of-before"];
  const sources = await sourcesAt(names.map(named), NOON);
  expect(NewsSources.parse(sources)).toEqual(sources);
  expect(
    sources.results.map(({ name, state, error, http_status: status }) => [
      name,
      state,
      error,
      status,
    ]),
  ).toEqual([
    ["wire", "waiting", null, null],
    ["fresh", "fresh", null, null],
    ["silent", "silent", null, null],
    ["failing", "failing", "http_status", 503],
    ["of-before", "failing", null, null],
  ]);
  expect(sources.results[0]?.items_per_day).toBe(2);
  expect(sources.results[1]).toEqual({
    name: "fresh",
    publisher: "wire.example",
    kind: "rss",
    simulated: false,
    state: "fresh",
    last_read_at: "2026-05-01T12:00:00.000Z",
    last_item_at: "2026-05-01T11:00:00.000Z",
    items_per_day: 0,
    error: null,
    http_status: null,
  });
});

test("the stored state of another publisher under the same name is not shown", async () => {
  await news.setState(SOURCE, {
    publisher: "old.example",
    error: "old",
    failures: 1,
  });
  const { results } = await sourcesAt([SOURCE], NOON);
  expect(results).toMatchObject([{ publisher: "wire.example", state: "waiting", error: null }]);
});

test("without feeds, the venue is the only source", async () => {
  const request = new Request("http://localhost:3000/api/public/catalysts/sources");
  const response = await GET(request, { params: Promise.resolve({}) });
  expect(await response.json()).toMatchObject({ results: [{ name: "venue", state: "waiting" }] });
});
