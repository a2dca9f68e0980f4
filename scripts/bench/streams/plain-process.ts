/**
 * The smallest fair event-stream server on `node:http`: it writes whatever is posted to `/publish`, as the same
 * buffer, to every response. It has no markets, no limits, no handling of slow readers, and no first state for new
 * clients.
 *
 * `node scripts/bench/streams/plain-process.ts` prints its port.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const readers = new Set<ServerResponse>();

function publish(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const bytes = Buffer.concat(chunks);
    for (const reader of readers) reader.write(bytes);
    response.writeHead(204).end();
  });
}

function subscribe(response: ServerResponse): void {
  response.shouldKeepAlive = false;
  response.socket?.setNoDelay(true);
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
  response.write("retry: 3000\n\n");
  readers.add(response);
  response.on("close", () => readers.delete(response));
}

const server = createServer((request, response) => {
  if (request.url === "/publish") publish(request, response);
  else subscribe(response);
});
// The publisher keeps its connection.
server.keepAliveTimeout = 3_600_000;
server.listen({ port: 0, host: "127.0.0.1", backlog: 4_096 }, () => {
  process.stdout.write(`{"port":${(server.address() as AddressInfo).port}}\n`);
});
