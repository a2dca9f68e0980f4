/** The oracle process over HTTP: its prices, their past, health and metrics. Reads only. */
import type { IncomingMessage, Server } from "node:http";
import { ServiceError, toErrorBody } from "#lib/kernel/errors/errors.ts";
import type { AddressList } from "#lib/kernel/http/address-list.ts";
import { clientAddress } from "#lib/kernel/http/client-address.ts";
import { send } from "#lib/kernel/http/http-server.ts";
import { createServiceServer } from "#lib/kernel/http/service-server.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import type { OraclePrices } from "#lib/protocol/market/oracle.ts";
import type { HistoryBar, HistoryQuery } from "./history/history.ts";

export type OracleServerParts = {
  prices: () => OraclePrices;
  /** Whether the venue lists the market, by the newest list that can be read. */
  knows: (market: string) => Promise<boolean>;
  /** `undefined` for a market without a past. @throws Error when it cannot be read now */
  history: (query: HistoryQuery) => Promise<HistoryBar[] | undefined>;
  /** Text form of Prometheus. */
  metrics: () => Promise<string>;
  /** The addresses that may read the metrics. */
  metricsAddresses: AddressList;
  isReady: () => boolean;
  isDraining: () => boolean;
  log: Logger;
};

/** The answer's body: text is the form of Prometheus, anything else JSON. */
type Handler = (parts: OracleServerParts, url: URL, address: string) => unknown;

const METRICS_TYPE = { "content-type": "text/plain; version=0.0.4; charset=utf-8" };

const ROUTES: Record<string, Handler> = {
  "/v1/prices": ({ prices }) => prices(),
  "/v1/history": readHistory,
  "/healthz": () => ({ status: "ok" }),
  "/readyz": ({ isReady, isDraining }) => {
    if (isDraining()) throw new ServiceError("DRAINING");
    if (!isReady()) throw new ServiceError("NOT_READY");
    return { status: "ok" };
  },
  "/metrics": ({ metrics, metricsAddresses }, _url, address) => {
    if (!metricsAddresses.has(address)) throw new ServiceError("IP_NOT_ALLOWED");
    return metrics();
  },
};

export function createOracleServer(parts: OracleServerParts): Server {
  const server = createServiceServer();
  server.on("request", (request, response) => {
    answer(parts, request)
      .then((body) => send(response, 200, body, typeof body === "string" ? METRICS_TYPE : {}))
      .catch((error: unknown) => {
        const { status, body } = toErrorBody(error);
        if (status === 500) parts.log.error({ err: error, url: request.url }, "request failed");
        send(response, status, body);
      });
  });
  return server;
}

async function answer(parts: OracleServerParts, request: IncomingMessage): Promise<unknown> {
  const url = URL.parse(request.url ?? "/", "http://oracle");
  const path = url?.pathname ?? "";
  const handler = Object.hasOwn(ROUTES, path) ? ROUTES[path] : undefined;
  if (!url || !handler) throw new ServiceError("NOT_FOUND");
  if (request.method !== "GET") throw new ServiceError("METHOD_NOT_ALLOWED", { allowed: "GET" });
  return handler(parts, url, clientAddress(request.socket.remoteAddress, undefined, 0));
}

/** A page of closed one-minute bars, oldest first; empty when there are no more. */
async function readHistory(parts: OracleServerParts, url: URL): Promise<{ results: HistoryBar[] }> {
  const market = url.searchParams.get("market") ?? "";
  const startAt = timeParameter(url, "start_at");
  const endAt = timeParameter(url, "end_at");
  // Clients keep the answer "no past" for good, so a market that is not known yet must not get it.
  if (!(await parts.knows(market))) throw new ServiceError("MARKET_DATA_UNAVAILABLE");
  const results = await parts.history({ market, startAt, endAt }).catch((error: unknown) => {
    parts.log.warn({ err: error, market }, "price history cannot be read");
    throw new ServiceError("MARKET_DATA_UNAVAILABLE");
  });
  if (results === undefined) throw new ServiceError("MARKET_NOT_FOUND", { market });
  return { results };
}

function timeParameter(url: URL, parameter: string): number {
  const text = url.searchParams.get(parameter) ?? "";
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new ServiceError("MALFORMED_QUERY", { parameter, reason: "it must be Unix milliseconds" });
}
