import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import type { z } from "zod";
import { jsonGet, keepAliveAgent, UpstreamError } from "#lib/kernel/http/http-client.ts";
import {
  BestBidOffer,
  BlockHead,
  Markets,
  OrderBook,
  TradePage,
  VenueFillBars,
  VenueTime,
  VenueTotals,
} from "#lib/protocol/wire/market.ts";
import { alterationsOf } from "#lib/protocol/wire/records.testing.ts";
import { testMarket } from "#lib/trading/market-data/market-data.testing.ts";
import { createVenueClient, type VenueClient } from "./client.ts";

let server: http.Server | undefined;
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server === undefined ? resolve(0) : server.close(resolve)));
  server = undefined;
});

async function serve(handler: http.RequestListener): Promise<string> {
  const started = http.createServer(handler);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}`;
}

async function failureOf(promise: Promise<unknown>): Promise<UpstreamError> {
  const thrown: unknown = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(thrown instanceof UpstreamError))
    throw new Error(`not an UpstreamError: ${String(thrown)}`);
  return thrown;
}

describe("a read of the venue fails in defined ways only", () => {
  test("silence is a timeout, also in the middle of the body", async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200).write('{"server_');
    });
    expect((await failureOf(createVenueClient(url, 100).time())).failure).toBe("timeout");
  });

  test("nobody there is unreachable", async () => {
    const failure = await failureOf(createVenueClient("http://127.0.0.1:1").time());
    expect(failure.failure).toBe("unreachable");
  });

  test("another address of the venue is asked where nobody is there", async () => {
    const url = await serve((_request, response) => response.end('{"server_time":12}'));
    expect(await createVenueClient(`http://127.0.0.1:1,${url}`).time()).toBe(12);
  });

  test("an error status is kept", async () => {
    const url = await serve((_request, response) => response.writeHead(503).end("{}"));
    expect(await failureOf(createVenueClient(url).time())).toMatchObject({
      failure: "status",
      status: 503,
    });
  });

  test.each([
    ["7", 7_000],
    ["0", 0],
    ["86400", 60_000],
    ["99999999999999999999999", 60_000],
    ["-1", undefined],
    ["soon", undefined],
    [undefined, undefined],
  ])("a 429 tells how long to wait, a minute at most: Retry-After %s", async (header, waitMs) => {
    const url = await serve((_request, response) => {
      if (header !== undefined) response.setHeader("retry-after", header);
      response.writeHead(429).end("{}");
    });
    const failure = await failureOf(createVenueClient(url).time());
    expect([failure.failure, failure.status, failure.retryAfterMs]).toEqual([
      "status",
      429,
      waitMs,
    ]);
  });

  test("an answer beyond the limit is cut off", async () => {
    const url = await serve((_request, response) => response.end(`"${"x".repeat(5_000)}"`));
    const options = { agent: keepAliveAgent(url), timeoutMs: 1_000, maxBytes: 1_000 };
    expect((await failureOf(jsonGet(url, options))).failure).toBe("too_large");
  });

  test.each([
    ["no JSON", "<html>"],
    ["another shape", '{"server_time":"soon"}'],
  ])("%s is unexpected", async (_name, body) => {
    const url = await serve((_request, response) => response.end(body));
    expect((await failureOf(createVenueClient(url).time())).failure).toBe("unexpected");
  });

  test("a redirect is not followed", async () => {
    const url = await serve((_request, response) =>
      response.writeHead(302, { location: "http://127.0.0.1:1/" }).end(),
    );
    expect(await failureOf(createVenueClient(url).time())).toMatchObject({ status: 302 });
  });

  test("a connection that the venue closed while it was idle is replaced without a failure", async () => {
    let seen = 0;
    const url = await serve((request, response) => {
      seen += 1;
      if (seen === 2) request.socket.resetAndDestroy();
      else response.end('{"server_time":5}');
    });
    const venue = createVenueClient(url);
    expect([await venue.time(), await venue.time()]).toEqual([5, 5]);
    expect(seen).toBe(3);
    venue.close();
  });

  test("the book keeps the venue's own order of prices", async () => {
    const text = '{"asks":{"100.5":"1","101":"2"},\n"bids":{"99.5":"1","99":"3"}}';
    const url = await serve((_request, response) => response.end(text));
    const { json, book } = await createVenueClient(url).orderBook("BTCUSDC", 60);
    expect(json).toBe(text.replace("\n", " "));
    expect(book.bids["99"]).toBe("3");
  });
});

