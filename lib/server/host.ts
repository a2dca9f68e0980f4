/**
 * Receives every request of the app: it answers streams itself and passes the rest to `answerOther` within the limits of the
 * client's address. It shuts down cleanly: streams first, then requests under way.
 */
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { limitConnections } from "#lib/kernel/http/connection-limit.ts";
import { closeServer } from "#lib/kernel/http/http-server.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import { systemTimers, type Timers } from "#lib/kernel/time/timers.ts";
import { applyTrustedProxies, readPath } from "#lib/platform/http/normalize-request.ts";
import { isAuthorization } from "#lib/platform/http/oauth-refusal.ts";
import { type Quota, requireQuota } from "#lib/platform/http/quota.ts";
import { inRequests } from "#lib/platform/http/rate-limit-bucket.ts";
import { type LimitName, takeQuota } from "#lib/platform/http/rate-limits.ts";
import { refuse } from "#lib/platform/http/refuse.ts";
import { BASE_HEADERS, PRIVATE_HEADERS, showQuota } from "#lib/platform/http/response-headers.ts";
import { metrics } from "#lib/platform/metrics.ts";
import type { StreamServer } from "#lib/platform/streams/stream-server.ts";
import { AddressTurns } from "./address-turns.ts";
import { properAddress } from "./own-address.ts";
import { answerRateLimitPage, type PageLanguage } from "./rate-limit-page.ts";
import { costOf } from "./request-costs.ts";
import { kindOf } from "./request-kind.ts";
import { isPage, isPrivateApi, limitOf } from "./request-limits.ts";

/** Without a proxy: how long new requests get 503 before the port closes, so that clients see a restart and not an outage. */
const REFUSE_MS = 1_000;
/** Behind a proxy: how long everything is served on, so that the proxy learns from `/healthz` before the port closes. */
const SERVE_MS = 3_000;
/** Behind a proxy: longer than it keeps an idle connection, so that it closes first and no request meets a closed one. */
const PROXY_IDLE_MS = 2_500;
/** How long a request under way may take to finish. */
const FINISH_MS = 3_000;
/** Next answers other methods with an error page of its own. */
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
/** Bounds memory and open files: the streams of a replica, and three times as many idle connections. */
const CONNECTIONS = 20_000;
/** Room for the streams of a large office behind one address: a browser opens six connections over HTTP/1.1. */
const CONNECTIONS_OF_ADDRESS = 1_000;
/** Next would answer every method with the page. */
const PAGE_METHODS = ["GET", "HEAD"];
/** Requests of one connection that may be pending: each unread answer stays in memory. */
const MAX_PIPELINED = 8;

export type HostOptions = {
  server: Server;
  streams: StreamServer;
  answerOther: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  trustedProxyDepth: number;
  /** The app's address, to which browsers are sent that open it under another name of this machine. */
  baseUrl?: string;
  /** Added to every answer. */
  headers?: Readonly<Record<string, string>>;
  /** The user's language; English without it. */
  languageOf?: (headers: IncomingHttpHeaders) => PageLanguage;
  /** Called for each request but probes of the process. */
  onVisit?: (() => void) | undefined;
  log: Pick<Logger, "debug" | "error" | "info">;
  /** For tests; the process's own when absent. */
  timers?: Pick<Timers, "after">;
};

export class Host {
  readonly #options: HostOptions;
  readonly #unanswered = new WeakMap<Socket, number>();
  /** Connections with a stream: a request behind it could never be answered. */
  readonly #streaming = new WeakSet<Socket>();
  readonly #turns: AddressTurns;
  #draining = false;

