/** `GET /api/perps-dex/stream`, answered on raw `node:http` (spec 2, "Streams"). */
import type { IncomingMessage, ServerResponse } from "node:http";
import { ServiceError, toErrorBody } from "#lib/errors.ts";
import { newId } from "#lib/ids.ts";
import type { MarketData } from "#lib/market-data/hub.ts";
import type { Timers } from "#lib/market-data/timers.ts";
import type { MarketEvent } from "#lib/market-data/topics.ts";
import { metrics } from "#lib/metrics.ts";
import { Connection } from "./connection.ts";
import { FanOut } from "./fan-out.ts";
import { batchOf, eventFrame, HEARTBEAT, RETRY_BYTES } from "./frames.ts";
import { parseStreamQuery, type StreamQuery } from "./stream-query.ts";

export const STREAM_PATH = "/api/perps-dex/stream";

const HEARTBEAT_EVERY_MS = 15_000;
const CHECK_EVERY_MS = 1_000;
/** Streams of one replica (spec 2, "Limits"). */
const MAX_STREAMS = 5_000;
const RETRY_AFTER_SECONDS = 3;

const STREAM_HEADERS = {
  "Content-Type": "text/event-stream; charset=utf-8",
  // Compressed, each stream would cost its own compressor: no proxy may transform it.
  "Cache-Control": "no-cache, no-transform",
  "X-Accel-Buffering": "no",
  "X-Content-Type-Options": "nosniff",
} as const;

/** Readers that follow the same topics of the same market share every write. */
type Group = { market: string; connections: Set<Connection>; unsubscribe: () => void };

/** What the streams need of the market data. */
export type StreamSource = Pick<MarketData, "knows" | "state" | "subscribe">;

export type StreamServerOptions = {
  marketData: StreamSource;
  timers: Timers;
  maxStreams?: number;
};

export class StreamServer {
  readonly #marketData: StreamSource;
  readonly #timers: Timers;
  readonly #maxStreams: number;
  readonly #fanOut = new FanOut();
  readonly #groups = new Map<string, Group>();
  readonly #connections = new Set<Connection>();
  readonly #cancels: Record<"heartbeat" | "check", () => void>;
  #draining = false;

  constructor({ marketData, timers, maxStreams = MAX_STREAMS }: StreamServerOptions) {
    this.#marketData = marketData;
    this.#timers = timers;
    this.#maxStreams = maxStreams;
    this.#cancels = { heartbeat: () => {}, check: () => {} };
    this.#repeat("heartbeat", HEARTBEAT_EVERY_MS, () => {
      this.#fanOut.send(HEARTBEAT, this.#connections);
    });
    this.#repeat("check", CHECK_EVERY_MS, () => {
      for (const connection of this.#connections) connection.check();
    });
  }

  /** Streams that are open. */
  get size(): number {
    return this.#connections.size;
  }

  /** Answers one request whose path is {@link STREAM_PATH}: a stream, or an error as JSON before any of it. */
  handle(request: IncomingMessage, response: ServerResponse): void {
    const requestId = newId("req");
    response.setHeader("X-Request-Id", requestId);
    try {
      const query = this.#admit(request);
      this.#open(query, response);
    } catch (thrown) {
      sendError(response, thrown, requestId);
    }
  }

  /** Ends every stream cleanly and refuses new ones with 503. */
  drain(): void {
    this.#draining = true;
    this.#cancels.heartbeat();
    this.#cancels.check();
    for (const connection of this.#connections) connection.end();
  }

  /** Every reason to refuse a stream, in the order in which they are told. */
  #admit(request: IncomingMessage): StreamQuery {
    if (request.method !== "GET") throw new ServiceError("METHOD_NOT_ALLOWED", { allowed: "GET" });
    if (this.#draining) throw new ServiceError("DRAINING");
    const query = parseStreamQuery(new URL(request.url ?? "/", "http://app").searchParams);
    if (!this.#marketData.knows(query.market)) {
      throw new ServiceError("MARKET_NOT_FOUND", { market: query.market });
    }
    if (this.#connections.size >= this.#maxStreams) throw new ServiceError("STREAM_CAPACITY");
    return query;
  }

  #open(query: StreamQuery, response: ServerResponse): void {
    const { market, topics } = query;
    // An ended stream must not keep its socket open, or a drain would wait for it.
    response.shouldKeepAlive = false;
    response.socket?.setNoDelay(true);
    response.writeHead(200, STREAM_HEADERS);
    const connection = new Connection(response, {
      now: this.#timers.now,
      onReset: (reason) => metrics().streamsReset.inc({ reason }),
    });
    // The group follows the topics before the state is taken, and nothing is awaited in between:
    // no change is missed and none is told twice.
    const leave = this.#join(query, connection);
    response.on("close", leave);
    const state = this.#marketData.state(market, topics).map(eventFrame);
    const bytes = Buffer.concat([RETRY_BYTES, ...state.map((frame) => frame.bytes)]);
    connection.send({ frames: state, bytes });
    metrics().streamEventsSent.inc({ market }, state.length);
  }

  #join({ market, topics }: StreamQuery, connection: Connection): () => void {
    const name = [market, ...[...topics].toSorted()].join(" ");
    const group = this.#groups.get(name) ?? this.#makeGroup(name, { market, topics });
    group.connections.add(connection);
    this.#connections.add(connection);
    metrics().streamsOpen.inc({ market });
    return () => {
      if (!group.connections.delete(connection)) return;
      this.#connections.delete(connection);
      metrics().streamsOpen.dec({ market });
      if (group.connections.size > 0) return;
      group.unsubscribe();
      this.#groups.delete(name);
    };
  }

  #makeGroup(name: string, { market, topics }: StreamQuery): Group {
    const connections = new Set<Connection>();
    const deliver = (events: readonly MarketEvent[]) => {
      this.#fanOut.send(batchOf(events.map(eventFrame)), connections);
      metrics().streamEventsSent.inc({ market }, events.length * connections.size);
    };
    const unsubscribe = this.#marketData.subscribe(market, topics, deliver);
    const group = { market, connections, unsubscribe };
    this.#groups.set(name, group);
    return group;
  }

  #repeat(name: "heartbeat" | "check", everyMs: number, run: () => void): void {
    this.#cancels[name] = this.#timers.after(everyMs, () => {
      run();
      this.#repeat(name, everyMs, run);
    });
  }
}

function sendError(response: ServerResponse, thrown: unknown, requestId: string): void {
  const { status, body } = toErrorBody(thrown, requestId);
  response.statusCode = status;
  response.setHeader("Content-Type", "application/json; charset=utf-8");
  response.setHeader("Cache-Control", "no-store");
  if (status === 503) {
    response.setHeader("Retry-After", String(RETRY_AFTER_SECONDS));
    response.shouldKeepAlive = false;
  }
  if (status === 405) response.setHeader("Allow", "GET");
  response.end(JSON.stringify(body));
}
