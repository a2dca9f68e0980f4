/** Pages of one address are rendered few at a time, and those of another do not wait for them. */
import { once } from "node:events";
import { createServer, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ManualTimers } from "#lib/kernel/time/timers.testing.ts";
import { systemTimers } from "#lib/kernel/time/timers.ts";
import { closeLimits } from "#lib/platform/http/rate-limits.ts";
import { StreamServer } from "#lib/platform/streams/stream-server.ts";
import { AT_ONCE } from "./address-turns.ts";
import { Host } from "./host.ts";

const ignore = () => {};
let server: Server;
/** Answers that are being made. */
let rendering: { url: string; response: ServerResponse }[];

beforeEach(async () => {
  rendering = [];
  server = createServer();
  const host = new Host({
    server,
    streams: new StreamServer({ definitions: [], timers: systemTimers }),
    answerOther: async ({ url = "" }, response) => void rendering.push({ url, response }),
    trustedProxyDepth: 0,
    log: { debug: ignore, info: ignore, error: ignore },
    timers: new ManualTimers(0),
  });
  expect(host).toBeInstanceOf(Host);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await closeLimits();
});

function ask(path: string, localAddress = "127.0.0.1") {
  const { port } = server.address() as AddressInfo;
  const sent = request({ host: "127.0.0.1", port, path, localAddress, agent: false }).end();
  sent.on("error", ignore);
  return sent;
}

const urls = () => rendering.map(({ url }) => url).toSorted();

test("and what costs little is answered beside them", async () => {
  for (let index = 0; index < AT_ONCE; index += 1) ask(`/trade/${index}`);
  await vi.waitFor(() => expect(rendering).toHaveLength(AT_ONCE));
  const waiting = ask("/trade/waiting");
  const leaving = ask("/trade/leaving");
  await Promise.all([once(waiting, "finish"), once(leaving, "finish")]);
  ask("/trade/other", "127.0.0.2");
  ask("/api/perps-dex/markets");
  ask("/api/v1/account");
  const cheap = ["/api/perps-dex/markets", "/api/v1/account"];
  const pages = ["/trade/0", "/trade/1", "/trade/2", "/trade/other"];
  await vi.waitFor(() => expect(urls()).toEqual([...cheap, ...pages]));
  leaving.destroy();
  for (const { response } of rendering.splice(0)) response.end("a page");
  await vi.waitFor(() => expect(urls()).toContain("/trade/waiting"));
});
