/** Pyth's history against a server in its documented form. */

import { afterEach, describe, expect, test } from "vitest";
import { Secret } from "#lib/kernel/env.ts";
import { ManualTimers } from "#lib/kernel/time/timers.testing.ts";
import type { Decimal } from "#lib/protocol/decimal.ts";
import { DAY_MS } from "#lib/protocol/durations.ts";
import { marketScale } from "#lib/protocol/market/markets.ts";
import { captureLog } from "#services/oracle/testing/log.ts";
import { refuse, type Step, StreamServer } from "#services/oracle/testing/stream-server.ts";
import { firstPage } from "./history.ts";
import { pythHistory } from "./pyth.ts";

const KEY = "the-key-of-pyth";
const NOW = Date.parse("2026-11-21T15:00:30Z");
const scale = marketScale({
  price_tick: "0.1" as Decimal,
  base_lot_size: "0.00001" as Decimal,
});

let server: StreamServer;
afterEach(() => server.stop());

async function open(script: Step[], key: string | null = KEY) {
  server = await StreamServer.start(...script);
  const { log, lines } = captureLog();
  const timers = new ManualTimers(NOW);
  const history = pythHistory({
    url: `${server.url}/v1/real_time`,
    apiKey: key === null ? undefined : new Secret(key),
    symbols: new Map([["BTCUSDC", "Crypto.BTC/USD"]]),
    markets: () => new Map([["BTCUSDC", scale]]),
    clock: timers,
    log,
  });
  return { history, lines, timers };
}

/** Answers with this text as JSON. */
const say =
  (text: string): Step =>
  (response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(text);
  };

const EMPTY = say('{"s":"ok","t":[],"o":[],"h":[],"l":[],"c":[],"v":[]}');

/** Unix seconds, minutes before now. */
const minute = (back: number) => Math.floor(NOW / 60_000) * 60 - back * 60;
const requestedRange = (index: number) => {
  const { searchParams } = server.requests[index]!.url;
  return [Number(searchParams.get("from")), Number(searchParams.get("to"))];
};

describe("a page of history", () => {
  test("has the bars of the range, rounded to the tick, from numbers that never were floats", async () => {
    const [first, second] = [minute(3), minute(2)];
    const { history } = await open([
      say(
        `{"s":"ok","t":[${first},${second}],"o":[64000.04999999999999999,64001],"h":[64001.05,6.40021e4],` +
          `"l":[63999.9,64000.5],"c":[64001,64000.55],"v":[0,0]}`,
      ),
    ]);
    const query = { market: "BTCUSDC", startAt: first * 1000, endAt: NOW + DAY_MS };
    expect(await history.page(query)).toEqual([
      {
        start: first * 1000,
        open: "64000",
        high: "64001.1",
        low: "63999.9",
        close: "64001",
        volume: "0",
      },
      {
        start: second * 1000,
        open: "64001",
        high: "64002.1",
        low: "64000.5",
        close: "64000.6",
        volume: "0",
      },
    ]);
    const { url, authorization } = server.requests[0]!;
    expect(url.pathname).toBe("/v1/real_time/history");
    expect(url.searchParams.get("symbol")).toBe("Crypto.BTC/USD");
    expect(url.searchParams.get("resolution")).toBe("1");
    expect(authorization).toBe(`Bearer ${KEY}`);
    // Both ends are inclusive there, and the running minute is not over.
    expect(requestedRange(0)).toEqual([first, minute(0) - 1]);
  });

  test("is searched a day at a time, across days without prices", async () => {
    const start = minute(3 * 1_440);
    const bar = minute(1_440);
    const { history } = await open([
      EMPTY,
      EMPTY,
      say(`{"s":"ok","t":[${bar}],"o":[1],"h":[1],"l":[1],"c":[1]}`),
    ]);
    const page = await history.page({ market: "BTCUSDC", startAt: start * 1000, endAt: NOW });
    expect(page?.map((found) => found.start)).toEqual([bar * 1000]);
    expect([requestedRange(0), requestedRange(1), requestedRange(2)]).toEqual([
      [start, start + 86_399],
      [start + 86_400, start + 172_799],
      [start + 172_800, start + 259_199],
    ]);
  });

  test("is empty when there are no more bars", async () => {
    const { history } = await open([EMPTY]);
    const startAt = minute(10) * 1000;
    expect(await history.page({ market: "BTCUSDC", startAt, endAt: NOW })).toEqual([]);
    expect(await history.page({ market: "BTCUSDC", startAt: NOW, endAt: NOW + DAY_MS })).toEqual(
      [],
    );
    expect(server.requests).toHaveLength(1);
  });

  test("leaves out rows that are not bars of the range", async () => {
    const good = minute(5);
    const times = [good, good + 1, minute(9), minute(4), minute(3)].join(",");
    const { history } = await open([
      say(
        `{"s":"ok","t":[${times}],"o":[5,5,5,9,5],"h":[6,6,6,6,6],"l":[4,4,4,4,4],"c":[5,5,5,5]}`,
      ),
    ]);
    const page = await history.page({ market: "BTCUSDC", startAt: good * 1000, endAt: NOW });
    expect(page?.map(({ start }) => start)).toEqual([good * 1000]);
  });
});

