/** The oracle as a running service. It stores nothing, so it may be killed and started again. */
import { AddressList } from "#lib/kernel/http/address-list.ts";
import { closeServer, listen } from "#lib/kernel/http/http-server.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import { systemTimers } from "#lib/kernel/time/timers.ts";
import type { RunningService } from "#services/run-service.ts";
import type { OracleConfig, SourceConfig } from "./config.ts";
import { firstPage, type HistorySource } from "./history/history.ts";
import { pythHistory } from "./history/pyth.ts";
import { simulatedHistory } from "./history/simulated.ts";
import { createOracleServer } from "./http.ts";
import { Oracle } from "./oracle.ts";
import type { Markets } from "./sources/price.ts";
import { PythSource } from "./sources/pyth.ts";
import { SimulatedSource } from "./sources/simulated.ts";
import type { PriceSource } from "./sources/source.ts";
import { createVenue } from "./venue-client.ts";

/** How long a request under way may take to finish. */
const FINISH_MS = 3_000;

export async function startOracle(
  config: OracleConfig,
  log: Logger,
): Promise<RunningService & { port: number }> {
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
  const { port } = await listen(server, {
    host: config.host,
    port: config.port,
    setting: "ORACLE_PORT",
  });
  oracle.start();
  const sources = config.sources.map(({ name, weight }) => `${name}:${weight}`).join(",");
  log.info({ venue: config.venueUrl, sources }, "prices are read");
  const stop = async (): Promise<void> => {
    draining = true;
    await oracle.stop();
    await closeServer(server, FINISH_MS);
  };
  return { port, stop };
}

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
