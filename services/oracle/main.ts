/** The oracle process, which alone moves the venue's marks. It stores nothing, so it may be killed and started again. */
import { AddressList } from "#lib/platform/address-list.ts";
import { closeServer, listen } from "#lib/platform/http-server.ts";
import { createLogger, type Logger } from "#lib/platform/log.ts";
import { systemTimers } from "#lib/platform/timers.ts";
import { oracleConfig, type SourceConfig } from "./config.ts";
import { firstPage, type HistorySource } from "./history/history.ts";
import { pythHistory } from "./history/pyth.ts";
import { simulatedHistory } from "./history/simulated.ts";
import { createOracleServer } from "./http.ts";
import { Oracle } from "./oracle.ts";
import type { Markets } from "./price.ts";
import { PythSource } from "./sources/pyth.ts";
import { SimulatedSource } from "./sources/simulated.ts";
import type { PriceSource } from "./sources/source.ts";
import { createVenue } from "./venue.ts";

function createSource(config: SourceConfig, log: Logger): PriceSource {
  const parts = { timers: systemTimers, log };
  return config.name === "pyth"
    ? new PythSource({ ...config, ...parts })
    : new SimulatedSource({ ...config, ...parts });
}

function createHistory(config: SourceConfig, markets: () => Markets, log: Logger): HistorySource {
  return config.name === "pyth"
    ? pythHistory({ ...config, url: config.historyUrl, markets, clock: systemTimers, log })
    : simulatedHistory(config.sandboxUrl);
}

/** How long a request under way may take to finish. */
const FINISH_MS = 3_000;

async function run(log: Logger, config: ReturnType<typeof oracleConfig>): Promise<void> {
  const oracle = new Oracle({
    sources: config.sources.map((source) => createSource(source, log)),
    venue: createVenue(config.venueUrl, config.operatorKey),
    outlierPpm: config.outlierPpm,
    timers: systemTimers,
    log,
  });
  const heaviestFirst = config.sources.toSorted((a, b) => b.weight - a.weight);
  const pasts = heaviestFirst.map((source) => createHistory(source, () => oracle.markets, log));
  let draining = false;
  const server = createOracleServer({
    prices: () => oracle.prices(),
    knows: (market) => oracle.knows(market),
    history: (query) => firstPage(pasts, query),
    metricsAddresses: new AddressList(config.metricsAddresses),
    metrics: () => oracle.metrics.registry.metrics(),
    isReady: () => oracle.isReady,
    isDraining: () => draining,
    log,
  });
  await listen(server, { host: config.host, port: config.port, setting: "ORACLE_PORT" });
  oracle.start();
  const sources = config.sources.map(({ name, weight }) => `${name}:${weight}`).join(",");
  log.info({ port: config.port, venue: config.venueUrl, sources }, "the oracle is up");
  const shutDown = async (): Promise<void> => {
    draining = true;
    await oracle.stop();
    await closeServer(server, FINISH_MS);
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => {
      shutDown().catch((error: unknown) => {
        log.fatal({ err: error }, "the oracle did not stop in order");
        process.exit(1);
      });
    });
  }
}

try {
  const config = oracleConfig();
  const log = createLogger("oracle", config.logLevel);
  await run(log, config);
} catch (error) {
  const log = createLogger("oracle", "info");
  log.fatal({ err: error }, error instanceof Error ? error.message : "the oracle stops");
  process.exit(1);
}
