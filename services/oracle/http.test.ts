/** The oracle's answers about the history of a market. */
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { AddressList } from "#lib/kernel/http/address-list.ts";
import { ManualTimers } from "#lib/kernel/time/timers.testing.ts";
import type { Decimal } from "#lib/protocol/decimal.ts";
import { marketScale } from "#lib/protocol/market/markets.ts";
import type { HistoryBar } from "./history/history.ts";
import { createOracleServer } from "./http.ts";
import { Oracle } from "./oracle.ts";
import { captureLog } from "./testing/log.ts";

const scale = marketScale({
  price_tick: "0.1" as Decimal,
  base_lot_size: "0.001" as Decimal,
});

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** An oracle of the markets in `listed`, which a test may change as the venue would. */
async function open(
  history: () => Promise<HistoryBar[] | undefined>,
  metricsAddresses = ["127.0.0.1"],
) {
  const listed = new Map([["BTCUSDC", scale]]);
  const timers = new ManualTimers(1_700_000_000_000);
  const { log } = captureLog();
  const venue = {
    reads: 0,
    markets: async () => {
      venue.reads += 1;
      return new Map(listed);
    },
    publish: async () => ({ applied: [], ignored: [] }),
  };
  const oracle = new Oracle({ sources: [], venue, outlierPpm: 10_000n, timers, log });
  oracle.start();
  await timers.advance(0);
  server = createOracleServer({
    prices: () => oracle.prices(),
    knows: (market) => oracle.knows(market),
    history,
    metricsAddresses: new AddressList(metricsAddresses),
    metrics: async () => "",
    isReady: () => oracle.isReady,
    isDraining: () => false,
    log,
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const ask = async (market: string) => {
    const query = `market=${market}&start_at=0&end_at=1`;
    return (await fetch(`http://127.0.0.1:${port}/v1/history?${query}`)).status;
  };
  const statusOfMetrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).status;
  return { ask, statusOfMetrics, listed, timers, venue };
}

test("the history of a newly listed market is available without waiting for the next read of the list", async () => {
  const { ask, listed, timers } = await open(async () => []);
  await timers.advance(5_000);
  listed.set("NEWUSDC", scale);
  expect(await ask("NEWUSDC")).toBe(200);
});

test("a market that is not known yet gets 503, so that clients retry, and the venue is read once in 5 s", async () => {
  const { ask, listed, timers, venue } = await open(async () => []);
  expect([await ask("NEWUSDC"), await ask("NEWUSDC"), venue.reads]).toEqual([503, 503, 1]);
  listed.set("NEWUSDC", scale);
  expect(await ask("NEWUSDC")).toBe(503);
  await timers.advance(5_000);
  expect([await ask("NEWUSDC"), venue.reads]).toEqual([200, 2]);
});

test("only a known market that no source has gets 404", async () => {
  const { ask } = await open(async () => undefined);
  expect(await ask("BTCUSDC")).toBe(404);
});

test("metrics are served to the named addresses only", async () => {
  const { statusOfMetrics } = await open(async () => []);
  expect(await statusOfMetrics()).toBe(200);
  server.close();
  const elsewhere = await open(async () => [], ["192.0.2.7"]);
  expect(await elsewhere.statusOfMetrics()).toBe(403);
});

test("a history that cannot be read at the moment gets 503", async () => {
  const { ask } = await open(() => Promise.reject(new Error("away")));
  expect(await ask("BTCUSDC")).toBe(503);
});
