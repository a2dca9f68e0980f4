/** The app's HTTP server: how long it waits for whom, and how much it reads before it knows who asks. */
import { createServer, type Server } from "node:http";
import { refuseUnreadable } from "#lib/platform/http/refuse.ts";

/** The default of 511 resets connections when thousands of streams reconnect at once. */
const LISTEN_BACKLOG = 4_096;
/** Cookies of the session and the headers of two proxies fit several times. */
const MAX_HEADER_BYTES = 16 * 1024;
/** A head is one packet, or a few. Whoever sends it byte by byte holds a socket and a parser for this long. */
const HEAD_MS = 10_000;
/** Head and body: orders are a few kilobytes. It ends with the request, so a stream that was asked for is not touched. */
const REQUEST_MS = 30_000;
/** How often the two limits above are looked after. */
const CHECK_MS = 2_000;
/**
 * Longer than the 60 s for which proxies keep a connection for the next request, so that they are who closes it: a
 * request that meets a closing server is lost.
 */
const KEEP_ALIVE_MS = 65_000;
/** An answer of which nothing is read for so long is given up, and its memory with it. Streams have a rule of their own. */
const UNREAD_MS = 30_000;
/** A bound of memory and of open files: the streams of a replica, and three times as many that wait for a next request. */
const MAX_CONNECTIONS = 20_000;

/** @param headers of answers to what is no request; the Host answers everything else */
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
 * @param onLaterError told of errors after the start, such as no file being left for a connection: the server goes on
 * @throws Error that says why it can not listen
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
