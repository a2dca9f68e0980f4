/** Metrics of the prices. */
import { Counter, collectDefaultMetrics, Gauge, Registry } from "prom-client";
import type { Clock } from "#lib/kernel/time/clock.ts";
import type { PriceBoard } from "./price-board.ts";
import type { Markets } from "./sources/price.ts";
import type { PriceSource } from "./sources/source.ts";

export type OracleMetricsOptions = {
  sources: readonly PriceSource[];
  board: PriceBoard;
  markets: () => Markets;
  clock: Clock;
};

export class OracleMetrics {
  readonly registry = new Registry();
  readonly #published: Counter<"market">;
  readonly #failed: Counter;

  constructor(options: OracleMetricsOptions) {
    const registers = [this.registry];
    collectDefaultMetrics({ register: this.registry });
    this.#published = new Counter({
      name: "oracle_marks_published_total",
      help: "Marks that the venue took",
      labelNames: ["market"],
      registers,
    });
    this.#failed = new Counter({
      name: "oracle_publications_failed_total",
      help: "Requests with marks that the venue did not take",
      registers,
    });
    addSourceMetrics(this.registry, options);
    addMarketMetrics(this.registry, options);
  }

  published(markets: readonly string[]): void {
    for (const market of markets) this.#published.inc({ market });
  }

  failed(): void {
    this.#failed.inc();
  }
}

function addSourceMetrics(registry: Registry, options: OracleMetricsOptions): void {
  const { sources, board, clock } = options;
  const registers = [registry];
  const labelNames = ["source"] as const;
  new Gauge({
    name: "oracle_source_connected",
    help: "1 while the stream of the source is open",
    labelNames,
    registers,
    collect() {
      this.reset();
      for (const source of sources) this.set({ source: source.name }, Number(source.connected));
    },
  });
  new Gauge({
    name: "oracle_source_age_seconds",
    help: "Age of the newest price of the source; absent before the first",
    labelNames,
    registers,
    collect() {
      this.reset();
      for (const source of sources) {
        const newest = board.newestOf(source);
        if (newest > 0) this.set({ source: source.name }, (clock.now() - newest) / 1000);
      }
    },
  });
}

function addMarketMetrics(registry: Registry, { board, markets }: OracleMetricsOptions): void {
  new Gauge({
    name: "oracle_market_priced",
    help: "1 while the market has a price; else the label state says why it has none",
    labelNames: ["market", "state"] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const market of markets().keys()) {
        const { kind } = board.decide(market);
        this.set({ market, state: kind }, Number(kind === "price"));
      }
    },
  });
}
