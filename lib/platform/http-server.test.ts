import { once } from "node:events";
import net from "node:net";
import { expect, test, vi } from "vitest";
import { createHttpServer, listen } from "./http-server.ts";

/** More than the buffers of a socket hold. */
const ANSWER = Buffer.alloc(64 * 1024 * 1024);

test("an answer that is not read is aborted, and one that is read slowly is not", async () => {
  const server = createHttpServer();
  expect(server.timeout).toBe(30_000);
  server.timeout = 300;
  server.on("request", (_request, response) => response.end(ANSWER));
  const { port } = await listen(server, { port: 0, host: "127.0.0.1", setting: "PORT" });
  const ask = () => {
    const socket = net.connect(port, "127.0.0.1");
    socket.on("error", () => {});
    socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    return socket;
  };
  const idle = ask();
  idle.pause();
  const slow = ask();
  let bytes = 0;
  slow.on("data", (chunk) => {
    bytes += chunk.length;
    slow.pause();
    setTimeout(() => slow.resume(), 2);
  });
  const count = () => new Promise((done) => server.getConnections((_error, open) => done(open)));
  await vi.waitFor(async () => expect(await count()).toBe(1));
  const before = bytes;
  await vi.waitFor(() => expect(bytes).toBeGreaterThan(before));
  idle.destroy();
  slow.destroy();
  server.closeAllConnections();
  server.close();
  await once(server, "close");
});
