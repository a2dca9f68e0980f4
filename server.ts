/**
 * The app process: streams and route handlers on raw `node:http`, pages through Next. It starts the parts that the domains
 * list, then takes requests. It stops in reverse: requests and streams end first, the database last.
 */
import "./lib/platform/process/server-marker.ts";
import { createServer } from "node:http";
import { join } from "node:path";
import next from "next";
import { chooseLocale } from "./components/i18n/language-negotiation.ts";
import { LOCALE_COOKIE } from "./components/i18n/locales.ts";
import { assistantParts } from "./lib/assistants/assistant-parts.ts";
import { catalystParts } from "./lib/catalysts/catalyst-parts.ts";
import { setPriceTicks } from "./lib/catalysts/signals/price-ticks.ts";
import { catalystStream } from "./lib/catalysts/stream/catalyst-feed.ts";
import { identityParts } from "./lib/identity/identity-parts.ts";
import { createHttpServer, listen } from "./lib/kernel/http/http-server.ts";
import { sendConsoleToLog } from "./lib/kernel/log/console-to-log.ts";
import { createLogger, type Logger } from "./lib/kernel/log/log.ts";
import { systemTimers } from "./lib/kernel/time/timers.ts";
import { botStream } from "./lib/machines/bots/bot-stream.ts";
import { machineParts } from "./lib/machines/machine-parts.ts";
import { partnerParts } from "./lib/partner/partner-parts.ts";
import { config as readProcessConfig } from "./lib/platform/config/config.ts";
import { transportHeaders } from "./lib/platform/http/response-headers.ts";
import { awaitBuild } from "./lib/platform/process/await-build.ts";
import {
  type ProcessPart,
  processPart,
  type Stop,
  startParts,
} from "./lib/platform/process/process-part.ts";
import { onStreamChecks } from "./lib/platform/streams/check-again.ts";
import { StreamServer } from "./lib/platform/streams/stream-server.ts";
import { pushParts } from "./lib/pushes/push-parts.ts";
import { botOwner, sessionOwner } from "./lib/server/credentials/stream-owners.ts";
import { Host } from "./lib/server/host.ts";
import { tracePages } from "./lib/server/page-span.ts";
import { platformParts } from "./lib/server/platform-parts.ts";
import { reportVisitors } from "./lib/server/report-visitors.ts";
import { dispatchRoutes } from "./lib/server/route-dispatch.ts";
import { loadRouteModules } from "./lib/server/route-modules.ts";
import { tableOf } from "./lib/server/route-table.ts";
import { swapParts } from "./lib/swaps/swap-parts.ts";
import { swapStream } from "./lib/swaps/tape/tape-feed.ts";
import { marketData } from "./lib/trading/market-data/market-hub.ts";
import { marketStream } from "./lib/trading/streams/market-stream.ts";
import { tradingParts } from "./lib/trading/trading-parts.ts";
import { createNoticeFeed } from "./lib/trading/venue-client/notice-feed.ts";
import { webhookParts } from "./lib/webhooks/webhook-parts.ts";

/** A stop that takes longer hangs, and the process ends as failed. */
const STOP_TIMEOUT_MS = 10_000;

const MANIFEST_FILE = join(import.meta.dirname, ".next", "routes-manifest.json");

/** Pages, route handlers and streams. Its stop drains: streams end, new requests get 503, running ones finish. */
const requests = processPart("requests", async ({ config, timers, log }) => {
  const headers = transportHeaders(config.baseUrl);
  const server = createHttpServer(headers);
  // The first request for a page compiles it in development, which can take longer than any answer may.
  if (config.development) server.timeout = 0;
  // In development Next answers route handlers too, and reloads them.
  const routes = config.development ? undefined : tableOf(await loadRouteModules());
  await awaitBuild(process.argv);
  const nextApp = next({
    dev: config.development,
    dir: import.meta.dirname,
    hostname: config.host,
    port: config.port,
    // Next takes the upgrades of this server. Only hot reload needs them.
    httpServer: config.development ? server : createServer(),
  });
  await nextApp.prepare();
  const pages = nextApp.getRequestHandler();
  const streams = new StreamServer({
    definitions: [
      marketStream(marketData(), sessionOwner),
      botStream({ ownerOf: botOwner, timers, log }),
      swapStream,
      catalystStream,
    ],
    timers,
  });
  onStreamChecks((userId) => streams.checkUser(userId));
  const openStreams = () => streams.size;
  const { sandboxUrl } = config;
  const visitors = sandboxUrl && reportVisitors({ sandboxUrl, openStreams, timers, log });
  const host = new Host({
    server,
    streams,
    answerOther:
      routes === undefined ? pages : dispatchRoutes(routes, tracePages(pages, MANIFEST_FILE)),
    trustedProxyDepth: config.trustedProxyDepth,
    baseUrl: config.baseUrl,
    headers,
    languageOf: (asked) =>
      chooseLocale(localeCookie(asked.cookie), asked["accept-language"] ?? null),
    onVisit: visitors ? visitors.note : undefined,
    log,
  });
  await listen(server, { host: config.host, port: config.port, setting: "PORT" });
  // An error such as running out of file descriptors; the server continues.
  server.on("error", (error) => log.error({ err: error }, "the server had an error"));
  return async () => {
    await host.drain();
    if (visitors) await visitors.stop();
    await nextApp.close();
  };
});

const PARTS: readonly ProcessPart[] = [
  ...platformParts,
  ...identityParts,
  ...machineParts,
  ...assistantParts,
  ...partnerParts,
  ...tradingParts,
  ...catalystParts,
  ...pushParts(createNoticeFeed),
  ...swapParts,
  ...webhookParts,
  requests,
];

function localeCookie(cookies = ""): string | undefined {
  const start = `${LOCALE_COOKIE}=`;
  const pair = cookies.split("; ").find((one) => one.startsWith(start));
  return pair?.slice(start.length);
}

function stopOnSignals(stop: Stop, log: Logger): void {
  let isStopping = false;
  const onSignal = () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, "the drain failed");
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
}

try {
  const config = readProcessConfig();
  const log = createLogger("app", config.logLevel);
  // In development a person reads Next's own lines.
  if (!config.development) sendConsoleToLog(log);
  setPriceTicks(async () => {
    const markets = await marketData().markets();
    return new Map(markets.map(({ symbol, price_tick: tick }) => [symbol, tick]));
  });
  stopOnSignals(await startParts(PARTS, { config, timers: systemTimers, log }), log);
  log.info({ host: config.host, port: config.port, baseUrl: config.baseUrl }, "listening");
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
