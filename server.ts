/**
 * The app process: streams on raw `node:http`, everything else through Next. It opens the database, follows the venue,
 * and ends cleanly: streams first, then requests under way, then the store.
 */
import "#lib/server-marker.ts";
import { createServer } from "node:http";
import next from "next";
import * as oauthMetadata from "#app/.well-known/oauth-authorization-server/route.ts";
import * as resourceMetadata from "#app/.well-known/oauth-protected-resource/api/v1/mcp/route.ts";
import * as rootResourceMetadata from "#app/.well-known/oauth-protected-resource/route.ts";
import * as markets from "#app/api/perps-dex/markets/route.ts";
import * as trades from "#app/api/perps-dex/trades/route.ts";
import * as totals from "#app/api/public/dex/stats/route.ts";
import * as validateMcpKey from "#app/api/v1/mcp/keys/validate/route.ts";
import * as mcp from "#app/api/v1/mcp/route.ts";
import * as oauthRevoke from "#app/oauth/revoke/route.ts";
import * as oauthToken from "#app/oauth/token/route.ts";
import * as oauthUserinfo from "#app/oauth/userinfo/route.ts";
import { chooseLocale, LOCALE_COOKIE } from "#components/i18n/locales.ts";
import { type Config, config as readProcessConfig } from "#lib/config.ts";
import { closeDatabase, openDatabase } from "#lib/db/client.ts";
import { transportHeaders } from "#lib/http/answer-head.ts";
import { direct, type RouteModule } from "#lib/http/direct.ts";
import { Host } from "#lib/http/host.ts";
import { closeLimits } from "#lib/http/limits.ts";
import { openLimits } from "#lib/http/open-limits.ts";
import { createAppServer, listen } from "#lib/http/server.ts";
import { openKeyUsage } from "#lib/key-usage/process-usage.ts";
import { createLogger, type Logger } from "#lib/log.ts";
import { sendMail } from "#lib/mail/send-mail.ts";
import { createBarLeadership } from "#lib/market-data/bar-leader.ts";
import { MarketData, useMarketData } from "#lib/market-data/hub.ts";
import { createOracleHistory } from "#lib/market-data/oracle-history.ts";
import { startReminders } from "#lib/mcp-keys/reminder-loop.ts";
import { OAUTH_PATHS, RESOURCE_METADATA_PATH } from "#lib/oauth/addresses.ts";
import { startOAuthCleanUp } from "#lib/oauth/clean-up-loop.ts";
import { createOracleClient } from "#lib/oracle-client/client.ts";
import { startVenueLoops } from "#lib/partner/intake/venue-loops.ts";
import { startNoticeLoops } from "#lib/partner/notices/notice-loops.ts";
import { startPaymentLoop } from "#lib/partner/payouts/payment-loop.ts";
import { startStagedOrderCleanUp } from "#lib/staged-orders/clean-up-loop.ts";
import { StreamServer } from "#lib/streams/stream-server.ts";
import { systemTimers } from "#lib/timers.ts";
import { createVenueClient } from "#lib/venue-client/client.ts";
import { createFeeFeed } from "#lib/venue-client/fee-feed.ts";

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
