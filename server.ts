/**
 * The app process: streams on raw `node:http`, everything else through Next. It opens the database, follows the venue,
 * and ends cleanly: streams first, then requests under way, then the store.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import next from "next";
import { type Config, config as readProcessConfig } from "#lib/config.ts";
import { closeDatabase, openDatabase } from "#lib/db/client.ts";
import { ServiceError, toErrorBody } from "#lib/errors.ts";
import { clientAddress, FORWARDING_HEADERS } from "#lib/http/client-address.ts";
import { newId } from "#lib/ids.ts";
import { createLogger, type Logger } from "#lib/log.ts";
import { createBarLeadership } from "#lib/market-data/bar-leader.ts";
import { MarketData, useMarketData } from "#lib/market-data/hub.ts";
import { createOracleHistory } from "#lib/market-data/oracle-history.ts";
import { systemTimers } from "#lib/market-data/timers.ts";
import { STREAM_PATH, StreamServer } from "#lib/streams/stream-server.ts";
import { createVenueClient } from "#lib/venue-client/client.ts";

/** The default of 511 resets connections when thousands of streams reconnect at once. */
const LISTEN_BACKLOG = 4_096;
/** So long new requests are answered 503 before the port closes: clients see a restart, not an outage. */
const REFUSE_MS = 1_000;
/** So long a request under way may take to end. */
const FINISH_MS = 3_000;
/** Past this something hangs, and the process ends as failed. */
const GIVE_UP_MS = 10_000;

type App = {
  server: Server;
  streams: StreamServer;
  marketData: MarketData;
  closeNext: () => Promise<void>;
  log: Logger;
  draining: boolean;
};

async function start(config: Config): Promise<App> {
  const log = createLogger("app", config.logLevel);
  const db = await openDatabase(config);
  const nextApp = next({
    dev: false,
    dir: import.meta.dirname,
    hostname: config.host,
    port: config.port,
  });
  await nextApp.prepare();
  const marketData = new MarketData({
    venue: createVenueClient(config.venueUrl),
    history: config.sandboxUrl === undefined ? undefined : createOracleHistory(config.sandboxUrl),
    db,
    leadership: createBarLeadership({ databaseUrl: config.databaseUrl, timers: systemTimers, log }),
    timers: systemTimers,
    log,
  });
  useMarketData(marketData);
  const app: App = {
    server: createServer(),
    streams: new StreamServer({ marketData, timers: systemTimers }),
    marketData,
    closeNext: () => nextApp.close(),
    log,
    draining: false,
  };
  const handle = nextApp.getRequestHandler();
  app.server.on("request", (request, response) => {
    trustOnlyOurProxies(request, config.trustedProxyDepth);
    if (isStreamRequest(request)) app.streams.handle(request, response);
    else if (app.draining) refuse(response, new ServiceError("DRAINING"));
    else if (!isReadablePath(request)) refuse(response, malformedPath());
    else void handle(request, response);
  });
  await listen(app.server, config);
  marketData.start();
  return app;
}

function isStreamRequest({ url = "" }: IncomingMessage): boolean {
  return url === STREAM_PATH || url.startsWith(`${STREAM_PATH}?`);
}

/** Next passes on whatever the client claims; from here on these headers are true or absent. */
function trustOnlyOurProxies(request: IncomingMessage, trustedProxyDepth: number): void {
  const { headers, socket } = request;
  headers["x-forwarded-for"] = clientAddress(
    socket.remoteAddress,
    headers["x-forwarded-for"],
    trustedProxyDepth,
  );
  if (trustedProxyDepth > 0) return;
  for (const name of FORWARDING_HEADERS) delete headers[name];
}

/** Next fails on a path that is none, or whose percent-encoding is not UTF-8, with an answer that says nothing. */
function isReadablePath({ url = "" }: IncomingMessage): boolean {
  if (!url.startsWith("/")) return false;
  try {
    decodeURIComponent(url.split("?", 1)[0] ?? "");
    return true;
  } catch {
    return false;
  }
}

function malformedPath(): ServiceError {
  return new ServiceError("MALFORMED_PATH", { reason: "its percent-encoding is not UTF-8" });
}

function refuse(response: ServerResponse, error: ServiceError): void {
  const requestId = newId("req");
  const { status, body } = toErrorBody(error, requestId);
  response.writeHead(status, {
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Request-Id": requestId,
    ...(status === 503 ? { "Retry-After": "3" } : {}),
    Connection: "close",
  });
  response.end(JSON.stringify(body));
}

function listen(server: Server, { port, host }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const taken = error.code === "EADDRINUSE";
      const reason = taken
        ? "it is taken by another process. Set PORT to a free one"
        : error.message;
      reject(new Error(`The app can not listen on ${host}:${port}: ${reason}.`));
    });
    server.listen({ port, host, backlog: LISTEN_BACKLOG }, resolve);
  });
}

/** Ends within a few seconds: streams end at once, new requests get 503, requests under way may finish. */
async function drain(app: App): Promise<void> {
  app.draining = true;
  app.log.info({ streams: app.streams.size }, "draining");
  app.streams.drain();
  await new Promise((resolve) => setTimeout(resolve, REFUSE_MS));
  const closed = new Promise((resolve) => app.server.close(resolve));
  const force = setTimeout(() => app.server.closeAllConnections(), FINISH_MS);
  await closed;
  clearTimeout(force);
  await app.marketData.stop();
  useMarketData(undefined);
  await app.closeNext();
  await closeDatabase();
}

function drainOnSignals(app: App): void {
  const onSignal = () => {
    if (app.draining) return;
    setTimeout(() => process.exit(1), GIVE_UP_MS).unref();
    drain(app).then(
      () => process.exit(0),
      (error: unknown) => {
        app.log.error({ err: error }, "the drain failed");
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
}

try {
  const config = readProcessConfig();
  const app = await start(config);
  drainOnSignals(app);
  app.log.info({ host: config.host, port: config.port, baseUrl: config.baseUrl }, "listening");
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  await closeDatabase().catch(() => undefined);
  process.exit(1);
}
