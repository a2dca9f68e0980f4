/**
 * What stands in front of every request of the app: streams are answered here, public reads are counted, the rest goes to
 * `answerOther`. It ends cleanly: streams first, then requests under way.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { ServiceError } from "#lib/errors.ts";
import type { Logger } from "#lib/log.ts";
import { STREAM_PATH, type StreamServer } from "#lib/streams/stream-server.ts";
import { limitConnections } from "./connection-limit.ts";
import { readPath, trustOnlyOurProxies } from "./incoming.ts";
import { createPublicLimit, isPublicData } from "./public-limit.ts";
import { refuse } from "./refuse.ts";

/** So long new requests are answered 503 before the port closes: clients see a restart, not an outage. */
const REFUSE_MS = 1_000;
/** So long a request under way may take to end. */
const FINISH_MS = 3_000;
const LOOK_MS = 100;
/** Requests of one connection that may wait for their answers: each answer that is not read stays in memory. */
const MAX_PIPELINED = 8;

export type HostOptions = {
  server: Server;
  streams: StreamServer;
  answerOther: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  trustedProxyDepth: number;
  log: Pick<Logger, "error" | "info">;
};

export class Host {
  readonly #options: HostOptions;
  readonly #limit = createPublicLimit();
  readonly #unanswered = new WeakMap<Socket, number>();
  /** Connections on which a stream was asked for: what comes behind it could never be answered. */
  readonly #streaming = new WeakSet<Socket>();
  #draining = false;

  /** Answers the requests of `server` from now on. */
  constructor(options: HostOptions) {
    this.#options = options;
    if (options.trustedProxyDepth === 0) limitConnections(options.server);
    options.server.on("request", (request, response) => void this.#answer(request, response));
  }

  /** Ends within a few seconds: streams end at once, new requests get 503, requests under way may finish. */
  async drain(): Promise<void> {
    const { server, streams, log } = this.#options;
    this.#draining = true;
    log.info({ streams: streams.size }, "draining");
    streams.drain();
    await sleep(REFUSE_MS);
    const closed = new Promise((resolve) => server.close(resolve));
    // A connection whose answer comes to its end only now would be kept for the next request.
    const idle = setInterval(() => server.closeIdleConnections(), LOOK_MS);
    const force = setTimeout(() => server.closeAllConnections(), FINISH_MS);
    await closed;
    clearInterval(idle);
    clearTimeout(force);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { streams, trustedProxyDepth, log } = this.#options;
    const { socket } = request;
    if (!this.#enqueue(socket, response)) {
      socket.destroy();
      return;
    }
    try {
      const address = trustOnlyOurProxies(request, trustedProxyDepth);
      const path = readPath(request);
      if (path === STREAM_PATH) {
        this.#streaming.add(socket);
        await streams.handle(request, response, address);
        if (!streams.owns(socket)) this.#streaming.delete(socket);
      } else {
        await this.#answerOther({ path, address }, request, response);
      }
    } catch (thrown) {
      if (!(thrown instanceof ServiceError)) log.error({ err: thrown }, "a request failed");
      refuse(response, thrown);
    }
  }

  /** False when too many wait before it, or a stream does, which never ends. */
  #enqueue(socket: Socket, response: ServerResponse): boolean {
    const before = this.#unanswered.get(socket) ?? 0;
    if (before >= MAX_PIPELINED || this.#streaming.has(socket)) return false;
    this.#unanswered.set(socket, before + 1);
    response.on("close", () => {
      this.#unanswered.set(socket, (this.#unanswered.get(socket) ?? 1) - 1);
    });
    return true;
  }

  async #answerOther(
    { path, address }: { path: string; address: string },
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    if (isPublicData(path)) await this.#limit(address, response);
    if (this.#draining) throw new ServiceError("DRAINING");
    await this.#options.answerOther(request, response);
  }
}
