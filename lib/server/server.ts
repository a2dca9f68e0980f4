/** The app's HTTP server with its timeouts and size limits. */
import { createServer, type Server } from "node:http";
import { refuseUnreadable } from "#lib/platform/http/refuse.ts";

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
/** Bounds memory and open files: the streams of a replica, and three times as many idle connections. */
const MAX_CONNECTIONS = 20_000;

/** @param headers of answers to unparsable requests; the Host answers everything else */
export function createAppServer(headers: Readonly<Record<string, string>> = {}): Server {
  const server = createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: HEAD_MS,
    requestTimeout: REQUEST_MS,
    connectionsCheckingInterval: CHECK_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
  });
  server.timeout = UNREAD_MS;
  server.maxConnections = MAX_CONNECTIONS;
  server.on("clientError", (error, socket) => refuseUnreadable(error, socket, headers));
  return server;
}

/**
 * @param onLaterError called for errors after the start, such as running out of file descriptors; the server goes on
 * @throws Error that says why it cannot listen
 */
export function listen(
  server: Server,
  { port, host }: { port: number; host: string },
  onLaterError: (error: Error) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => {
      const taken = error.code === "EADDRINUSE";
      const reason = taken
        ? "it is taken by another process. Set PORT to a free one"
        : error.message;
      reject(new Error(`The app cannot listen on ${host}:${port}: ${reason}.`));
    };
    server.once("error", fail);
    server.listen({ port, host, backlog: LISTEN_BACKLOG }, () => {
      server.off("error", fail);
      server.on("error", onLaterError);
      resolve();
    });
  });
}
