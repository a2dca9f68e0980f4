/**
 * The chain over HTTP: JSON-RPC, health, metrics, and hooks for tests. The same port accepts
 * WebSocket subscriptions.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { ServiceError, toErrorBody } from "#lib/kernel/errors/errors.ts";
import type { AddressList } from "#lib/kernel/http/address-list.ts";
import { send } from "#lib/kernel/http/http-server.ts";
import { requireMetricsReader } from "#lib/kernel/http/metrics-addresses.ts";
import { readJsonText } from "#lib/kernel/http/request-body.ts";
import { createServiceServer } from "#lib/kernel/http/service-server.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import type { RpcNode } from "./rpc/method.ts";
import { answerBody, type MethodTable } from "./rpc/methods/answer.ts";
import { RPC_METHODS } from "./rpc/methods/methods.ts";
import { PARSE_ERROR } from "./rpc/rpc-failure.ts";

/** A hundred requests with a transaction each. */
const BODY_LIMIT_BYTES = 256 * 1024;
const METRICS_TYPE = { "content-type": "text/plain; version=0.0.4; charset=utf-8" };

export type ChainServerParts = {
  node: RpcNode;
  /** Methods that only a test chain has. */
  hooks: MethodTable;
  metrics: () => Promise<string>;
  metricsAddresses: AddressList;
  isReady: () => boolean;
  log: Pick<Logger, "error">;
};

type Handler = (parts: ChainServerParts, request: IncomingMessage) => unknown;

const READS: Partial<Record<string, Handler>> = {
  "/health": () => "ok",
  "/healthz": () => ({ status: "ok" }),
  "/readyz": ({ isReady }) => {
    if (isReady()) return { status: "ok" };
    throw new ServiceError("NOT_READY");
  },
  "/metrics": ({ metrics, metricsAddresses }, request) => {
    requireMetricsReader(request, metricsAddresses);
    return metrics();
  },
};

export function createChainServer(parts: ChainServerParts): Server {
  const server = createServiceServer();
  const methods = { ...RPC_METHODS, ...parts.hooks };
  server.on("request", (request, response) => {
    if (request.method === "OPTIONS" || request.method === "POST") allowPages(response);
    if (request.method === "OPTIONS") return void response.writeHead(204).end();
    const answered =
      request.method === "POST"
        ? answerCall(parts, methods, request, response)
        : answerRead(parts, request, response);
    answered.catch((error: unknown) => {
      const { status, body } = toErrorBody(error);
      if (status === 500) parts.log.error({ err: error, url: request.url }, "request failed");
      if (!response.headersSent) send(response, status, body);
    });
  });
  return server;
}

/**
 * Explorers and wallets call a node from pages of other origins, as at every public node. Other reads, such as
 * metrics, are for programs.
 */
function allowPages(response: ServerResponse): void {
  response.setHeader("access-control-allow-origin", "*");
  response.setHeader("access-control-allow-methods", "POST, GET, OPTIONS");
  response.setHeader("access-control-allow-headers", "content-type, solana-client");
  response.setHeader("access-control-allow-private-network", "true");
  response.setHeader("access-control-max-age", "86400");
}

async function answerCall(
  parts: ChainServerParts,
  methods: MethodTable,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const text = await readJsonText(request, BODY_LIMIT_BYTES);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return send(response, 200, {
      jsonrpc: "2.0",
      error: { code: PARSE_ERROR, message: "Parse error" },
      id: null,
    });
  }
  const onDefect = (error: unknown) => parts.log.error({ err: error }, "a method failed");
  send(response, 200, await answerBody({ node: parts.node, methods, onDefect }, body));
}

async function answerRead(
  parts: ChainServerParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
  const handler = Object.hasOwn(READS, path) ? READS[path] : undefined;
  if (handler === undefined) throw new ServiceError("NOT_FOUND");
  if (request.method !== "GET") throw new ServiceError("METHOD_NOT_ALLOWED", { allowed: "GET" });
  const body = await handler(parts, request);
  send(response, 200, body, typeof body === "string" ? METRICS_TYPE : {});
}
