/** The oracle process over HTTP: its prices, health and metrics. Reads only. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { ServiceError, toErrorBody } from "#lib/errors.ts";
import type { Logger } from "#lib/log.ts";
import type { OraclePrices } from "#lib/protocol/oracle.ts";

export type OracleServerParts = {
  prices: () => OraclePrices;
  /** Text form of Prometheus. */
  metrics: () => Promise<string>;
  isReady: () => boolean;
  isDraining: () => boolean;
  log: Logger;
};

type Answer = { type: string; text: string };
type Handler = (parts: OracleServerParts) => Answer | Promise<Answer>;

const ROUTES: Record<string, Handler> = {
  "/v1/prices": ({ prices }) => json(prices()),
  "/healthz": () => json({ status: "ok" }),
  "/readyz": ({ isReady, isDraining }) => {
    if (isDraining()) throw new ServiceError("DRAINING");
    if (!isReady()) throw new ServiceError("NOT_READY");
    return json({ status: "ok" });
  },
  "/metrics": async ({ metrics }) => ({
    type: "text/plain; version=0.0.4; charset=utf-8",
    text: await metrics(),
  }),
};

export function createOracleServer(parts: OracleServerParts): Server {
  return createServer((request, response) => {
    answer(parts, request)
      .then((found) => send(response, 200, found))
      .catch((error: unknown) => {
        const { status, body } = toErrorBody(error);
        if (status === 500) parts.log.error({ err: error, url: request.url }, "request failed");
        send(response, status, json(body));
      });
  });
}

async function answer(parts: OracleServerParts, request: IncomingMessage): Promise<Answer> {
  const path = request.url?.split("?")[0] ?? "/";
  const handler = Object.hasOwn(ROUTES, path) ? ROUTES[path] : undefined;
  if (!handler) throw new ServiceError("NOT_FOUND");
  if (request.method !== "GET") throw new ServiceError("METHOD_NOT_ALLOWED", { allowed: "GET" });
  return handler(parts);
}

function json(value: unknown): Answer {
  return { type: "application/json", text: JSON.stringify(value) };
}

function send(response: ServerResponse, status: number, { type, text }: Answer): void {
  response.writeHead(status, {
    "content-type": type,
    "content-length": Buffer.byteLength(text),
    "cache-control": "no-store",
  });
  response.end(text);
}
