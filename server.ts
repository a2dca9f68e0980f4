/**
 * The app process: streams on raw `node:http`, everything else through Next. It opens the database, follows the venue,
 * and ends cleanly: streams first, then requests under way, then the store.
 */
import "./lib/platform/server-marker.ts";
import { createServer } from "node:http";
import next from "next";
import * as oauthMetadata from "./app/.well-known/oauth-authorization-server/route.ts";
import * as resourceMetadata from "./app/.well-known/oauth-protected-resource/api/v1/mcp/route.ts";
import * as rootResourceMetadata from "./app/.well-known/oauth-protected-resource/route.ts";
import * as markets from "./app/api/perps-dex/markets/route.ts";
import * as trades from "./app/api/perps-dex/trades/route.ts";
import * as totals from "./app/api/public/dex/stats/route.ts";
import * as validateMcpKey from "./app/api/v1/mcp/keys/validate/route.ts";
import * as mcp from "./app/api/v1/mcp/route.ts";
import * as oauthRevoke from "./app/oauth/revoke/route.ts";
import * as oauthToken from "./app/oauth/token/route.ts";
import * as oauthUserinfo from "./app/oauth/userinfo/route.ts";
import { chooseLocale, LOCALE_COOKIE } from "./components/i18n/locales.ts";
import { startOAuthCleanUp } from "./lib/assistants/oauth/clean-up-loop.ts";
import { startStagedOrderCleanUp } from "./lib/assistants/staged-orders/clean-up-loop.ts";
import { startReminders } from "./lib/machines/mcp-keys/reminder-loop.ts";
import { openKeyUsage } from "./lib/machines/usage/process-usage.ts";
import { startVenueLoops } from "./lib/partner/intake/venue-loops.ts";
import { startNoticeLoops } from "./lib/partner/notices/notice-loops.ts";
import { startPaymentLoop } from "./lib/partner/payouts/payment-loop.ts";
import { type Config, config as readProcessConfig } from "./lib/platform/config.ts";
import { closeDatabase, openDatabase } from "./lib/platform/db/client.ts";
import { transportHeaders } from "./lib/platform/http/answer-head.ts";
import { closeLimits } from "./lib/platform/http/limits.ts";
import { openLimits } from "./lib/platform/http/open-limits.ts";
import { createLogger, type Logger } from "./lib/platform/log.ts";
import { sendMail } from "./lib/platform/mail/send-mail.ts";
import { systemTimers } from "./lib/platform/timers.ts";
import { OAUTH_PATHS, RESOURCE_METADATA_PATH } from "./lib/protocol/oauth-addresses.ts";
import { direct, type RouteModule } from "./lib/server/direct.ts";
import { Host } from "./lib/server/host.ts";
import { createAppServer, listen } from "./lib/server/server.ts";
import { createBarLeadership } from "./lib/trading/market-data/bar-leader.ts";
import { MarketData, useMarketData } from "./lib/trading/market-data/hub.ts";
import { createOracleHistory } from "./lib/trading/market-data/oracle-history.ts";
import { createOracleClient } from "./lib/trading/oracle-client/client.ts";
import { StreamServer } from "./lib/trading/streams/stream-server.ts";
import { createVenueClient } from "./lib/trading/venue-client/client.ts";
import { createFeeFeed } from "./lib/trading/venue-client/fee-feed.ts";

/** Past this something hangs, and the process ends as failed. */
const GIVE_UP_MS = 10_000;

type App = {
  host: Host;
  marketData: MarketData;
  closeNext: () => Promise<void>;
  closeKeyUsage: () => Promise<void>;
  stopReminders: () => Promise<void>;
  stopNotices: () => Promise<void>;
  /** Of each of the loops that remove what is over, or look for the end of what is open. */
  stopCleanUps: readonly (() => Promise<void>)[];
  stopVenueLoops: () => Promise<void>;
  log: Logger;
};

