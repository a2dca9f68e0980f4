/**
 * The app process: streams on raw `node:http`, everything else through Next. It opens the database, follows the venue,
 * and ends cleanly: streams first, then requests under way, then the store.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import next from "next";
import { type Config, config as readProcessConfig } from "#lib/config.ts";
import { closeDatabase, openDatabase } from "#lib/db/client.ts";
import { ServiceError } from "#lib/errors.ts";
import { readPath, trustOnlyOurProxies } from "#lib/http/incoming.ts";
import { createPublicLimit, isPublicData, type PublicLimit } from "#lib/http/public-limit.ts";
import { refuse } from "#lib/http/refuse.ts";
import { createAppServer, listen } from "#lib/http/server.ts";
import { createLogger, type Logger } from "#lib/log.ts";
import { createBarLeadership } from "#lib/market-data/bar-leader.ts";
import { MarketData, useMarketData } from "#lib/market-data/hub.ts";
import { createOracleHistory } from "#lib/market-data/oracle-history.ts";
import { systemTimers } from "#lib/market-data/timers.ts";
import { createOracleClient } from "#lib/oracle-client/client.ts";
import { STREAM_PATH, StreamServer } from "#lib/streams/stream-server.ts";
import { createVenueClient } from "#lib/venue-client/client.ts";

/** So long new requests are answered 503 before the port closes: clients see a restart, not an outage. */
const REFUSE_MS = 1_000;
/** So long a request under way may take to end. */
const FINISH_MS = 3_000;
/** Past this something hangs, and the process ends as failed. */
const GIVE_UP_MS = 10_000;

type App = {
  config: Config;
  server: Server;
  streams: StreamServer;
  limit: PublicLimit;
  answerByNext: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  closeNext: () => Promise<void>;
  marketData: MarketData;
  log: Logger;
  draining: boolean;
};

async function start(config: Config): Promise<App> {
  const log = createLogger("app", config.logLevel);
  const db = await openDatabase(config);
  const server = createAppServer();
  const nextApp = next({
    dev: config.development,
    dir: import.meta.dirname,
    hostname: config.host,
    port: config.port,
    // Next takes the upgrades of this server: hot reload needs them, and nothing else does.
    httpServer: config.development ? server : createServer(),
  });
  await nextApp.prepare();
  const marketData = new MarketData({
    venue: createVenueClient(config.venueUrl),
    history: config.sandboxUrl === undefined ? undefined : createOracleHistory(config.sandboxUrl),
    oracle: config.oracleUrl === undefined ? undefined : createOracleClient(config.oracleUrl),
    db,
    leadership: createBarLeadership({ databaseUrl: config.databaseUrl, timers: systemTimers, log }),
    timers: systemTimers,
    log,
  });
  useMarketData(marketData);
  const app: App = {
    config,
    server,
    streams: new StreamServer({ marketData, timers: systemTimers }),
    limit: createPublicLimit(),
    answerByNext: nextApp.getRequestHandler(),
    closeNext: () => nextApp.close(),
    marketData,
    log,
    draining: false,
  };
  server.on("request", (request, response) => void answer(app, request, response));
  await listen(server, config, (error) => log.error({ err: error }, "the server met an error"));
  marketData.start();
  return app;
}

async function answer(app: App, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { streams, config } = app;
  if (streams.owns(request.socket)) {
    request.socket.destroy();
    return;
  }
  try {
    const address = trustOnlyOurProxies(request, config.trustedProxyDepth);
    const path = readPath(request);
    if (path === STREAM_PATH) {
      await streams.handle(request, response, address);
      return;
    }
    if (isPublicData(path)) await app.limit(address, response);
    if (app.draining) throw new ServiceError("DRAINING");
    await app.answerByNext(request, response);
  } catch (thrown) {
    if (!(thrown instanceof ServiceError)) app.log.error({ err: thrown }, "a request failed");
    if (response.headersSent) response.destroy();
    else refuse(response, thrown);
  }
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