describe("an empty history", () => {
  const query = { market: "BTCUSDC", startAt: minute(10) * 1000, endAt: NOW };

  test("is the answer for a market without a feed, and for every market without a key", async () => {
    const { history } = await open([EMPTY]);
    expect(await history.page({ ...query, market: "DOGEUSDC" })).toBeUndefined();
    await server.stop();
    const keyless = await open([EMPTY], null);
    expect(await keyless.history.page(query)).toBeUndefined();
    expect(server.requests).toEqual([]);
  });

  test("is the answer to a refused key, which is logged without the key", async () => {
    const { history, lines } = await open([refuse(403, "no history in this plan")]);
    expect(await history.page(query)).toEqual([]);
    expect(lines[0]).toContain("no history in this plan");
    expect(lines.join()).not.toContain(KEY);
  });

  test.each([
    ["a failing server", refuse(503, "away")],
    ["a rate limit", refuse(429, "slow down")],
    ["another form", say('{"s":"error","errmsg":"x"}')],
    ["no valid JSON", say("<html>")],
  ])("is not concluded from %s: that is an error", async (_, step) => {
    const { history } = await open([step]);
    await expect(history.page(query)).rejects.toBeInstanceOf(Error);
  });

  test("is the answer after a service has failed for 30 s, until it answers again", async () => {
    const failing = Array.from({ length: 3 }, () => refuse(503, "away"));
    const bar = say(`{"s":"ok","t":[${minute(5)}],"o":[1],"h":[1],"l":[1],"c":[1]}`);
    const { history, timers } = await open([...failing, bar, refuse(503, "away")]);
    await expect(history.page(query)).rejects.toThrow("answered 503: away");
    await timers.advance(29_999);
    await expect(history.page(query)).rejects.toThrow("answered 503: away");
    await timers.advance(1);
    expect(await history.page(query)).toEqual([]);
    expect(await history.page(query)).toHaveLength(1);
    await expect(history.page(query)).rejects.toThrow("answered 503: away");
  });

  test("is not concluded from one failure long after another", async () => {
    const { history, timers } = await open([refuse(503, "away")]);
    await expect(history.page(query)).rejects.toThrow("answered 503: away");
    await timers.advance(60_000);
    await expect(history.page(query)).rejects.toThrow("answered 503: away");
    await timers.advance(29_999);
    await expect(history.page(query)).rejects.toThrow("answered 503: away");
    await timers.advance(1);
    expect(await history.page(query)).toEqual([]);
  });

  test("of a failing source is never filled from a lighter source", async () => {
    const lighter = { page: () => Promise.reject(new Error("asked")) };
    const { history, timers } = await open([refuse(503, "away")]);
    await expect(firstPage([history, lighter], query)).rejects.toThrow("answered 503: away");
    await timers.advance(30_000);
    expect(await firstPage([history, lighter], query)).toEqual([]);
    await expect(firstPage([history, lighter], { ...query, market: "DOGEUSDC" })).rejects.toThrow(
      "asked",
    );
  });
});
