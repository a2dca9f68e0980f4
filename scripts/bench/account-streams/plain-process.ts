/**
 * The smallest fair server of account streams on `node:http`: each line that is posted to `/publish` names a reader by its
 * number and has the frame for it as JSON. It keeps nothing, checks no key and follows no account.
 *
 * `node scripts/bench/account-streams/plain-process.ts` prints its port.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const readers = new Map<string, ServerResponse>();

function publish(request: IncomingMessage, response: ServerResponse): void {
  let text = "";
  request.setEncoding("utf8");
  request.on("data", (part: string) => {
    text += part;
  });
  request.on("end", () => {
    for (const line of text.split("\n")) {
      const [reader = "", frame] = line.split("\t");
      if (frame !== undefined) readers.get(reader)?.write(`${JSON.parse(frame) as string}\n\n`);
    }
    response.writeHead(204).end();
  });
}

const server = createServer((request, response) => {
  if (request.url === "/publish") {
    publish(request, response);
    return;
  }
  response.shouldKeepAlive = false;
  response.socket?.setNoDelay(true);
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
  response.write("retry: 3000\n\n");
  readers.set((request.url ?? "/").slice(1), response);
});
server.keepAliveTimeout = 3_600_000;
server.listen({ port: 0, host: "127.0.0.1", backlog: 4_096 }, () => {
  process.stdout.write(`{"port":${(server.address() as AddressInfo).port}}\n`);
});
