/** The metrics that each process exports, from its own registry. */
import type { Registry } from "prom-client";
import { metrics } from "#lib/platform/metrics.ts";
import { custodyMetrics } from "#services/custody/metrics.ts";
import { PriceBoard } from "#services/oracle/board.ts";
import { OracleMetrics } from "#services/oracle/metrics.ts";
import { VenueMetrics } from "#services/venue/metrics.ts";
import type { Venue } from "#services/venue/venue.ts";
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
  // No metric reads the state before somebody asks for its value.
  const venue = { state: {} } as unknown as Venue;
  const registries: [ProductionName, Registry][] = [
    ["app", metrics().registry],
    ["venue", new VenueMetrics(venue, () => []).registry],
    ["oracle", new OracleMetrics({ sources: [], board, markets: () => new Map(), clock }).registry],
    ["custody", custodyMetrics(() => undefined)],
  ];
  return registries.flatMap(([process, registry]) =>
    registry.getMetricsAsArray().map((metric) => {
      const { labelNames = [] } = metric as unknown as { labelNames?: string[] };
      const { name, help, type } = metric;
      return { process, name, help, labels: labelNames, isHistogram: String(type) === "histogram" };
    }),
  );
}
