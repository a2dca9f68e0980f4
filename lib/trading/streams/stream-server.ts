/** `GET /api/perps-dex/stream`, answered on raw `node:http` (spec 2, "Streams"). */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { ServiceError } from "#lib/platform/errors.ts";
import { refuse } from "#lib/platform/http/refuse.ts";
import { newId } from "#lib/platform/ids.ts";
import { metrics } from "#lib/platform/metrics.ts";
import type { Timers } from "#lib/platform/timers.ts";
import type { MarketData } from "#lib/trading/market-data/hub.ts";
import type { MarketEvent } from "#lib/trading/market-data/topics.ts";
import { Admission, type AdmissionLimits, STREAM_LIMITS } from "./admission.ts";
import { Connection } from "./connection.ts";
import { FanOut } from "./fan-out.ts";
import { batchOf, eventFrame, type Frame, HEARTBEAT, namedEventFrame, RETRY } from "./frames.ts";
import { fullKernelQueues } from "./kernel-queues.ts";
import { ReaderSet } from "./reader-set.ts";
import { parseStreamQuery, type Subscription } from "./stream-query.ts";

export const STREAM_PATH = "/api/perps-dex/stream";

const HEARTBEAT_EVERY_MS = 15_000;
const CHECK_EVERY_MS = 1_000;
const KERNEL_EVERY_MS = 5_000;

const STREAM_HEADERS = {
  "Content-Type": "text/event-stream; charset=utf-8",
  // No proxy may transform the stream: compressed, each one would need its own compressor.
  "Cache-Control": "no-cache, no-transform",
  "X-Accel-Buffering": "no",
  "X-Content-Type-Options": "nosniff",
} as const;

type Repeated = "heartbeat" | "check" | "kernel";

/** Readers that follow the same topics of the same market in the same form share every write. */
type Group = { readers: ReaderSet; unsubscribe: () => void };

/** The frame of an event on a stream of one market, or of several. */
type ToFrame = (event: MarketEvent) => Frame;

/** The part of the market data that streams use. */
export type StreamSource = Pick<MarketData, "knows" | "state" | "subscribe">;

export type StreamServerOptions = {
  marketData: StreamSource;
  timers: Timers;
  limits?: AdmissionLimits;
  /** Names of the connections for which the kernel holds too many bytes. */
  fullQueues?: () => Promise<ReadonlySet<string>>;
};

export class StreamServer {
  readonly #marketData: StreamSource;
  readonly #timers: Timers;
  readonly #admission: Admission;
  readonly #fanOut = new FanOut();
  readonly #groups = new Map<string, Group>();
  readonly #allReaders = new ReaderSet();
  readonly #sockets = new WeakSet<Socket>();
  readonly #cancels: Record<Repeated, () => void>;
  readonly #fullQueues: () => Promise<ReadonlySet<string>>;
  /** Connections for which the kernel held too many bytes at the last check. */
  #slow = new Set<Connection>();
  #draining = false;

