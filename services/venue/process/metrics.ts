/** Metrics of the venue. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Venue } from "#services/venue/calls/venue.ts";
import { INSURANCE } from "#services/venue/engine/market-state.ts";
import type { VenueState } from "#services/venue/engine/venue-state.ts";
import type { GatewayCounters } from "#services/venue/gateway/request/counters.ts";
import {
  addJournalMetrics,
  type JournalFigures,
} from "#services/venue/journal-store/journal-metrics.ts";
import type { BlockInfo } from "#services/venue/sequencer/sequencer.ts";

/** Money in state is counted in 1e-9 USDC. */
const MONEY_SCALE = 1e9;
const KEPT_MS = 1_000;

/** Durations are in seconds. The default metrics have the event-loop delay of the engine's thread. */
export class VenueMetrics {
  readonly registry = new Registry();
  readonly #commits: Counter;
  readonly #settleSeconds: Histogram;
  #stored: { at: number; text: Promise<string> } | undefined;

  constructor(venue: Venue, gateways: () => readonly GatewayCounters[], figures: JournalFigures) {
    const registers = [this.registry];
    collectDefaultMetrics({ register: this.registry });
    this.#commits = new Counter({
      name: "venue_commands_total",
      help: "Commands made durable",
      registers,
    });
    this.#settleSeconds = new Histogram({
      name: "venue_commit_seconds",
      help: "Time until one block was durable: its write and fdatasync, or its commit in the table",
      buckets: [0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.05, 0.25, 1],
      registers,
    });
    addRequestMetrics(this.registry, gateways);
    addStateMetrics(this.registry, venue);
    addJournalMetrics(this.registry, figures, "primary");
  }

  committed({ commands, settle_ms }: BlockInfo): void {
    this.#commits.inc(commands);
    this.#settleSeconds.observe(settle_ms / 1000);
  }

  /** Computed at most once a second: it is done on the engine's thread. */
  text(): Promise<string> {
    const now = performance.now();
    if (this.#stored === undefined || now - this.#stored.at > KEPT_MS) {
      this.#stored = { at: now, text: this.registry.metrics() };
    }
    return this.#stored.text;
  }
}

/** Sums over all gateway threads, read when they are asked for. */
function addRequestMetrics(registry: Registry, gateways: () => readonly GatewayCounters[]): void {
  const registers = [registry];
  const read = () => gateways().map((counters) => counters.read());
  new Counter({
    name: "venue_http_requests_total",
    help: "Answered HTTP requests by status",
    labelNames: ["status"] as const,
    registers,
    collect() {
      this.reset();
      for (const { requests } of read()) {
        for (const [status, count] of requests) this.inc({ status: String(status) }, count);
      }
    },
  });
  new Counter({
    name: "venue_verification_failures_total",
    help: "Signatures that did not verify",
    registers,
    collect() {
      this.reset();
      for (const { verificationFailures } of read()) this.inc(verificationFailures);
    },
  });
  new Counter({
    name: "venue_connections_refused_total",
    help: "Connections closed at once because their address, or the venue, had too many",
    registers,
    collect() {
      this.reset();
      for (const { connectionsRefused } of read()) this.inc(connectionsRefused);
    },
  });
  new Counter({
    name: "venue_limited_requests_total",
    help: "Requests refused by a limit, by whose limit it was",
    labelNames: ["by"] as const,
    registers,
    collect() {
      this.reset();
      for (const { limited } of read()) {
        this.inc({ by: "key" }, limited.key);
        this.inc({ by: "address" }, limited.address);
      }
    },
  });
}

function addStateMetrics(registry: Registry, venue: Venue): void {
  const registers = [registry];
  const { state } = venue;
  new Gauge({
    name: "venue_follower_lag_blocks",
    help: "Durable blocks that the follower has not applied yet",
    registers,
    collect() {
      this.set(venue.followerLag());
    },
  });
  new Gauge({
    name: "venue_insurance_usdc",
    help: "Balance of the insurance fund",
    registers,
    collect() {
      this.set(Number(state.accounts.get(INSURANCE)?.balance ?? 0n) / MONEY_SCALE);
    },
  });
  new Gauge({
    name: "venue_reserved_withdrawals_usdc",
    help: "Withdrawals that are reserved or sent, and not settled yet",
    registers,
    collect() {
      this.set(Number(state.reserved) / MONEY_SCALE);
    },
  });
  new Gauge({
    name: "venue_open_interest",
    help: "Sum of long positions, in the base asset",
    labelNames: ["market"] as const,
    registers,
    collect() {
      for (const { listing, openInterest } of state.markets.values()) {
        this.set({ market: listing.symbol }, openInterest * Number(listing.base_lot_size));
      }
    },
  });
  new Gauge({
    name: "venue_open_orders",
    help: "Orders that rest or wait for their trigger",
    registers,
    collect() {
      this.set(openOrders(state));
    },
  });
}

function openOrders(state: VenueState): number {
  let count = 0;
  for (const { openOrders: open } of state.accounts.values()) count += open;
  return count;
}
