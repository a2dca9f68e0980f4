/** A standby refuses requests, reports its lag, and takes no more connections than a primary would. */
import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import { JournalFigures } from "./journal-metrics.ts";
import { type StandbyOptions, type StandbyServer, startStandbyServer } from "./standby-server.ts";

const NOW = 1_700_000_000_000;
const servers: StandbyServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function start(options: Partial<StandbyOptions> = {}) {
  const server = await startStandbyServer({
    host: "127.0.0.1",
    port: 0,
    readerAddresses: [],
    trustedProxies: 0,
    connections: 16,
    metricsAddresses: ["127.0.0.1"],
    clock: { now: () => NOW },
    figures: Object.assign(new JournalFigures(), { epoch: 7, locksLost: 1 }),
    ...options,
  });
  servers.push(server);
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`);
    return { status: response.status, text: await response.text() };
  };
  return { server, get };
}

test("every request is refused, with the primary once it is known", async () => {
  const { server, get } = await start();
  expect(await get("/healthz")).toEqual({ status: 200, text: '{"status":"ok"}' });
  const unknown = await get("/readyz");
  expect([unknown.status, JSON.parse(unknown.text)]).toEqual([
    503,
    expect.not.objectContaining({ data: expect.anything() }),
  ]);
  server.view = { primary: "https://venue-a.example", appliedAt: undefined };
  const known = await get("/v1/markets");
  expect([known.status, JSON.parse(known.text)]).toEqual([
    503,
    expect.objectContaining({
      error: "NOT_PRIMARY",
      data: { primary: "https://venue-a.example" },
    }),
  ]);
});

test("the metrics have its lag", async () => {
  const { server, get } = await start();
  expect((await get("/metrics")).text).toMatch(/^venue_standby_lag_seconds nan$/im);
  server.view = { primary: undefined, appliedAt: NOW - 1_500 };
  const { status, text } = await get("/metrics");
  expect([status, text]).toEqual([200, expect.stringMatching(/^venue_standby_lag_seconds 1.5$/m)]);
});

test("the metrics say that it is no primary, and what became of the journal", async () => {
  const { get } = await start();
  const { text } = await get("/metrics");
  for (const line of [
    "venue_primary 0",
    "venue_epoch 7",
    "venue_journal_unknown_outcomes_total 0",
    "venue_lock_lost_total 1",
  ]) {
    expect(text.split("\n")).toContain(line);
  }
  expect(text).toContain("process_start_time_seconds");
});

test("the metrics are for their addresses alone", async () => {
  const { get } = await start({ metricsAddresses: ["192.0.2.1"] });
  const { status, text } = await get("/metrics");
  expect([status, text]).toEqual([403, expect.stringContaining("IP_NOT_ALLOWED")]);
});

test("an address has at most half of the connections", async () => {
  const { server } = await start();
  const sockets = Array.from({ length: 8 }, () => connect(server.port, "127.0.0.1"));
  for (const socket of sockets) await once(socket, "connect");
  const oneMore = connect(server.port, "127.0.0.1");
  await once(oneMore.resume(), "close");
  expect(sockets.map(({ readyState }) => readyState)).toEqual(sockets.map(() => "open"));
  for (const socket of sockets) socket.destroy();
});