  /** Answers the requests of `server` from now on. */
  constructor(options: HostOptions) {
    this.#options = options;
    this.#turns = new AddressTurns(options.timers ?? systemTimers);
    limitConnections(options.server, {
      total: CONNECTIONS,
      perAddress: options.trustedProxyDepth === 0 ? CONNECTIONS_OF_ADDRESS : undefined,
      onRefused: () => metrics().connectionsRefused.inc(),
    });
    options.server.on("request", (request, response) => void this.#answer(request, response));
  }

  /**
   * Ends within a few seconds: streams end at once, and requests under way may finish. New requests get 503. Behind a proxy
   * they are served until the port closes, because a proxy may send no write a second time; only probes get 503.
   */
  async drain(): Promise<void> {
    const { server, streams, log } = this.#options;
    this.#draining = true;
    log.info({ streams: streams.size }, "draining");
    streams.drain();
    await sleep(this.#hasProxy ? SERVE_MS : REFUSE_MS);
    await closeServer(server, FINISH_MS, this.#hasProxy ? PROXY_IDLE_MS : 0);
  }

  get #hasProxy(): boolean {
    return this.#options.trustedProxyDepth > 0;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { streams, trustedProxyDepth, headers = {}, log } = this.#options;
    const { socket } = request;
    if (!this.#enqueue(socket, response)) {
      socket.destroy();
      return;
    }
    addHeaders(response, { ...BASE_HEADERS, ...headers });
    if (this.#draining) response.shouldKeepAlive = false;
    let path: string | undefined;
    try {
      const address = applyTrustedProxies(request, trustedProxyDepth);
      path = readPath(request);
      if (!OF_THE_PROCESS.includes(path)) this.#options.onVisit?.();
      if (!METHODS.includes(request.method ?? "")) {
        throw new ServiceError("METHOD_NOT_ALLOWED", { allowed: METHODS.join(", ") });
      }
      if (streams.serves(path)) {
        this.#streaming.add(socket);
        await streams.handle(request, response, { path, address });
        if (!streams.owns(socket)) this.#streaming.delete(socket);
      } else {
        measure(path, response);
        await this.#answerOther({ path, address }, request, response);
      }
    } catch (thrown) {
      // A client that disconnects mid-body is not an error.
      if (isBrokenOff(request)) log.debug({ err: thrown }, "a request was broken off");
      else if (!(thrown instanceof ServiceError)) log.error({ err: thrown }, "a request failed");
      refuse(response, thrown, path);
    }
  }

  /** False when too many requests are pending before it, or a stream, which never ends. */
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
    if (isPrivateApi(path)) addHeaders(response, PRIVATE_HEADERS);
    const { method = "GET", headers } = request;
    const head = { method, path, headers };
    const limit = limitOf(head);
    const cost = costOf(head, limit);
    const quota = await takeQuotaOf({ limit, cost }, address);
    if (quota !== undefined) {
      showQuota(response, quota);
      const hasPage = limit === "pages" || isAuthorization(path);
      if (!quota.allowed && hasPage && wantsPage(headers)) {
        const language = this.#options.languageOf?.(headers) ?? "en";
        answerRateLimitPage(response, { quota, path, language });
        return;
      }
      requireQuota(quota);
    }
    if (isPage(limit, path) && !PAGE_METHODS.includes(method)) {
      throw new ServiceError("METHOD_NOT_ALLOWED", { allowed: PAGE_METHODS.join(", ") });
    }
    if (this.#draining && (!this.#hasProxy || PROBES.includes(path))) {
      throw new ServiceError("DRAINING");
    }
    const { baseUrl } = this.#options;
    const proper =
      baseUrl === undefined || !isPage(limit, path)
        ? undefined
        : properAddress(baseUrl, { method, url: request.url ?? "", headers });
    if (proper !== undefined) {
      response.writeHead(307, { location: proper, "cache-control": "no-store" }).end();
      return;
    }
    const isCostly = cost !== undefined || limit === "prefetches";
    if (isCostly && !(await this.#turnOf(address, response))) return;
    await this.#options.answerOther(request, response);
  }

  /** False when the client has gone before its turn. */
  #turnOf(address: string, response: ServerResponse): Promise<boolean> {
    return this.#turns.take(address, (over) => {
      if (response.destroyed) over();
      else response.on("close", over);
    });
  }
}

/** Counts the request, then its cost. The answer announces the count, unless the cost is why it is refused. */
async function takeQuotaOf(
  { limit, cost }: { limit: LimitName | undefined; cost: number | undefined },
  address: string,
): Promise<Quota | undefined> {
  const counted = limit && (await takeQuota(limit, address));
  if (counted?.allowed === false || cost === undefined) return counted;
  const quota = inRequests(await takeQuota("cpu", address, cost), cost);
  return quota.allowed ? counted : quota;
}

function addHeaders(response: ServerResponse, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

const PROBES = ["/healthz", "/readyz"];
/** Supervisors ask for these all the time, and a 503 to them is not an error. */
const OF_THE_PROCESS = [...PROBES, "/metrics"];

function measure(path: string, response: ServerResponse): void {
  if (OF_THE_PROCESS.includes(path)) return;
  const end = metrics().requestSeconds.startTimer({ kind: kindOf(path) });
  response.on("close", () => {
    end({ status: response.writableFinished ? response.statusCode : "aborted" });
  });
}

function isBrokenOff({ complete, socket }: IncomingMessage): boolean {
  return !complete && socket.destroyed;
}

/** True for navigations of a browser, not for fetches of a script. */
function wantsPage({ accept = "" }: IncomingHttpHeaders): boolean {
  return accept.includes("text/html");
}
