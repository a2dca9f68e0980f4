/** Fail stop: a venue whose gateway breaks, or whose port is taken, reports it and stops. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { createConnectionCounts } from "#lib/kernel/http/connection-limit.ts";
import { NO_FOLLOWER } from "#services/venue/follower/venue-follower.ts";
import { GatewayCounters } from "#services/venue/gateway/request/counters.ts";
import type { CredentialPublisher } from "#services/venue/host/credential-publisher.ts";
import type { Host } from "#services/venue/host/host.ts";
import { createRateTable } from "#services/venue/link/rate-limit-table.ts";
import {
  type GatewayThreadsOptions,
  loadGateways,
  startGatewayThreads,
} from "./gateway-threads.ts";

function optionsFor(
  port: number,
  host: Partial<Host>,
): GatewayThreadsOptions & { failed: Promise<unknown> } {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const credentials: Partial<CredentialPublisher> = {
    counter: new SharedArrayBuffer(4),
    subscribe: () => ({ version: 0, accounts: [] }),
  };
  return {
    workers: loadGateways(2),
    address: { host: "127.0.0.1", port },
    host: host as Host,
    credentials: credentials as CredentialPublisher,
    follower: NO_FOLLOWER,
    gateway: {
      operatorKeyHash: new Uint8Array(32),
      operatorAddresses: [],
      readerAddresses: [],
      metricsAddresses: [],
      trustedProxies: 0,
      connections: 1_000,
      addressPerMinute: 1_000,
      accountsPerMinute: 1_000,
      seed: "",
      rates: createRateTable(),
      connectionCounts: createConnectionCounts(),
    },
    logLevel: "silent",
    counters: [] as GatewayCounters[],
    onFailure: resolve,
    failed: promise,
  };
}

test("a gateway that breaks is reported with its error", async () => {
  const breaking: Partial<Host> = {
    receive: (_message, reply) => {
      // No gateway can parse this.
      reply(null as never);
      return Promise.resolve();
    },
  };
  const options = optionsFor(0, breaking);
  const { port, count, drain } = await startGatewayThreads(options);
  expect(count).toBe(2);
  const answer = fetch(`http://127.0.0.1:${port}/v1/markets`).catch(() => undefined);
  expect(await options.failed).toBeInstanceOf(TypeError);
  await answer;
  await drain();
});

test("the venue does not share a port that another program has", async () => {
  for (const reusePort of [false, true]) {
    const other = createServer();
    await new Promise<void>((resolve) =>
      other.listen({ port: 0, host: "127.0.0.1", reusePort }, resolve),
    );
    const { port } = other.address() as AddressInfo;
    await expect(startGatewayThreads(optionsFor(port, {}))).rejects.toThrow(
      "is taken by another process: set VENUE_PORT",
    );
    await new Promise((resolve) => other.close(resolve));
  }
});