/** What is asked for all the time and costs little; while developing, Next reloads them. */
const DIRECT = new Map<string, RouteModule>([
  ["/api/perps-dex/markets", markets],
  ["/api/perps-dex/trades", trades],
  ["/api/public/dex/stats", totals],
  ["/api/v1/mcp", mcp],
  ["/api/v1/mcp/keys/validate", validateMcpKey],
  ["/.well-known/oauth-authorization-server", oauthMetadata],
  ["/.well-known/oauth-protected-resource", rootResourceMetadata],
  [RESOURCE_METADATA_PATH, resourceMetadata],
  [OAUTH_PATHS.token, oauthToken],
  [OAUTH_PATHS.revocation, oauthRevoke],
  [OAUTH_PATHS.userinfo, oauthUserinfo],
]);

async function start(config: Config): Promise<App> {
  const log = createLogger("app", config.logLevel);
  const db = await openDatabase(config);
  openLimits({ redisUrl: config.redisUrl, sessionSecret: config.sessionSecret, log });
  const closeKeyUsage = openKeyUsage({ timers: systemTimers, log });
  const headers = transportHeaders(config.baseUrl);
  const server = createAppServer(headers);
  // The first look at a page compiles it, which can take longer than any answer.
  if (config.development) server.timeout = 0;
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
    history: config.oracleUrl === undefined ? undefined : createOracleHistory(config.oracleUrl),
    oracle: config.oracleUrl === undefined ? undefined : createOracleClient(config.oracleUrl),
    db,
    leadership: createBarLeadership({ databaseUrl: config.databaseUrl, timers: systemTimers, log }),
    timers: systemTimers,
    log,
  });
  useMarketData(marketData);
  const host = new Host({
    server,
    streams: new StreamServer({ marketData, timers: systemTimers }),
    answerOther: direct(config.development ? new Map() : DIRECT, nextApp.getRequestHandler()),
    trustedProxyDepth: config.trustedProxyDepth,
    headers,
    languageOf: (asked) =>
      chooseLocale(localeCookie(asked.cookie), asked["accept-language"] ?? null),
    log,
  });
  const stopReminders = reminders(config, log);
  const stopNotices = notices(config, log);
  const stopCleanUps = [startOAuthCleanUp, startStagedOrderCleanUp, startPaymentLoop].map((begin) =>
    begin({ timers: systemTimers, log }),
  );
  const stopVenueLoops = venueLoops(config, log);
  await listen(server, config, (error) => log.error({ err: error }, "the server met an error"));
  marketData.start();
  const closeNext = () => nextApp.close();
  const stops = { stopReminders, stopNotices, stopCleanUps, stopVenueLoops };
  return { host, marketData, closeNext, closeKeyUsage, ...stops, log };
}

/** Fees and discounts of the partner programme, where there is its key. */
function venueLoops({ venuePartnerKey: key, venueUrl }: Config, log: Logger): () => Promise<void> {
  if (key === undefined) return async () => {};
  const feed = createFeeFeed({ url: venueUrl, key });
  return startVenueLoops({ feed, venueUrl }, { timers: systemTimers, log });
}

/** Owners are told of keys that end soon, where there is mail. */
function reminders({ smtpUrl, baseUrl }: Config, log: Logger): () => Promise<void> {
  if (smtpUrl === undefined) return async () => {};
  return startReminders({ timers: systemTimers, log, baseUrl, sendMail });
}

/** Partners are told of their levels and payouts, by mail too where there is mail. */
function notices({ smtpUrl, baseUrl }: Config, log: Logger): () => Promise<void> {
  const mail = smtpUrl === undefined ? undefined : { baseUrl, sendMail };
  return startNoticeLoops({ timers: systemTimers, log, mail });
}

function localeCookie(cookies = ""): string | undefined {
  const start = `${LOCALE_COOKIE}=`;
  const pair = cookies.split("; ").find((one) => one.startsWith(start));
  return pair?.slice(start.length);
}

/** Streams and requests first, then what they stand on. */
async function stop(app: App): Promise<void> {
  await app.host.drain();
  await app.marketData.stop();
  useMarketData(undefined);
  await app.closeNext();
  await app.stopReminders();
  await app.stopNotices();
  await app.stopVenueLoops();
  await Promise.all(app.stopCleanUps.map((end) => end()));
  await app.closeKeyUsage();
  await closeLimits();
  await closeDatabase();
}

function drainOnSignals(app: App): void {
  let isStopping = false;
  const onSignal = () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), GIVE_UP_MS).unref();
    stop(app).then(
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