describe("an answer that breaks its contract", () => {
  const at = 1_800_000_000_000;
  const bar = { time: at, open: "1", high: "2", low: "1", close: "2", volume: "0.5" };
  const trade = {
    id: 1,
    market: "BTCUSDC",
    price: "64000.1",
    side: "BUY",
    size: "1",
    created_at: at,
    trade_type: "FILL",
  };
  const bbo = { market: "BTCUSDC", ask: "2", bid: null, ask_size: "1", bid_size: null };
  const volumes = { volume_24h: "1", volume_7d: "1", volume_all: "1" };
  const trades = { trades_24h: 1, trades_7d: 1, trades_all: 1 };
  const reads: [string, z.ZodType, object, (venue: VenueClient) => Promise<unknown>][] = [
    ["time", VenueTime, { server_time: at }, (venue) => venue.time()],
    ["markets", Markets, [testMarket("BTCUSDC", 1)], (venue) => venue.markets()],
    [
      "bestBidOffer",
      BestBidOffer,
      { ...bbo, seq_no: 1, last_updated_at: at },
      (venue) => venue.bestBidOffer("BTCUSDC"),
    ],
    [
      "orderBook",
      OrderBook,
      { asks: { "2": "1" }, bids: { "1": "1" } },
      (venue) => venue.orderBook("BTCUSDC", 1),
    ],
    [
      "trades",
      TradePage,
      { results: [trade], next: null },
      (venue) => venue.trades({ market: "BTCUSDC", pageSize: 1 }),
    ],
    [
      "fillBars",
      VenueFillBars,
      { results: [bar] },
      (venue) => venue.fillBars({ market: "BTCUSDC", seconds: 60, startAt: at, endAt: at }),
    ],
    [
      "latestBlock",
      BlockHead,
      { height: 1, time: at, settle_ms: 1, interval_ms: null },
      (venue) => venue.latestBlock(),
    ],
    [
      "totals",
      VenueTotals,
      { value_locked: "1", ...volumes, ...trades, open_interest: "1", markets: 1, as_of: at },
      (venue) => venue.totals(),
    ],
  ];

  test.each(reads)(
    "of %s is unexpected in every altered field",
    async (_name, contract, whole, read) => {
      let body: unknown = whole;
      const venue = createVenueClient(
        await serve((_request, response) => response.end(JSON.stringify(body))),
      );
      await read(venue);
      const alterations = alterationsOf(contract, whole);
      expect(alterations.length).toBeGreaterThan(0);
      for (const alteration of alterations) {
        body = alteration.body;
        const failure = await failureOf(read(venue));
        expect(failure.failure, alteration.name).toBe("unexpected");
        expect(failure.message).toContain(`(${alteration.name.split(" is ")[0]}`);
      }
      venue.close();
    },
  );

  test("of one market's stats costs that row alone, and is logged once until the row is whole again", async () => {
    const row = (symbol: string, mark: unknown = "64000") => ({
      symbol,
      last_traded_price: "0",
      volume_24h: "0",
      price_change_rate_24h: "-0.0125",
      timestamp: at,
      mark_price: mark,
      mark_updated_at: at,
      funding_rate: "0.0001",
      open_interest: "0",
      trades_24h: 0,
      trades_today: 0,
    });
    let mark: unknown = 64_000;
    const url = await serve((_request, response) =>
      response.end(JSON.stringify({ results: [row("BTCUSDC", mark), row("ETHUSDC")] })),
    );
    const logged: unknown[] = [];
    const log = { error: (...line: unknown[]) => void logged.push(line) };
    const venue = createVenueClient(url, undefined, log);
    const symbols = async () => (await venue.allStats()).map(({ symbol }) => symbol);
    expect([await symbols(), await symbols()]).toEqual([["ETHUSDC"], ["ETHUSDC"]]);
    expect(logged).toMatchObject([
      [
        { market: "BTCUSDC", problem: expect.stringMatching(/^mark_price: /) },
        "the venue's stats break their contract",
      ],
    ]);
    mark = "64000";
    expect(await symbols()).toEqual(["BTCUSDC", "ETHUSDC"]);
    mark = "unknown";
    expect(await symbols()).toEqual(["ETHUSDC"]);
    expect(logged).toHaveLength(2);
    venue.close();
  });
});
