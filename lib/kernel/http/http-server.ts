/** The HTTP server of every process: its timeouts, its limits, and an error body for what cannot be parsed. */
import { once } from "node:events";
import {
  createServer,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import { type AddressInfo, Server as NetServer } from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { ServiceError, toErrorBody } from "#lib/kernel/errors/errors.ts";
import { newId } from "#lib/kernel/ids.ts";

/** The default of 511 resets connections when thousands of streams reconnect at once. */
const LISTEN_BACKLOG = 4_096;
/** Several times the size of session cookies and the headers of two proxies. */
const MAX_HEADER_BYTES = 16 * 1024;
/** A head is one packet or a few. A client that sends it byte by byte holds a socket and a parser for at most this long. */
const HEAD_MS = 10_000;
/** Head and body: orders are a few kilobytes. It covers the request alone, so streams are not affected. */
const REQUEST_MS = 30_000;
/** How often the two limits above are checked. */
const CHECK_MS = 2_000;
/**
 * Longer than the 60 s for which proxies keep a connection, so that they close it first: a request that arrives at a
 * closing connection is lost.
 */
const KEEP_ALIVE_MS = 65_000;
/** An answer that is not read for this long is aborted, to free its memory. Streams have a rule of their own. */
const UNREAD_MS = 30_000;
const CLOSE_IDLE_MS = 100;

/** @param headers of answers to unparsable requests; the listener of `request` answers everything else */
export function createHttpServer(headers: Readonly<Record<string, string>> = {}): Server {
  const server = createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: HEAD_MS,
    requestTimeout: REQUEST_MS,
    connectionsCheckingInterval: CHECK_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
  });
  server.timeout = UNREAD_MS;
  server.on("clientError", (error, socket) => refuseUnreadable(error, socket, headers));
  return server;
}

export type ListenAddress = {
  host: string;
  /** 0 for any free one. */
  port: number;
  /** The setting that chooses the port. */
  setting: string;
  /** Shares the port with other servers of this user that do the same. */
  reusePort?: boolean;
};

export class PortTakenError extends Error {
  constructor({ host, port, setting }: ListenAddress) {
    super(`Port ${port} of ${host} is taken by another process: set ${setting} to a free one.`);
    this.name = "PortTakenError";
  }
}

/** @throws PortTakenError, or the system's error for another reason */
export async function listen(server: NetServer, address: ListenAddress): Promise<AddressInfo> {
  const { host, port, reusePort = false } = address;
  server.listen({ host, port, reusePort, backlog: LISTEN_BACKLOG });
  try {
    await once(server, "listening");
  } catch (error) {
    const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
    throw isTaken ? new PortTakenError(address) : error;
  }
  return server.address() as AddressInfo;
}

/** Sends a whole answer that no cache keeps. A text is sent as it is, anything else as JSON. */
export function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: OutgoingHttpHeaders = {},
): void {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
    "cache-control": "no-store",
    ...headers,
  });
  response.end(text);
}

/**
 * Takes no more connections, lets requests under way finish, and closes what is still open after `finishMs`.
 * @param idleMs for which idle connections stay open, so that their clients can close them first
 */
export async function closeServer(server: Server, finishMs: number, idleMs = 0): Promise<void> {
  const closed = once(server, "close");
  // The `close` of an HTTP server ends idle connections too, under a request that is on its way.
  if (idleMs === 0) server.close();
  else NetServer.prototype.close.call(server);
  const force = setTimeout(() => server.closeAllConnections(), finishMs);
  await Promise.race([closed, sleep(idleMs)]);
  // A connection whose answer ends during the drain would otherwise be kept for the next request.
  const idle = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(force);
}

const PARSER_ERRORS: Partial<Record<string, "HEADERS_TOO_LARGE" | "REQUEST_TIMEOUT">> = {
  HPE_HEADER_OVERFLOW: "HEADERS_TOO_LARGE",
  ERR_HTTP_REQUEST_TIMEOUT: "REQUEST_TIMEOUT",
};

/** Answers requests that Node's parser cannot read with a body like every other refusal. */
function refuseUnreadable(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  headers: Readonly<Record<string, string>>,
): void {
  // While a request awaits its answer, or after an answer that has begun, the client would take this for part of it.
  const isAnswering = "_httpMessage" in socket && Boolean(socket._httpMessage);
  if (!socket.writable || isAnswering || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const refusal = new ServiceError(PARSER_ERRORS[error.code ?? ""] ?? "MALFORMED_REQUEST");
  const { status, body } = toErrorBody(refusal, newId("req"));
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Connection: close",
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(text)}`,
    "Cache-Control: no-store",
    "X-Content-Type-Options: nosniff",
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${text}`, () => socket.destroy());
}
