import { createServer, get, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { systemTimers } from "#lib/kernel/time/timers.ts";
import { metrics } from "#lib/platform/metrics.ts";
import { StreamServer } from "#lib/platform/streams/stream-server.ts";
import { Host } from "./host.ts";

const ignore = () => undefined;
const log = { debug: ignore, error: ignore, info: ignore };
let server: Server;
let origin: string;

beforeEach(async () => {
  metrics().registry.resetMetrics();
  server = createServer();
  new Host({
    server,
    streams: new StreamServer({ definitions: [], timers: systemTimers }),
    trustedProxyDepth: 0,
    log,
    answerOther: async (request, response) => {
      if (request.url === "/api/fails") throw new Error("broken");
      if (request.url === "/api/slow") return void response.write("the rest never comes");
      response.end("ok");
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Answers that were counted, by kind and status. */
async function counted(): Promise<Record<string, number>> {
  const { values } = await metrics().requestSeconds.get();
  const counts = values.filter(({ metricName }) => metricName?.endsWith("_count"));
  return Object.fromEntries(
    counts.map(({ labels: { kind, status }, value }) => [`${kind} ${status}`, value]),
  );
}

test("every answer is counted once, by its kind and status", async () => {
  for (const path of [
    "/",
    "/de/trade",
    "/api/one",
    "/oauth/token",
    "/_next/static/a.js",
    "/api/fails",
  ]) {
    await (await fetch(origin + path)).text();
  }
  await expect.poll(counted).toEqual({ "page 200": 2, "api 200": 2, "file 200": 1, "api 500": 1 });
});

test("an answer whose client left is no success", async () => {
  const request = get(`${origin}/api/slow`, (response) =>
    response.once("data", () => request.destroy()),
  );
  request.on("error", () => undefined);
  await expect.poll(counted).toEqual({ "api aborted": 1 });
});

test("what supervisors ask is not counted", async () => {
  for (const path of ["/healthz", "/readyz", "/metrics"]) await (await fetch(origin + path)).text();
  await (await fetch(`${origin}/api/one`)).text();
  await expect.poll(counted).toEqual({ "api 200": 1 });
});
