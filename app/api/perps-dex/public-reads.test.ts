/** The public reads over HTTP: their bodies, how long and by whom they may be cached, and their cost to the venue. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { GET as readTotals } from "#app/api/public/dex/stats/route.ts";
import { setHttpRuntime } from "#lib/platform/http/runtime.ts";
import type { Decimal } from "#lib/protocol/decimal.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#lib/protocol/durations.ts";
import type { RouteHandler } from "#lib/server/route.ts";
import { insertMinutes } from "#lib/trading/market-data/candles/minute-store.ts";
import { AHEAD, TestHub } from "#lib/trading/market-data/market-hub.testing.ts";
import { setMarketData } from "#lib/trading/market-data/market-hub.ts";
import { GET as readFillBars } from "./fill-kline/route.ts";
import { GET as readFunding } from "./funding/route.ts";
import { GET as readBars } from "./kline/route.ts";
import { GET as readMarkets } from "./markets/route.ts";
import { GET as readInterest } from "./open-interest/route.ts";
import { GET as readTrades } from "./trades/route.ts";

let hub: TestHub;

beforeEach(async () => {
  hub = await TestHub.open();
  setHttpRuntime({
    baseUrl: "http://localhost:3000",
    clock: { now: hub.timers.now },
    log: { error: () => {}, warn: () => {} },
  });
});

afterEach(async () => {
  setMarketData(undefined);
  setHttpRuntime();
  await hub.close();
});

async function start(): Promise<void> {
  await hub.start();
  setMarketData(hub.data);
  await hub.ready();
}

async function read(handler: RouteHandler, query = "", headers: Record<string, string> = {}) {
  const request = new Request(`http://localhost:3000/api${query}`, { headers });
  const response = await handler(request, { params: Promise.resolve({}) });
  const text = await response.text();
  const json = text === "" ? undefined : (JSON.parse(text) as Record<string, unknown>);
  return { status: response.status, headers: response.headers, json };
}

const requests = (path: string) => hub.venue.requests.filter((one) => one === path).length;
const caching = (answer: { headers: Headers }) => answer.headers.get("cache-control");
const known = (answer: { headers: Headers }) => ({
  "if-none-match": answer.headers.get("etag") ?? "",
});

describe("GET /api/perps-dex/markets", () => {
  test("returns the venue's list with an ETag, and 304 to a client that has it", async () => {
    await start();
    const answer = await read(readMarkets);
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject([{ symbol: "BTCUSDC" }, { symbol: "ETHUSDC" }]);
    expect(caching(answer)).toMatch(/^public, max-age=([1-9]|10)$/);
    const again = await read(readMarkets, "", known(answer));
    expect([again.status, again.json, again.headers.get("etag")]).toEqual([
      304,
      undefined,
      answer.headers.get("etag"),
    ]);
    hub.venue.list("SOLUSDC");
    await hub.live(11_000);
    const changed = await read(readMarkets, "", known(answer));
    expect([changed.status, changed.json?.["length"]]).toEqual([200, 3]);
  });

  test("keeps the list with a short lifetime while the venue is away; without a venue from the start it answers 503", async () => {
    hub.venue.failWith = 503;
    await hub.start();
    setMarketData(hub.data);
    const none = await read(readMarkets);
    expect([none.status, none.json?.["error"]]).toEqual([503, "MARKET_DATA_UNAVAILABLE"]);
    expect(none.headers.get("retry-after")).not.toBeNull();
    hub.venue.failWith = undefined;
    await hub.live(3_000);
    expect((await read(readMarkets)).status).toBe(200);
    hub.venue.failWith = 503;
    await hub.live(30_000);
    const stale = await read(readMarkets);
    expect([stale.status, caching(stale)]).toEqual([200, "public, max-age=1"]);
  });
});

describe("GET /api/public/dex/stats", () => {
  test("returns the venue's totals, and reads them at most every two seconds", async () => {
    await start();
    const answers = await Promise.all(Array.from({ length: 20 }, () => read(readTotals)));
    expect(answers[0]?.json).toEqual(hub.venue.totals);
    expect(requests("/v1/stats")).toBe(1);
    expect(caching(answers[0]!)).toBe("public, max-age=2");
    expect((await read(readTotals, "", known(answers[0]!))).status).toBe(304);
    hub.venue.totals = { ...hub.venue.totals, trades_all: 71 };
    await hub.live(2_000);
    const changed = await read(readTotals, "", known(answers[0]!));
    expect([changed.status, changed.json?.["trades_all"]]).toEqual([200, 71]);
  });

  test("keeps the totals with their time while the venue is away, and answers 503 when they were never known", async () => {
    await start();
    hub.venue.failWith = 500;
    const none = await read(readTotals);
    expect([none.status, none.json?.["error"]]).toEqual([503, "MARKET_DATA_UNAVAILABLE"]);
    hub.venue.failWith = undefined;
    await hub.live(1_000);
    await read(readTotals);
    hub.venue.failWith = 500;
    await hub.live(5_000);
    const stale = await read(readTotals);
    expect([stale.status, stale.json?.["as_of"]]).toEqual([200, hub.venue.totals.as_of]);
  });
});

describe("GET /api/perps-dex/trades", () => {
  test("returns the tape, 304 until there is a new fill, and requires revalidation of every copy", async () => {
    hub.venue.trade("BTCUSDC", { price: "100", size: "1", at: 5 });
    await start();
    const first = await read(readTrades, "?market=BTCUSDC");
    expect(first.json).toMatchObject({ results: [{ id: 1, price: "100" }] });
    expect(caching(first)).toBe("no-cache");
    expect((await read(readTrades, "?market=BTCUSDC", known(first))).status).toBe(304);
    hub.venue.trade("BTCUSDC", { price: "101", size: "1", at: hub.timers.now() + AHEAD });
    await hub.live(1_200);
    const second = await read(readTrades, "?market=BTCUSDC", known(first));
    expect(second.json).toMatchObject({ results: [{ id: 1 }, { id: 2 }] });
  });
});

describe("GET /api/perps-dex/fill-kline", () => {
  const BTC = "?market=BTCUSDC&resolution=60";

  test("returns the venue's bars of fills under the names of the mark's bars, and labels them", async () => {
    const at = hub.timers.now() - 600_000;
    hub.venue.trade("BTCUSDC", { price: "100", size: "0.5", at });
    await start();
    const answer = await read(readFillBars, `${BTC}&start_at=${at - 60_000}&end_at=${at + 60_000}`);
    expect(answer.json).toEqual({
      source: "fills",
      results: [
        {
          market: "BTCUSDC",
          interval: "1m",
          start: at - (at % 60_000),
          open: "100",
          high: "100",
          low: "100",
          close: "100",
          volume: "0.5",
        },
      ],
    });
  });

  test("costs the venue one read a second for many requests for the same bars at different moments", async () => {
    await start();
    const end = hub.timers.now() - (hub.timers.now() % 60_000);
    for (let client = 0; client < 30; client += 1) {
      await read(
        readFillBars,
        `${BTC}&start_at=${end - 3_600_000 - client}&end_at=${end + client}`,
      );
    }
    expect(requests("/v1/markets/kline")).toBe(1);
    await hub.live(1_000);
    await read(readFillBars, `${BTC}&start_at=${end - 3_600_000}&end_at=${end}`);
    expect(requests("/v1/markets/kline")).toBe(2);
    await read(readFillBars, `${BTC.replace("60", "300")}&end_at=${end}`);
    expect(requests("/v1/markets/kline")).toBe(3);
  });

  test("answers 503 while the venue is away and the range was never read", async () => {
    await start();
    hub.venue.failWith = 503;
    const answer = await read(readFillBars, BTC);
    expect([answer.status, answer.json?.["error"]]).toEqual([503, "MARKET_DATA_UNAVAILABLE"]);
  });
});

describe("GET /api/perps-dex/funding", () => {
  test("returns the last rate of each hour of seven days, and reads them once a minute", async () => {
    await start();
    const hour = hub.venue.serverTime() - (hub.venue.serverTime() % HOUR_MS);
    const minute = (start: number, fundingRate: string | null) => ({
      market: "BTCUSDC",
      start,
      openInterest: null,
      fundingRate,
      volume: "0" as Decimal,
      liquidatedLong: "0" as Decimal,
      liquidatedShort: "0" as Decimal,
      lastFillId: 0,
    });
    await insertMinutes(hub.db, [
      minute(hour - 8 * DAY_MS, "0.5"),
      minute(hour - 2 * HOUR_MS, "0.0001"),
      minute(hour - 2 * HOUR_MS + 59 * MINUTE_MS, "-0.00025"),
      minute(hour - HOUR_MS, "0.0003"),
      minute(hour - HOUR_MS + MINUTE_MS, null),
    ]);
    const answer = await read(readFunding, "?market=BTCUSDC");
    expect(answer.json).toEqual({
      results: [
        { start: hour - 2 * HOUR_MS, rate: "-0.00025" },
        { start: hour - HOUR_MS, rate: "0.0003" },
      ],
    });
    expect(caching(answer)).toMatch(/^public, max-age=\d+$/);
    await insertMinutes(hub.db, [minute(hour - HOUR_MS + 2 * MINUTE_MS, "0.0004")]);
    expect((await read(readFunding, "?market=BTCUSDC")).json).toEqual(answer.json);
    await hub.timers.advance(MINUTE_MS);
    const later = await read(readFunding, "?market=BTCUSDC");
    expect(later.json?.["results"]).toContainEqual({ start: hour - HOUR_MS, rate: "0.0004" });
  });
});

describe("GET /api/perps-dex/open-interest", () => {
  test("returns the last open interest of each hour of seven days", async () => {
    await start();
    const hour = hub.venue.serverTime() - (hub.venue.serverTime() % HOUR_MS);
    const minute = (start: number, openInterest: string | null) => ({
      market: "BTCUSDC",
      start,
      openInterest: openInterest as Decimal | null,
      fundingRate: null,
      volume: "0" as Decimal,
      liquidatedLong: "0" as Decimal,
      liquidatedShort: "0" as Decimal,
      lastFillId: 0,
    });
    await insertMinutes(hub.db, [
      minute(hour - 8 * DAY_MS, "9"),
      minute(hour - HOUR_MS, "1.5"),
      minute(hour - HOUR_MS + 58 * MINUTE_MS, "2.25"),
      minute(hour - HOUR_MS + 59 * MINUTE_MS, null),
    ]);
    const answer = await read(readInterest, "?market=BTCUSDC");
    expect(answer.json).toEqual({
      results: [{ start: hour - HOUR_MS, open_interest: "2.25" }],
    });
    expect(caching(answer)).toMatch(/^public, max-age=\d+$/);
  });
});

const BAD_RESOLUTION = "?market=BTCUSDC&resolution=61";
const BACKWARDS = "?market=BTCUSDC&resolution=60&start_at=2&end_at=1";

test.each([
  { name: "trades without a market", handler: readTrades, query: "" },
  { name: "bars of no interval", handler: readFillBars, query: BAD_RESOLUTION },
  { name: "bars of a range that ends before it begins", handler: readFillBars, query: BACKWARDS },
])("$name are refused", async ({ handler, query }) => {
  await start();
  const answer = await read(handler, query);
  expect([answer.status, answer.json?.["error"]]).toEqual([400, "MALFORMED_QUERY"]);
});

test.each([
  { name: "trades", handler: readTrades, query: "?market=NOPE" },
  { name: "bars", handler: readFillBars, query: "?market=NOPE&resolution=60" },
  { name: "funding rates", handler: readFunding, query: "?market=NOPE" },
  { name: "open interest", handler: readInterest, query: "?market=NOPE" },
])("$name of an unknown market are not found", async ({ handler, query }) => {
  await start();
  const answer = await read(handler, query);
  expect([answer.status, answer.json?.["error"]]).toEqual([404, "MARKET_NOT_FOUND"]);
});

test("bars answer 503 with a time to retry while the database is away, and are available again after it", async () => {
  await start();
  hub.isStoreUnavailable = true;
  const query = "?market=BTCUSDC&resolution=60";
  const away = await read(readBars, query);
  expect(away.status).toBe(503);
  expect(away.json).toMatchObject({ error: "MARKET_DATA_UNAVAILABLE" });
  expect(Number(away.headers.get("retry-after"))).toBeGreaterThan(0);
  hub.isStoreUnavailable = false;
  expect((await read(readBars, query)).status).toBe(200);
});
