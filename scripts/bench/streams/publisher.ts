/** Posts to a server over one kept connection, at the cost of a single write. */
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const START_TIMEOUT_MS = 5_000;

/** Waits until the server listens. Its answers are read and discarded. @throws Error after five seconds */
export async function connectPublisher(port: number): Promise<Socket> {
  const giveUpAt = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    socket.resume();
    const isOpen = await new Promise((resolve) => {
      socket.once("connect", () => resolve(true));
      socket.on("error", () => resolve(false));
    });
    if (isOpen) return socket;
    if (performance.now() > giveUpAt) throw new Error(`nothing listens on ${port}`);
    await sleep(50);
  }
}

/** The request that publishes `body`. */
export function post(headers: Record<string, string>, body: string): string {
  const all = { host: "127.0.0.1", ...headers, "content-length": String(Buffer.byteLength(body)) };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `POST /publish HTTP/1.1\r\n${head.join("\r\n")}\r\n\r\n${body}`;
}
