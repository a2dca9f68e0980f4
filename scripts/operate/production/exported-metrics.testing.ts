/** The metrics that each process exports, from its own registry. */
import type { Registry } from "prom-client";
import { metrics } from "#lib/platform/metrics.ts";
import { custodyMetrics } from "#services/custody/metrics.ts";
import { FeeAccount } from "#services/custody/payer/fee-account.ts";
import { signerMetrics } from "#services/custody/signer/signer-metrics.ts";
import { OracleMetrics } from "#services/oracle/metrics.ts";
import { PriceBoard } from "#services/oracle/price-board.ts";
import type { Venue } from "#services/venue/calls/venue.ts";
import { JournalFigures } from "#services/venue/journal-store/journal-metrics.ts";
import { standbyMetrics } from "#services/venue/journal-store/standby-server.ts";
import { VenueMetrics } from "#services/venue/process/metrics.ts";
import type { ProductionName } from "./processes.ts";

export type Exported = {
  process: ProductionName;
  name: string;
  help: string;
  labels: readonly string[];
  isHistogram: boolean;
};

export function exportedMetrics(): Exported[] {
  const clock = { now: () => 0 };
  const board = new PriceBoard({ sources: [], outlierPpm: 1n, clock });
  // No metric reads the state before its value is read.
  const venue = { state: {} } as unknown as Venue;
  const figures = new JournalFigures();
  const standby = { primary: undefined, appliedAt: undefined };
  const log = { info: () => {}, warn: () => {} };
  const feeAccount = new FeeAccount({ publicKey: "", alertLamports: 1n, now: () => 0, log });
  const registries: [ProductionName, Registry][] = [
    ["app", metrics().registry],
    ["venue", new VenueMetrics(venue, () => [], figures).registry],
    ["venue", standbyMetrics({ view: standby }, { clock, figures }).metrics],
    ["oracle", new OracleMetrics({ sources: [], board, markets: () => new Map(), clock }).registry],
    ["custody", custodyMetrics({ proof: () => undefined, feeAccount, unswept: () => 0n })],
    ["signer", signerMetrics().registry],
  ];
  const all = registries.flatMap(([process, registry]) =>
    registry.getMetricsAsArray().map((metric) => {
      const { labelNames = [] } = metric as unknown as { labelNames?: string[] };
      const { name, help, type } = metric;
      return { process, name, help, labels: labelNames, isHistogram: String(type) === "histogram" };
    }),
  );
  // A venue has some of them as the primary and as a standby.
  return all.filter(
    (one, index) =>
      index === all.findIndex(({ process, name }) => process === one.process && name === one.name),
  );
}
