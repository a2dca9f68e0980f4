/** JSON lists of services, by samples with the fields of their documentation. */
import { describe, expect, test } from "vitest";
import { parseNews } from "./parse-feed.ts";

const NOON = Date.UTC(2026, 4, 1, 12);
const parsed = (value: unknown) =>
  parseNews({
    bytes: Buffer.from(JSON.stringify(value)),
    contentType: "application/json",
    url: "https://service.example/list",
    simulatedOrigin: undefined,
    now: NOON,
  });

const okx = (details: unknown[]) => ({
  code: "0",
  msg: "",
  data: [{ totalPage: "1", details }],
});
const bybit = (list: unknown[]) => ({
  retCode: 0,
  retMsg: "OK",
  result: { total: list.length, list },
  time: NOON,
});
const cryptoPanic = (results: unknown[]) => ({ next: null, previous: null, results });
const gdelt = (articles: unknown[]) => ({ articles });

const SAMPLES = [
  {
    kind: "okx",
    list: okx([
      {
        annType: "announcements-new-listings",
        title: "OKX to list perpetual futures for SUI",
        url: "https://www.okx.com/help/okx-to-list-sui",
        pTime: String(NOON - 1_000),
        businessPTime: "",
      },
    ]),
    item: {
      url: "https://www.okx.com/help/okx-to-list-sui",
      publisher: "okx.com",
      headline: "OKX to list perpetual futures for SUI",
      summary: "",
      publishedAt: NOON - 1_000,
    },
  },
  {
    kind: "bybit",
    list: bybit([
      {
        title: "New listing: NEAR/USDT",
        description: "Deposits are <b>open</b> now.",
        type: { title: "New Listings", key: "new_crypto" },
        tags: ["Spot"],
        url: "https://announcements.bybit.com/article/near?category=new",
        dateTimestamp: NOON - 2_000,
      },
    ]),
    item: {
      url: "https://announcements.bybit.com/article/near?category=new",
      publisher: "announcements.bybit.com",
      headline: "New listing: NEAR/USDT",
      summary: "Deposits are open now.",
      publishedAt: NOON - 2_000,
    },
  },
  {
    kind: "cryptopanic",
    list: cryptoPanic([
      {
        id: 1,
        kind: "news",
        title: "Kraken hacked",
        description: null,
        url: "https://cryptopanic.com/news/1/kraken-hacked",
        original_url: "https://wire.example/kraken-hacked",
        published_at: "2026-05-01T11:59:57Z",
      },
    ]),
    item: {
      url: "https://wire.example/kraken-hacked",
      publisher: "wire.example",
      headline: "Kraken hacked",
      summary: "",
      publishedAt: NOON - 3_000,
    },
  },
  {
    kind: "gdelt",
    list: gdelt([
      {
        url: "https://paper.example/sec-sues",
        url_mobile: "",
        title: "SEC sues exchange",
        seendate: "20260501T115900Z",
        domain: "paper.example",
        language: "English",
      },
    ]),
    item: {
      url: "https://paper.example/sec-sues",
      publisher: "paper.example",
      headline: "SEC sues exchange",
      summary: "",
      publishedAt: NOON - 60_000,
    },
  },
];

describe.each(SAMPLES)("a list of $kind", ({ kind, list, item }) => {
  test("is recognised by its content", () => {
    const feed = parsed(list);
    expect(feed.kind).toBe(kind);
    expect(feed.items).toEqual([{ id: expect.stringMatching(/^nws_/), ...item }]);
  });
});

test("a link over plain HTTP becomes one with TLS", () => {
  const { items } = parsed(gdelt([{ title: "Hacked", url: "http://a.example/1" }]));
  expect(items.map(({ url }) => url)).toEqual(["https://a.example/1"]);
});

describe("a malformed entry loses only its own item:", () => {
  test.each([
    ["no address", okx([{ title: "OKX lists SUI", pTime: "1" }])],
    ["no title", bybit([{ url: "https://a.example/1", dateTimestamp: NOON }])],
    ["a link without TLS", cryptoPanic([{ title: "Hacked", url: "http://a.example:8080/1" }])],
    ["a link that runs a script", gdelt([{ title: "Hacked", url: "javascript:alert(1)" }])],
  ])("%s", (_, list) => {
    expect(parsed(list).items).toEqual([]);
  });

  test.each([
    ["of no number", okx([{ title: "OKX lists SUI", url: "https://a.example/1", pTime: "soon" }])],
    ["far ahead", bybit([{ title: "New", url: "https://a.example/1", dateTimestamp: 9e15 }])],
    ["of no form", cryptoPanic([{ title: "New", url: "https://a.example/1", published_at: "?" }])],
    ["of another form", gdelt([{ title: "New", url: "https://a.example/1", seendate: "today" }])],
  ])("a date %s", (_, list) => {
    expect(parsed(list).items).toMatchObject([{ publishedAt: null }]);
  });
});

test("an error response is not a list", () => {
  for (const refusal of [
    { code: "50011", msg: "Too Many Requests" },
    { retCode: 10_006, retMsg: "Too many visits!", result: {} },
    { status: "api_error", info: "Token not found" },
  ]) {
    expect(() => parsed(refusal)).toThrow("feed format");
  }
});
