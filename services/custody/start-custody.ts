/** Custody as a running service: a pass follows the other, and the proof of the last one is served. */
import { AddressList } from "#lib/platform/address-list.ts";
import { ServiceError } from "#lib/platform/errors.ts";
import { closeServer, listen } from "#lib/platform/http-server.ts";
import type { Logger } from "#lib/platform/log.ts";
import { requireMetricsReader } from "#lib/platform/metrics-addresses.ts";
import { startRepeatedTask } from "#lib/platform/repeated-task.ts";
import { systemTimers } from "#lib/platform/timers.ts";
import type { VaultProof } from "#lib/protocol/wire/vault.ts";
import type { custodyConfig } from "./config.ts";
import { createJsonServer } from "./http.ts";
import { custodyMetrics } from "./metrics.ts";
import { openVault } from "./open-vault.ts";
import { Custody } from "./payer/custody.ts";
import { SignerClient } from "./payer/signer-client.ts";
import { SignerPool } from "./payer/signer-pool.ts";
import { keyPairOf } from "./signer/key-pair.ts";
import { VaultHistory } from "./vault/vault-history.ts";
import { VenueClient } from "./venue/venue-client.ts";
import { VenueLedger } from "./venue/venue-ledger.ts";

const FINISH_MS = 3_000;

/** Passes fail when the proof is older. */
const OLD_MS = 30_000;

const isOld = ({ read_at }: VaultProof) => Date.now() - read_at > OLD_MS;

export type CustodyService = { port: number; custody: Custody; stop: () => Promise<void> };

/** @param everyMs time between two passes */
export async function startCustody(
  config: ReturnType<typeof custodyConfig>,
  log: Logger,
  everyMs = 500,
): Promise<CustodyService> {
  const { chain, vault, signerKeys } = await openVault(config);
  const venue = new VenueClient(config.venueUrl, config.custodyKey);
  const clients = config.signerUrls.map((url) => new SignerClient(url));
  const custody = new Custody({
    network: config.network,
    chain,
    venue,
    history: new VaultHistory(chain, vault, Date.now),
    ledger: new VenueLedger(venue),
    signers: new SignerPool(signerKeys, clients, Date.now),
    feePayer: keyPairOf(config.feeSeed.reveal()),
    now: Date.now,
    log,
  });
  const metrics = custodyMetrics(() => (custody.proof === undefined ? undefined : proof()));
  const addresses = new AddressList(config.metricsAddresses);
  const proof = () => {
    const known = custody.proof;
    if (known === undefined) throw new ServiceError("NOT_READY");
    return isOld(known) ? { ...known, paying: false } : known;
  };
  const server = createJsonServer(
    {
      "GET /healthz": () => ({ status: "ok" }),
      "GET /readyz": () => {
        if (isOld(proof())) throw new ServiceError("NOT_READY");
        return { status: "ok" };
      },
      "GET /v1/vault": proof,
      "GET /metrics": (_, request) => {
        requireMetricsReader(request, addresses);
        return metrics.metrics();
      },
    },
    log,
  );
  const place = { host: config.host, port: config.port, setting: "CUSTODY_PORT" };
  const { port } = await listen(server, place);
  const run = () => custody.pass();
  const task = { everyMs, run, failure: "a pass of custody failed; the next one goes on" };
  const end = startRepeatedTask(task, { timers: systemTimers, log });
  const stop = async (): Promise<void> => {
    await end();
    await closeServer(server, FINISH_MS);
    for (const client of clients) client.close();
    chain.close();
    venue.close();
  };
  return { port, custody, stop };
}
