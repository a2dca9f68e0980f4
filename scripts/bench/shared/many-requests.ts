/** Sends the same small request many times over kept connections, by a client that costs little beside the server. */
import { connect, type Socket } from "node:net";

const IN_FLIGHT = 16;

export type Target = {
  url: string;
  /** The request with number `index`. */
  headers: (index: number) => Record<string, string>;
  /** The answer that every request must get. */
  status: number;
  /** JSON, the same for all or by number; with it the request is a POST. */
  body?: string | ((index: number) => string);
};

/**
 * Returns requests per second over `count` requests, 16 of them in flight at any time. @throws Error at any other
 * status
 */
export async function requestsPerSecond(target: Target, count: number, from = 0): Promise<number> {
  const { hostname, port, pathname, host } = new URL(target.url);
  const { body: given } = target;
  const method = given === undefined ? "GET" : "POST";
  const heads = Array.from({ length: count }, (_, index) => {
    const body = typeof given === "function" ? given(from + index) : (given ?? "");
    const described: Record<string, string> =
      given === undefined
        ? {}
        : { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) };
    const headers = Object.entries({ ...target.headers(from + index), ...described });
    const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
    return Buffer.from(`${method} ${pathname} HTTP/1.1\r\nhost: ${host}\r\n${lines}\r\n${body}`);
  });
  const sockets = await Promise.all(
    Array.from({ length: IN_FLIGHT }, () => open(hostname, Number(port))),
  );
  const started = performance.now();
  await Promise.all(sockets.map((socket) => send(socket, heads, target.status)));
  const seconds = (performance.now() - started) / 1_000;
  for (const socket of sockets) socket.destroy();
  return count / seconds;
}

function open(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true }, () => resolve(socket));
    socket.once("error", reject);
  });
}

/** Sends the requests of `heads` one after the other until none is left. */
function send(socket: Socket, heads: Buffer[], status: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let received = "";
    const next = () => {
      const head = heads.pop();
      if (head === undefined) resolve();
      else socket.write(head);
    };
    socket.on("error", reject);
    socket.on("close", () => reject(new Error("the server closed a connection")));
    socket.on("data", (data) => {
      received += data.toString("latin1");
      if (!isWhole(received)) return;
      if (!received.startsWith(`HTTP/1.1 ${status} `)) {
        reject(new Error(received.slice(0, 400)));
        return;
      }
      received = "";
      next();
    });
    next();
  });
}

function isWhole(answer: string): boolean {
  const end = answer.indexOf("\r\n\r\n");
  if (end < 0) return false;
  const head = answer.slice(0, end).toLowerCase();
  const body = answer.length - end - 4;
  const length = /\r\ncontent-length: (\d+)/.exec(head)?.[1];
  if (length !== undefined) return body >= Number(length);
  return head.includes("\r\ntransfer-encoding: chunked") ? answer.endsWith("0\r\n\r\n") : true;
}
