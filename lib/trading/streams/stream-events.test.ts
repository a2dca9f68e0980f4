import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { createParser } from "eventsource-parser";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { StreamServer } from "#lib/platform/streams/stream-server.ts";
import { NOBODY } from "#lib/platform/streams/streams.testing.ts";
import { TestHub } from "#lib/trading/market-data/market-hub.testing.ts";
import { MARKET_STREAM_PATH, marketStream } from "./market-stream.ts";

const decimal = z.string().regex(/^\d+(\.\d+)?$/);
const ms = z.int().min(1_600_000_000_000);
const count = z.int().min(0);
const statsRow = z.looseObject({
  symbol: z.string(),
  last_traded_price: decimal,
  volume_24h: decimal,
  price_change_rate_24h: z.string(),
  timestamp: count,
});
const tape = z.strictObject({ trades_24h: count, trades_today: count });

/** The fields that docs/api/streams.md lists for each event. */
const OF_A_MARKET: Record<string, z.ZodType> = {
  bbo: z.looseObject({
    market: z.literal("BTCUSDC"),
    bid: decimal,
    ask: decimal,
    bid_size: decimal,
  }),
  orderbook: z.looseObject({
    bids: z.record(decimal, decimal),
    asks: z.record(decimal, decimal),
  }),
  stats: statsRow,
  mark: z.looseObject({ market: z.literal("BTCUSDC"), mark_price: decimal }),
  trades: z
    .array(z.looseObject({ id: count, price: decimal, size: decimal, created_at: ms }))
    .min(1),
  kline: z.strictObject({
    market: z.literal("BTCUSDC"),
    interval: z.literal("1s"),
    start: ms,
    open: decimal,
    high: decimal,
    low: decimal,
    close: decimal,
    volume: decimal,
    trades: count,
    closed: z.boolean(),
    filled: z.boolean(),
  }),
  block: z.looseObject({ height: count, settle_ms: z.number() }),
  tape,
  hb: z.strictObject({}),
};

const OF_ALL: Record<string, z.ZodType> = {
  stats: z.strictObject({ results: z.array(statsRow).length(2) }),
  mark: z.strictObject({ marks: z.record(z.string(), decimal), ts: ms, src: z.string() }),
  tape,
  hb: z.strictObject({}),
};

let hub: TestHub;
let streams: StreamServer;
let server: http.Server;
beforeAll(async () => {
  hub = await TestHub.open();
  await hub.start();
  streams = new StreamServer({ definitions: [marketStream(hub.data, NOBODY)], timers: hub.timers });
  server = http.createServer((request, response) => {
    void streams.handle(request, response, { path: MARKET_STREAM_PATH, address: "192.0.2.1" });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  await hub.ready();
});
afterAll(async () => {
  streams.drain();
  server.closeAllConnections();
  server.close();
  await hub.close();
});

/** Reads a stream with a standard-conforming parser, and returns the events so far by name. */
async function read(query: string): Promise<Map<string, unknown[]>> {
  const { port } = server.address() as AddressInfo;
  const request = http.get({ port, path: `${MARKET_STREAM_PATH}?${query}`, agent: false });
  const [response] = (await once(request, "response")) as [http.IncomingMessage];
  const events = new Map<string, unknown[]>();
  const parser = createParser({
    onEvent: ({ event = "message", data }) => {
      events.set(event, [...(events.get(event) ?? []), JSON.parse(data)]);
    },
    onError: (error) => {
      throw error;
    },
  });
  response.setEncoding("utf8").on("data", (text: string) => parser.feed(text));
  response.on("error", () => {});
  return events;
}

test("every event of a market, and of the list feed, parses and has the documented fields", async () => {
  const one = await read("market=BTCUSDC&kline=1s");
  const all = await read("market=ALL");
  hub.mark("101");
  const at = hub.timers.now() + 2_500;
  hub.venue.trade("BTCUSDC", { price: "100.5", size: "0.25", at });
  await hub.live(3_000);
  await hub.timers.advance(15_000);
  await vi.waitFor(() => {
    expect([...one.keys()].toSorted()).toEqual(Object.keys(OF_A_MARKET).toSorted());
    expect([...all.keys()].toSorted()).toEqual(Object.keys(OF_ALL).toSorted());
  });
  for (const [name, payloads] of one) {
    for (const payload of payloads)
      expect(() => OF_A_MARKET[name]?.parse(payload), name).not.toThrow();
  }
  for (const [name, payloads] of all) {
    for (const payload of payloads) expect(() => OF_ALL[name]?.parse(payload), name).not.toThrow();
  }
  expect(one.get("kline")).toContainEqual(expect.objectContaining({ closed: true }));
});