  constructor(options: StreamServerOptions) {
    const { marketData, timers, limits = STREAM_LIMITS, fullQueues = fullKernelQueues } = options;
    this.#marketData = marketData;
    this.#timers = timers;
    this.#admission = new Admission(limits);
    this.#fullQueues = fullQueues;
    this.#cancels = { heartbeat: () => {}, check: () => {}, kernel: () => {} };
    this.#repeat("heartbeat", HEARTBEAT_EVERY_MS, () => {
      this.#fanOut.send([HEARTBEAT], this.#allReaders.now());
    });
    this.#repeat("check", CHECK_EVERY_MS, () => {
      for (const connection of this.#allReaders.now()) connection.check();
    });
    this.#repeat("kernel", KERNEL_EVERY_MS, () => void this.#checkKernelQueues());
  }

  /** Streams that are open. */
  get size(): number {
    return this.#allReaders.size;
  }

  /** True when a stream was begun on `socket`, after which no request on it can be answered. */
  owns(socket: Socket): boolean {
    return this.#sockets.has(socket);
  }

  /** Answers one request of `address` for {@link STREAM_PATH}: a stream, or a refusal as JSON before it begins. */
  async handle(request: IncomingMessage, response: ServerResponse, address: string): Promise<void> {
    try {
      const subscriptions = await this.#admit(request, address);
      const leave = this.#admission.enter(address);
      response.on("close", leave);
      this.#open(subscriptions, response);
    } catch (thrown) {
      if (!(thrown instanceof ServiceError)) throw thrown;
      metrics().streamsRefused.inc({ code: thrown.code });
      refuse(response, thrown);
    }
  }

  /** Ends every stream cleanly and refuses new ones with 503. */
  drain(): void {
    this.#draining = true;
    this.#cancels.heartbeat();
    this.#cancels.check();
    this.#cancels.kernel();
    for (const connection of this.#allReaders.now()) connection.end();
  }

  /** Checks the request itself. The order decides which refusal is reported. */
  async #admit(request: IncomingMessage, address: string): Promise<Subscription[]> {
    if (request.method !== "GET") throw new ServiceError("METHOD_NOT_ALLOWED", { allowed: "GET" });
    if (this.#draining) throw new ServiceError("DRAINING");
    await this.#admission.knock(address);
    const subscriptions = parseStreamQuery(new URL(request.url ?? "/", "http://app").searchParams);
    for (const { market } of subscriptions) {
      if (!this.#marketData.knows(market)) throw new ServiceError("MARKET_NOT_FOUND", { market });
    }
    return subscriptions;
  }

  #open(subscriptions: readonly Subscription[], response: ServerResponse): void {
    const { socket } = response;
    // A stream behind another answer of the same connection could be written only after that has ended.
    if (socket === null) throw new ServiceError("STREAM_PIPELINED");
    this.#sockets.add(socket);
    const connection = new Connection(response, socket, {
      now: this.#timers.now,
      onReset: (reason) => metrics().streamsReset.inc({ reason }),
    });
    const leaves = [this.#count(connection, subscriptions)];
    response.on("close", () => {
      for (const leave of leaves) leave();
    });
    const isOne = subscriptions.length === 1;
    const state: Frame[] = [RETRY];
    for (const { market, topics } of subscriptions) {
      const toFrame: ToFrame = isOne ? eventFrame : (event) => namedEventFrame(market, event);
      // The group subscribes before the state is read, without an await in between, so that no change is
      // missed or sent twice.
      leaves.push(this.#join({ market, topics }, connection, toFrame));
      const events = this.#marketData.state(market, topics);
      state.push(...events.map(toFrame));
      metrics().streamEventsSent.inc({ market }, events.length);
    }
    // An ended stream must not keep its socket open, or a drain would wait for it.
    response.shouldKeepAlive = false;
    socket.setNoDelay(true);
    // A quiet market is silent for 15 s, and a blocked reader has a limit of 30 s of its own.
    socket.setTimeout(0);
    response.writeHead(200, { ...STREAM_HEADERS, "X-Request-Id": newId("req") });
    response.flushHeaders();
    connection.send(batchOf(state));
  }

  #count(connection: Connection, subscriptions: readonly Subscription[]): () => void {
    const [only, ...others] = subscriptions;
    const label = { market: only !== undefined && others.length === 0 ? only.market : "several" };
    this.#allReaders.add(connection);
    metrics().streamsOpen.inc(label);
    return () => {
      this.#allReaders.delete(connection);
      metrics().streamsOpen.dec(label);
    };
  }

  #join({ market, topics }: Subscription, connection: Connection, toFrame: ToFrame): () => void {
    const form = toFrame === eventFrame ? "one" : "several";
    const name = [form, market, ...[...topics].toSorted()].join(" ");
    const group = this.#groups.get(name) ?? this.#makeGroup(name, { market, topics }, toFrame);
    group.readers.add(connection);
    return () => {
      group.readers.delete(connection);
      if (group.readers.size > 0) return;
      group.unsubscribe();
      this.#groups.delete(name);
    };
  }

  #makeGroup(name: string, { market, topics }: Subscription, toFrame: ToFrame): Group {
    const readers = new ReaderSet();
    const deliver = (events: readonly MarketEvent[]) => {
      this.#fanOut.send(events.map(toFrame), readers.now());
      metrics().streamEventsSent.inc({ market }, events.length * readers.size);
    };
    const unsubscribe = this.#marketData.subscribe(market, topics, deliver);
    const group = { readers, unsubscribe };
    this.#groups.set(name, group);
    return group;
  }

  async #checkKernelQueues(): Promise<void> {
    if (this.#allReaders.size === 0) return;
    const full = await this.#fullQueues();
    if (full.size === 0 && this.#slow.size === 0) return;
    const readers = full.size === 0 ? [] : this.#allReaders.now();
    const slow = new Set(readers.filter(({ name }) => full.has(name)));
    for (const connection of slow) connection.kernelIsFull = true;
    for (const connection of this.#slow.difference(slow)) connection.kernelIsFull = false;
    this.#slow = slow;
  }

  #repeat(name: Repeated, everyMs: number, run: () => void): void {
    this.#cancels[name] = this.#timers.after(everyMs, () => {
      run();
      this.#repeat(name, everyMs, run);
    });
  }
}
