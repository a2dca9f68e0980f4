/**
 * Trades are never replayed and never missed across restarts of the venue: compares the ids of a real stream with those of
 * the venue's reads, while a venue process is killed and stopped during trading.
 */

import { mkdtemp, rm } from "node:fs/promises";
import http, { type Server } from "node:http";
import net, { type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { systemTimers } from "#lib/kernel/time/timers.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { StreamServer } from "#lib/platform/streams/stream-server.ts";
import { NOBODY } from "#lib/platform/streams/streams.testing.ts";
import type { Trade } from "#lib/protocol/wire/market.ts";
import { MarketData } from "#lib/trading/market-data/market-hub.ts";
import { MARKET_STREAM_PATH, marketStream } from "#lib/trading/streams/market-stream.ts";
import { createVenueClient } from "#lib/trading/venue-client/client.ts";
import { spawnVenue, type VenueProcess } from "#services/venue/process.testing.ts";
import { call, limit, market, OPERATOR_KEY, TestTrader } from "#services/venue/venue.testing.ts";

let folder: string;
let db: Database;
let venue: VenueProcess;
let line: net.Server;
let app: { data: MarketData; streams: StreamServer; server: Server } | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "trades-once-"));
  db = await testDatabase();
  venue = await spawnVenue(folder);
  line = net.createServer((socket) => {
    const onward = net.connect(Number(new URL(venue.url).port), "127.0.0.1");
    for (const end of [socket, onward]) {
      end.on("error", () => {});
      end.on("close", () => [socket, onward].map((other) => other.destroy()));
    }
    socket.pipe(onward).pipe(socket);
  });
  await listen(line);
});

afterEach(async () => {
  app?.streams.drain();
  app?.server.closeAllConnections();
  app?.server.close();
  await app?.data.stop();
  await venue.kill();
  line.close();
  await db.$client.end();
  await rm(folder, { recursive: true });
});

function listen(server: net.Server): Promise<void> {
  return new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
}

/** A stable address of a venue that restarts. */
const urlOf = (server: net.Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

async function operator(path: string, body: object): Promise<void> {
  const headers = {
    authorization: `Bearer ${OPERATOR_KEY}`,
    "content-type": "application/json",
  };
  const answer = await call(`${venue.url}/v1/operator/${path}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
}

const setMark = () => operator("marks", { marks: { BTCUSDC: "64000" } });

async function trader(name: string): Promise<TestTrader> {
  const made = new TestTrader(urlOf(line), name);
  await made.createKey(Date.now());
  await operator("deposits", { account: made.address, amount: "1000000", reference: name });
  return made;
}

async function startApp(): Promise<void> {
  const data = new MarketData({
    venue: createVenueClient(urlOf(line)),
    history: undefined,
    db,
    timers: systemTimers,
    log: { info: () => {}, warn: () => {} },
  });
  const streams = new StreamServer({
    definitions: [marketStream(data, NOBODY)],
    timers: systemTimers,
  });
  const server = http.createServer(
    (request, response) =>
      void streams.handle(request, response, { path: MARKET_STREAM_PATH, address: "127.0.0.1" }),
  );
  app = { data, streams, server };
  data.start();
  await listen(server);
  await vi.waitFor(() => expect(data.tradesAnswer("BTCUSDC").results).not.toEqual([]));
}

/** Ids of the `trades` events in the order in which they come. */
function followTrades(): number[] {
  const ids: number[] = [];
  let text = "";
  const url = `${urlOf(app!.server)}${MARKET_STREAM_PATH}?market=BTCUSDC&events=trades`;
  http.get(url, (response) => {
    response.setEncoding("utf8").on("error", () => {});
    response.on("data", (chunk: string) => {
      const messages = (text + chunk).split("\n\n");
      text = messages.pop() ?? "";
      for (const message of messages) {
        const data = /^event: trades\ndata: (.*)$/m.exec(message)?.[1];
        if (data !== undefined) ids.push(...(JSON.parse(data) as Trade[]).map(({ id }) => id));
      }
    });
  });
  return ids;
}

/** Every id that the venue answers, page by page. */
async function venueIds(): Promise<number[]> {
  const ids: number[] = [];
  for (let cursor: string | null = "start_at=0"; cursor !== null; ) {
    const page = await call(`${venue.url}/v1/trades?market=BTCUSDC&page_size=7&${cursor}`);
    const { results, next } = page.body as unknown as { results: Trade[]; next: string | null };
    ids.push(...results.map(({ id }) => id));
    cursor = next === null ? null : `cursor=${next}`;
  }
  return ids;
}

let signedAt = 0;
/** A millisecond of its own, so that no two requests are the same bytes. */
function now(): number {
  signedAt = Math.max(signedAt + 1, Date.now());
  return signedAt;
}

/** Several at a time, so that some share a block and a millisecond; one that a kill interrupts may have traded or not. */
async function buy(buyer: TestTrader, count: number): Promise<void> {
  const orders = Array.from({ length: count }, () => buyer.place(market("BUY", "0.001"), now()));
  await Promise.allSettled(orders);
}

test("each trade comes exactly once while the venue is killed, stopped and started again", async () => {
  await setMark();
  const [seller, buyer] = [await trader("seller"), await trader("buyer")];
  for (let count = 0; count < 10; count += 1) {
    await seller.place(limit("SELL", "0.05", "64000"), now());
  }
  await buy(buyer, 3);
  await startApp();
  const before = app!.data.tradesAnswer("BTCUSDC").results.map(({ id }) => id);
  expect(before).toEqual(await venueIds());
  const published = followTrades();

  await buy(buyer, 20);
  const cutOff = buy(buyer, 20);
  await venue.kill();
  await cutOff;
  venue = await spawnVenue(folder);
  await setMark();
  await buy(buyer, 20);
  await venue.stop();
  venue = await spawnVenue(folder);
  await setMark();
  await buy(buyer, 20);

  const expected = (await venueIds()).slice(before.length);
  expect(expected.length).toBeGreaterThanOrEqual(60);
  await vi.waitFor(() => expect(published.length).toBeGreaterThanOrEqual(expected.length), {
    interval: 100,
  });
  await buy(buyer, 1);
  const all = (await venueIds()).slice(before.length);
  await vi.waitFor(() => expect(published).toEqual(all), { interval: 100 });
});
