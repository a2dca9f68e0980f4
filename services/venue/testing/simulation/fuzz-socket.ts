/** Random bytes over a real connection: the server answers or closes, and then serves the next connection. */

import type { Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { mutateText } from "./fuzz-texts.ts";
import type { Random } from "./random.ts";

/** A server without an answer by then counts as hung. */
const PATIENCE_MS = 20_000;

const HEADS: readonly [string, ...string[]] = [
  "GET /v1/time HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
  "GET /v1/orderbook/BTCUSDC?depth=5 HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
  "POST /v1/orders HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}",
  "POST /v1/keys HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
  "DELETE /v1/orders/1 HTTP/1.1\r\nhost: x\r\nauthorization: Bearer apikey_00\r\nconnection: close\r\n\r\n",
];

/** Status lines that came back. @throws Error for a 500, or when nothing ever comes. */
export async function fuzzSocket(server: Server, random: Random): Promise<void> {
  let text: string = random.pick(HEADS);
  for (let times = random.below(4); times > 0; times -= 1) text = mutateText(text, random);
  if (random.oneIn(10)) text = text.slice(0, random.below(text.length));
  const answer = await exchange(server, text);
  if (/HTTP\/1\.1 5/.test(answer))
    throw new Error(`${JSON.stringify(text)} was answered with ${answer}`);
}

function exchange(server: Server, text: string): Promise<string> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let received = "";
    socket.setTimeout(PATIENCE_MS, () => reject(new Error(`no end after ${JSON.stringify(text)}`)));
    socket.on("data", (data) => {
      received += data.toString("latin1");
    });
    // A reset is a valid answer to bytes that are not HTTP.
    socket.on("error", () => resolve(received));
    socket.on("close", () => {
      socket.setTimeout(0);
      resolve(received);
    });
    socket.end(text, "latin1");
  });
}
