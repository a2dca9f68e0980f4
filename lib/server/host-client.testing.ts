/** For tests: starts `host-process.testing.ts` and talks to it on plain sockets, where no client library hides anything. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { join } from "node:path";
import { vi } from "vitest";
import { firstOutput } from "#lib/kernel/child-output.testing.ts";

export const STREAM = "/api/perps-dex/stream?market=BTCUSDC";

export type Peer = { socket: net.Socket; received: () => string; closed: Promise<unknown> };

export type Head = { status: number; headers: Map<string, string>; body: string };

export function get(target: string, version = "1.1"): string {
  return `GET ${target} HTTP/${version}\r\nHost: a\r\n\r\n`;
}

/** A request as a proxy passes it on, or a client that pretends to be one. */
export function getFor(client: string, target: string): string {
  return `GET ${target} HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${client}\r\n\r\n`;
}

export function until(check: () => void | Promise<void>, timeout = 120_000): Promise<void> {
  return vi.waitFor(check, { timeout, interval: 10 });
}

/** Status, headers and the rest of the first answer. */
export function headOf(received: string): Head {
  const [head = "", body = ""] = received.split(/\r\n\r\n([\s\S]*)/);
  const [line = "", ...rest] = head.split("\r\n");
  const headers = rest.map((header): [string, string] => {
    const [name = "", ...value] = header.split(": ");
    return [name.toLowerCase(), value.join(": ")];
  });
  return { status: Number(line.split(" ")[1]), headers: new Map(headers), body };
}

/** The content of complete chunks; `ended` when the last, empty one has arrived. */
export function readChunks(body: string): { text: string; ended: boolean } {
  let text = "";
  for (let rest = body; ; ) {
    const [head, size = ""] = /^([0-9a-f]+)\r\n/.exec(rest) ?? [];
    if (head === undefined) return { text, ended: false };
    const length = Number.parseInt(size, 16);
    if (length === 0) return { text, ended: true };
    text += rest.slice(head.length, head.length + length);
    rest = rest.slice(head.length + length + 2);
  }
}

export class HostProcess {
  readonly child: ChildProcess;
  readonly #port: number;
  readonly #sockets: net.Socket[] = [];

  private constructor(child: ChildProcess, port: number) {
    this.child = child;
    this.#port = port;
  }

  static async start(trustedProxies = 0, baseUrl?: string): Promise<HostProcess> {
    const program = join(import.meta.dirname, "host-process.testing.ts");
    const args = ["--conditions=react-server", program, String(trustedProxies)];
    if (baseUrl !== undefined) args.push(baseUrl);
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    return new HostProcess(child, Number(await firstOutput(child)));
  }

  /** Closes all connections; the process goes on. */
  hangUp(): void {
    for (const socket of this.#sockets.splice(0)) socket.destroy();
  }

  async stop(): Promise<void> {
    this.hangUp();
    if (this.child.exitCode !== null) return;
    this.child.kill("SIGKILL");
    await once(this.child, "exit");
  }

  url(path: string): string {
    return `http://127.0.0.1:${this.#port}${path}`;
  }

  connect(localAddress = "127.0.0.1", allowHalfOpen = false): Peer {
    const socket = net.connect({
      port: this.#port,
      host: "127.0.0.1",
      localAddress,
      allowHalfOpen,
    });
    this.#sockets.push(socket);
    let received = "";
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
    });
    socket.on("error", () => {});
    const closed = new Promise((resolve) => socket.on("close", resolve));
    return { socket, received: () => received, closed };
  }

  ask(text: string, localAddress?: string): Peer {
    const peer = this.connect(localAddress);
    peer.socket.write(text);
    return peer;
  }

  async answerTo(text: string, localAddress?: string): Promise<Head> {
    const peer = this.ask(text, localAddress);
    await until(() => {
      if (!peer.received().includes("\r\n\r\n")) throw new Error("no answer yet");
    });
    return headOf(peer.received());
  }

  /** One request of node's own client. */
  async request(path: string, method = "GET") {
    const outgoing = http.request(this.url(path), { method, agent: false }).end();
    const [response] = (await once(outgoing, "response")) as [http.IncomingMessage];
    let body = "";
    response.setEncoding("utf8");
    for await (const chunk of response) body += String(chunk);
    return { status: response.statusCode, headers: response.headers, body };
  }

  /** Opens streams from one address and waits until each has its state. */
  async openStreams(count: number, localAddress?: string): Promise<Peer[]> {
    const peers = Array.from({ length: count }, () => this.ask(get(STREAM), localAddress));
    await until(() => {
      const late = peers.filter((peer) => !peer.received().includes("mark_price"));
      if (late.length > 0) throw new Error(`${late.length} streams have no state yet`);
    }, 20_000);
    return peers;
  }
}
