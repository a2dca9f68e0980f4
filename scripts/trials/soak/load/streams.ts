/** A steady number of stream clients: again and again the oldest leaves and a new one connects. */
import { connect, type Socket } from "node:net";
import { clientAddress } from "#scripts/bench/streams/addresses.ts";
import type { Tally } from "./tally.ts";

/** The streams that a page follows, and how many of a hundred clients follow each. */
const PATHS: readonly { path: string; share: number; kind: string }[] = [
  { kind: "market streams", share: 60, path: "/api/perps-dex/stream?market=BTCUSDC&kline=1s,1m" },
  { kind: "market streams", share: 15, path: "/api/perps-dex/stream?market=ETHUSDC&kline=1m" },
  {
    kind: "market streams",
    share: 10,
    path: "/api/perps-dex/stream?market=ALL&events=mark,stats",
  },
  { kind: "catalyst streams", share: 10, path: "/api/alerts/catalyst/stream" },
  { kind: "swap streams", share: 5, path: "/api/v1/swaps/stream" },
];
const TURN = PATHS.flatMap(({ share, ...stream }) => Array.from({ length: share }, () => stream));
/** A heartbeat comes every 15 s. */
const SILENCE_MS = 40_000;
const CHECK_MS = 10_000;

const shared = Buffer.allocUnsafe(256 * 1024);

type Client = { socket: Socket; kind: string; heardAt: number; hasLeft: boolean };

export class StreamCrowd {
  readonly #app: URL;
  readonly #tally: Tally;
  readonly #clients: Client[] = [];
  #made = 0;
  #timers: NodeJS.Timeout[] = [];

  constructor(app: string, tally: Tally) {
    this.#app = new URL(app);
    this.#tally = tally;
  }

  /** Lets `size` clients come, and from then on replaces so many of them a second. */
  start(size: number, perSecond: number): void {
    this.#timers = [
      setInterval(() => {
        if (this.#clients.length >= size) this.#leave();
        this.#come();
      }, 1_000 / perSecond),
      setInterval(() => this.#check(), CHECK_MS),
    ];
    for (let made = 0; made < size - 1; made += 1) this.#come();
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
    while (this.#clients.length > 0) this.#leave();
  }

  #come(): void {
    const index = this.#made;
    this.#made += 1;
    // Neighbours differ, so that every address has a share of each stream.
    const { path, kind } = TURN[(index * 37) % TURN.length] ?? { path: "/", kind: "streams" };
    let status: string | undefined;
    const onread = {
      buffer: shared,
      callback: (length: number) => {
        client.heardAt = performance.now();
        if (status !== undefined) return true;
        status = shared.toString("latin1", 9, 12);
        if (status === "200") this.#tally.done(kind);
        else this.#fail(client, `${path}: ${shared.toString("latin1", 9, Math.min(length, 200))}`);
        return true;
      },
    };
    const { hostname, port, host } = this.#app;
    const socket = connect({
      port: Number(port),
      host: hostname === "localhost" ? "127.0.0.1" : hostname,
      localAddress: clientAddress(index),
      onread,
    });
    const client: Client = { socket, kind, heardAt: performance.now(), hasLeft: false };
    this.#clients.push(client);
    socket.on("error", (error) => this.#fail(client, `${path}: ${error.message}`));
    socket.on("close", () => this.#fail(client, `${path}: closed by the app`));
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept: text/event-stream\r\n\r\n`);
  }

  #leave(): void {
    const client = this.#clients.shift();
    if (client === undefined) return;
    client.hasLeft = true;
    client.socket.destroy();
  }

  /** Counts a client's end once, unless the client itself left. */
  #fail(client: Client, reason: string): void {
    if (client.hasLeft) return;
    client.hasLeft = true;
    client.socket.destroy();
    const at = this.#clients.indexOf(client);
    if (at !== -1) this.#clients.splice(at, 1);
    this.#tally.failed(client.kind, reason);
  }

  #check(): void {
    const now = performance.now();
    for (const client of this.#clients.filter(({ heardAt }) => now - heardAt > SILENCE_MS)) {
      this.#fail(client, `nothing in ${SILENCE_MS / 1_000} s`);
    }
  }
}
