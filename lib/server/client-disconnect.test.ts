import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { systemTimers } from "#lib/kernel/time/timers.ts";
import { readBytes } from "#lib/platform/http/body.ts";
import { closeLimits } from "#lib/platform/http/rate-limits.ts";
import { setHttpRuntime } from "#lib/platform/http/runtime.ts";
import { StreamServer } from "#lib/platform/streams/stream-server.ts";
import { Host } from "./host.ts";
import { type RouteHandler, route } from "./route.ts";
import { dispatchRoutes } from "./route-dispatch.ts";
import { RouteTable } from "./route-table.ts";

const noted = () => vi.fn<(...args: unknown[]) => void>();
const log = { debug: noted(), info: noted(), error: noted() };
const routeLog = { error: noted(), warn: noted() };
let server: Server;

/** Signals when a handler has answered: a client that has gone cannot know. */
function answered(handler: RouteHandler): RouteHandler {
  return async (...call) => {
    const answer = await handler(...call);
    statuses.push(answer.status);
    return answer;
  };
}

let statuses: number[] = [];
const parsed = route({ credential: "public", body: z.looseObject({}) }, () => ({}));
const read = route({ credential: "public" }, ({ input }) => readBytes(input.request, 100));
const unread = route({ credential: "public" }, () => ({}));

beforeEach(async () => {
  statuses = [];
  setHttpRuntime({ log: routeLog });
  server = createServer();
  const host = new Host({
    server,
    streams: new StreamServer({ definitions: [], timers: systemTimers }),
    answerOther: dispatchRoutes(
      new RouteTable([
        ["/api/parsed", { POST: answered(parsed) }],
        ["/api/bytes", { POST: answered(read) }],
        ["/api/unread", { POST: answered(unread) }],
        ["/api/read", { POST: async (sent: Request) => new Response(await sent.text()) }],
      ]),
      () => Promise.reject(new Error("no such path")),
    ),
    trustedProxyDepth: 1,
    log,
  });
  expect(host).toBeInstanceOf(Host);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(async () => {
  server.close();
  setHttpRuntime();
  await closeLimits();
  vi.clearAllMocks();
});

/** Sends `text`, and disconnects once it was read. */
async function sendAndGo(text: string): Promise<void> {
  const requested = once(server, "request");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(text);
  await requested;
  socket.destroy();
}

test("a client that disconnects mid-body is not logged as an error", async () => {
  await sendAndGo("POST /api/read HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc");
  await vi.waitFor(() => expect(log.debug).toHaveBeenCalledTimes(1));
  expect(log.error).not.toHaveBeenCalled();
});

test("a failure of a complete request is, even when its client has disconnected", async () => {
  await sendAndGo("GET /broken HTTP/1.1\r\nHost: a\r\n\r\n");
  await vi.waitFor(() => expect(log.error).toHaveBeenCalledTimes(1));
});

test.each([
  ["parsed", 400],
  ["bytes", 400],
  ["unread", 200],
])("an upload to a route that is broken off writes no line: %s", async (name, status) => {
  const printed = vi.spyOn(console, "error");
  const type = "Content-Type: application/json";
  await sendAndGo(
    `POST /api/${name} HTTP/1.1\r\nHost: a\r\n${type}\r\nContent-Length: 10\r\n\r\nabc`,
  );
  await vi.waitFor(() => expect(statuses).toEqual([status]));
  const closed = once(server, "close");
  server.close();
  await closed;
  for (const line of [log.error, routeLog.error, routeLog.warn, printed])
    expect(line).not.toHaveBeenCalled();
});
