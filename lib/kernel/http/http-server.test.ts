import { once } from "node:events";
import net from "node:net";
import { expect, test, vi } from "vitest";
import { createHttpServer, listen } from "./http-server.ts";

/** More than the buffers of a socket hold. */
const ANSWER = Buffer.alloc(64 * 1024 * 1024);

test("an answer that is not read is aborted, and one that is read slowly is not", async () => {
  const server = createHttpServer();
  expect(server.timeout).toBe(30_000);
  // A busy machine may stop this process for a second, which must not count as a pause of the slow reader.
  server.timeout = 3_000;
  const sockets = new Map<string | undefined, net.Socket>();
  server.on("request", (request, response) => {
    sockets.set(request.url, request.socket);
    response.end(ANSWER);
  });
  const { port } = await listen(server, { port: 0, host: "127.0.0.1", setting: "PORT" });
  const ask = (path: string) => {
    const socket = net.connect(port, "127.0.0.1");
    socket.on("error", () => {});
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
    return socket;
  };
  const slow = ask("/slow");
  let bytes = 0;
  slow.on("data", (chunk) => {
    bytes += chunk.length;
    slow.pause();
    setTimeout(() => slow.resume(), 20);
  });
  await vi.waitFor(() => expect(bytes).toBeGreaterThan(0));
  const idle = ask("/idle");
  idle.pause();
  await vi.waitFor(() => expect(sockets.get("/idle")?.destroyed).toBe(true));
  expect(sockets.get("/slow")?.destroyed).toBe(false);
  const before = bytes;
  await vi.waitFor(() => expect(bytes).toBeGreaterThan(before));
  idle.destroy();
  slow.destroy();
  server.closeAllConnections();
  server.close();
  await once(server, "close");
});
