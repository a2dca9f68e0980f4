/**
 * The smallest honest event-stream server on `node:http`: one buffer a batch, written to every response. It knows no
 * market, no limits, no slow readers. It repeats a script while somebody listens.
 *
 * `node bench/streams/plain-process.ts <script file>` prints its port.
 */
import { readFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { frameOf, replay, type Script } from "./script.ts";

const script = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as Script;
const readers = new Set<ServerResponse>();
let stop: (() => void) | undefined;

const server = createServer((_request, response) => {
  response.shouldKeepAlive = false;
  response.socket?.setNoDelay(true);
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
  response.write("retry: 3000\n\n");
  readers.add(response);
  response.on("close", () => {
    readers.delete(response);
    if (readers.size > 0) return;
    stop?.();
    stop = undefined;
  });
  stop ??= replay(script, (events) => {
    const bytes = Buffer.from(events.map(frameOf).join(""));
    for (const reader of readers) reader.write(bytes);
  });
});
server.listen({ port: 0, host: "127.0.0.1", backlog: 4_096 }, () => {
  process.stdout.write(`{"port":${(server.address() as AddressInfo).port}}\n`);
});
