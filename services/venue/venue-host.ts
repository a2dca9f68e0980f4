/** Connects an open venue to its gateways: the host, the credentials that it publishes, limits, counters. */
import { randomBytes } from "node:crypto";
import { createConnectionCounts } from "#lib/platform/connection-limit.ts";
import type { Logger } from "#lib/platform/log.ts";
import type { GatewayCounters } from "./gateway/counters.ts";
import type { GatewayOptions } from "./gateway/gateway.ts";
import { systemMicroseconds } from "./gateway/system-microseconds.ts";
import { CredentialPublisher } from "./host/credential-publisher.ts";
import { Host } from "./host/host.ts";
import { JournalFigures } from "./journal-metrics.ts";
import { createRateTable, RateTable } from "./link/rate-table.ts";
import { VenueMetrics } from "./metrics.ts";
import type { Venue } from "./venue.ts";

export type VenueHost = {
  host: Host;
  credentials: CredentialPublisher;
  /** Settings of every gateway. */
  gateway: GatewayOptions;
  /** One for each gateway. */
  counters: GatewayCounters[];
};

export function createVenueHost(
  venue: Venue,
  log: Logger,
  settings: Pick<
    GatewayOptions,
    | "operatorAddresses"
    | "readerAddresses"
    | "metricsAddresses"
    | "trustedProxies"
    | "connections"
    | "addressPerMinute"
    | "accountsPerMinute"
    | "verifier"
    | "beat"
  >,
  figures = new JournalFigures(),
): VenueHost {
  const rates = createRateTable();
  const counters: GatewayCounters[] = [];
  const credentials = new CredentialPublisher(
    venue.state,
    new RateTable(rates, systemMicroseconds),
  );
  const metrics = new VenueMetrics(venue, () => counters, figures);
  venue.sequencer.onCommit = (block) => metrics.committed(block);
  const host = new Host({ venue, credentials, log, metrics: () => metrics.text() });
  const gateway: GatewayOptions = {
    ...settings,
    operatorKeyHash: venue.operatorKeyHash,
    partnerKeyHash: venue.partnerKeyHash,
    readerKeyHash: venue.readerKeyHash,
    custodyKeyHash: venue.custodyKeyHash,
    seed: randomBytes(16).toString("hex"),
    rates,
    connectionCounts: createConnectionCounts(),
  };
  return { host, credentials, gateway, counters };
}
