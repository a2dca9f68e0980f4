/** A load generator that costs little: prepared bytes over keep-alive sockets, one request in flight on each. */
import { connect, type Socket } from "node:net";

export type LoadResult = {
  requests: number;
  seconds: number;
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  statuses: Record<string, number>;
};

/** Sends every request once over `connections` sockets and waits for all answers. */
export async function load(
  port: number,
  requests: Buffer[],
  connections: number,
): Promise<LoadResult> {
  const latencies: number[] = [];
  const statuses: Record<string, number> = {};
  let next = 0;
  const started = performance.now();
  const lane = async () => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    const answers = new AnswerReader(socket);
    while (next < requests.length) {
      const request = requests[next];
      next += 1;
      if (request === undefined) break;
      const sent = performance.now();
      socket.write(request);
      const status = await answers.read();
      latencies.push(performance.now() - sent);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
    socket.destroy();
  };
  await Promise.all(Array.from({ length: connections }, lane));
  const seconds = (performance.now() - started) / 1000;
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor((latencies.length - 1) * share)] ?? 0;
  const perSecond = requests.length / seconds;
  return { requests: requests.length, seconds, perSecond, p50: at(0.5), p99: at(0.99), statuses };
}

/** The bytes of one request. */
export function requestBytes(line: string, headers: Record<string, string>, body: string): Buffer {
  const head = Object.entries({ host: "127.0.0.1", ...headers, "content-length": body.length })
    .map(([name, value]) => `${name}: ${value}`)
    .join("\r\n");
  return Buffer.from(`${line} HTTP/1.1\r\n${head}\r\n\r\n${body}`, "latin1");
}

/** Reads answers that carry a Content-Length; resolves with the status. */
class AnswerReader {
  private buffer: Buffer = Buffer.alloc(0);
  private waiting: ((status: string) => void) | undefined;

  constructor(socket: Socket) {
    socket.on("data", (chunk: Buffer) => {
      this.buffer = this.buffer.length === 0 ? chunk : Buffer.concat([this.buffer, chunk]);
      const head = this.buffer.indexOf("\r\n\r\n");
      if (head === -1) return;
      const text = this.buffer.toString("latin1", 0, head);
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
      if (this.buffer.length < head + 4 + length) return;
      this.buffer = this.buffer.subarray(head + 4 + length);
      this.waiting?.(text.slice(9, 12));
    });
  }

  read(): Promise<string> {
    return new Promise((resolve) => {
      this.waiting = resolve;
    });
  }
}
