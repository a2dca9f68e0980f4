/** The HTTP server of one gateway, and a drain that finishes the requests under way. */
import { createServer, type Server, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { ServiceError, toErrorBody } from "#lib/platform/errors.ts";
import { LostCredentialChangeError } from "./credential-mirror.ts";
import { Exchange } from "./exchange.ts";
import type { Gateway } from "./gateway.ts";
import { route } from "./router.ts";

const DRAIN_MS = 5_000;
/** Longer than proxies and clients keep an idle connection, so that they close it and the venue does not. */
const KEEP_ALIVE_MS = 65_000;
/** A connection without traffic for so long is closed, even in the middle of a request. */
const SILENCE_MS = 70_000;
const PLAIN_TEXT = "text/plain; version=0.0.4; charset=utf-8";
const OK = '{"status":"ok"}';

export type GatewayServer = {
  server: Server;
  /**
   * Refuses new requests with 503 and resolves when the ones under way are answered. Open connections are given
   * `noticeMilliseconds` to see it: closing one while its next request arrives leaves the client in doubt.
   */
  drain: (noticeMilliseconds?: number) => Promise<void>;
};

export function createGatewayServer(gateway: Gateway): GatewayServer {
  const server = createServer(
    { keepAliveTimeout: KEEP_ALIVE_MS },
    (incoming, outgoing) => void answer(gateway, new Exchange(gateway, incoming, outgoing)),
  );
  // Sockets use file descriptors, and the journal needs some too.
  server.maxConnections = gateway.options.connections;
  server.setTimeout(SILENCE_MS);
  server.on("clientError", refuse);
  const drain = async (noticeMilliseconds = 0) => {
    gateway.draining = true;
    if (noticeMilliseconds > 0) await sleep(noticeMilliseconds);
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    const deadline = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    await closed;
    clearTimeout(deadline);
  };
  return { server, drain };
}

const PARSER_ERRORS: Partial<Record<string, "HEADERS_TOO_LARGE" | "REQUEST_TIMEOUT">> = {
  HPE_HEADER_OVERFLOW: "HEADERS_TOO_LARGE",
  ERR_HTTP_REQUEST_TIMEOUT: "REQUEST_TIMEOUT",
};

/** Answers requests that Node's parser could not read with an error body like any other. */
function refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
  // While a request awaits its answer, the client would take this for it.
  const isAnswering = "_httpMessage" in socket && Boolean(socket._httpMessage);
  if (!socket.writable || isAnswering || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const refusal = new ServiceError(PARSER_ERRORS[error.code ?? ""] ?? "MALFORMED_REQUEST");
  const { status, body } = toErrorBody(refusal);
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "connection: close",
    "content-type: application/json; charset=utf-8",
    `content-length: ${Buffer.byteLength(text)}`,
  ];
  const answer = `${head.join("\r\n")}\r\n\r\n${text}`;
  socket.end(answer, () => socket.destroy());
}

async function answer(gateway: Gateway, exchange: Exchange): Promise<void> {
  try {
    if (!ownState(gateway, exchange)) await route(gateway, exchange);
  } catch (thrown) {
    // Unhandled on purpose: it ends this gateway, and with it the venue.
    if (thrown instanceof LostCredentialChangeError) throw thrown;
    // A body that came in the same packet as the headers is complete by then, and the connection can go on.
    if (exchange.hasUnreadBody()) await nextTurn();
    exchange.fail(thrown);
  }
}

/** Endpoints about the process itself, which the published interface does not list. */
function ownState(gateway: Gateway, exchange: Exchange): boolean {
  if (exchange.path === "/healthz") {
    exchange.answered(200, OK);
    return true;
  }
  if (gateway.draining) throw new ServiceError("DRAINING");
  if (exchange.path === "/readyz") {
    exchange.answered(200, OK);
    return true;
  }
  if (exchange.path !== "/metrics") return false;
  gateway.limits.chargeAddress(exchange);
  exchange.contentType = PLAIN_TEXT;
  gateway.link.call({ name: "metrics", account: null, params: {} }, exchange);
  return true;
}
