/** Connects an open venue to its gateways: the host, the credentials that it publishes, limits, counters. */
import { randomBytes } from "node:crypto";
import { createConnectionCounts } from "#lib/kernel/http/connection-limit.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import { systemMicroseconds } from "#lib/kernel/time/system-microseconds.ts";
import type { WithdrawalSettings } from "#services/venue/calls/answer-call.ts";
import type { GatewayCounters } from "#services/venue/gateway/request/counters.ts";
import type { GatewayOptions } from "#services/venue/gateway/request/gateway.ts";
import { CredentialPublisher } from "#services/venue/host/credential-publisher.ts";
import { Host } from "#services/venue/host/host.ts";
import { JournalFigures } from "#services/venue/journal-store/journal-metrics.ts";
import { createRateTable, RateTable } from "#services/venue/link/rate-limit-table.ts";
import { VenueMetrics } from "./metrics.ts";
import type { OpenVenue } from "./open-venue.ts";

export type VenueHost = {
  host: Host;
  credentials: CredentialPublisher;
  follower: OpenVenue["follower"];
  /** Settings of every gateway. */
  gateway: GatewayOptions;
  /** One for each gateway. */
  counters: GatewayCounters[];
};

export function createVenueHost(
  venue: OpenVenue,
  log: Logger,
  {
    withdrawals,
    ...settings
  }: { withdrawals: WithdrawalSettings } & Pick<
    GatewayOptions,
    | "operatorAddresses"
    | "readerAddresses"
    | "metricsAddresses"
    | "trustedProxies"
    | "connections"
    | "addressPerMinute"
    | "accountsPerMinute"
    | "verifier"
    | "reserves"
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
  const host = new Host({
    venue,
    credentials,
    log,
    withdrawals,
    metrics: () => metrics.text(),
  });
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
  return { host, credentials, follower: venue.follower, gateway, counters };
}
