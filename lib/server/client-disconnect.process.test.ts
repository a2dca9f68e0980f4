import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { StreamServer } from "#lib/platform/streams/stream-server.ts";
import { systemTimers } from "#lib/platform/timers.ts";
import { Host } from "./host.ts";
import { dispatchRoutes } from "./route-dispatch.ts";
import { RouteTable } from "./route-table.ts";

const noted = () => vi.fn<(...told: unknown[]) => void>();
const log = { debug: noted(), info: noted(), error: noted() };
let server: Server;

beforeEach(async () => {
  server = createServer();
  const host = new Host({
    server,
    streams: new StreamServer({ definitions: [], timers: systemTimers }),
    answerOther: dispatchRoutes(
      new RouteTable([
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
afterEach(() => {
  server.close();
  vi.clearAllMocks();
});

/** Sends `text`, and disconnects once it was read. */
async function sendAndGo(text: string): Promise<void> {
  const asked = once(server, "request");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(text);
  await asked;
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
