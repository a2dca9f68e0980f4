/** Runs custody as a service: one pass follows another, and it serves the last pass's proof. */

import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { AddressList } from "#lib/kernel/http/address-list.ts";
import { closeServer, listen } from "#lib/kernel/http/http-server.ts";
import { requireMetricsReader } from "#lib/kernel/http/metrics-addresses.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import { startRepeatedTask } from "#lib/kernel/time/repeated-task.ts";
import { systemTimers } from "#lib/kernel/time/timers.ts";
import type { VaultProof } from "#lib/protocol/wire/vault.ts";
import type { custodyConfig } from "./config.ts";
import { createJsonServer } from "./http.ts";
import { custodyMetrics } from "./metrics.ts";
import { addressRoutes, openDeposits } from "./open-deposits.ts";
import { openVault } from "./open-vault.ts";
import { Custody } from "./payer/custody.ts";
import { FeeAccount } from "./payer/fee-account.ts";
import { SignerClient } from "./payer/signer-client.ts";
import { SignerPool } from "./payer/signer-pool.ts";
import { deriveKeyPair } from "./vault/key-pair.ts";
import { VaultHistory } from "./vault/vault-history.ts";
import { CustodyVenueClient } from "./venue/venue-client.ts";
import { VenueLedger } from "./venue/venue-ledger.ts";

const FINISH_MS = 3_000;

/** If the proof is older, custody counts as failing. */
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
  const venue = new CustodyVenueClient(config.venueUrl, config.custodyKey);
  const clients = config.signerUrls.map((url) => new SignerClient(url, config.signerKey));
  const feePayer = deriveKeyPair(config.feeSeed.reveal());
  const { publicKey } = feePayer;
  const { feeAlertLamports: alertLamports } = config;
  const feeAccount = new FeeAccount({ publicKey, alertLamports, now: Date.now, log });
  const signers = new SignerPool(signerKeys, clients, Date.now);
  const deposits = openDeposits(config, { chain, vault, signers, feePayer, log });
  const custody = new Custody({
    network: config.network,
    deposits: deposits?.parts,
    chain,
    venue,
    history: new VaultHistory(chain, vault, Date.now),
    ledger: new VenueLedger(venue),
    signers,
    feePayer,
    feeAccount,
    now: Date.now,
    log,
  });
  const metrics = custodyMetrics({
    proof: () => (custody.proof === undefined ? undefined : proof()),
    feeAccount,
    unswept: () => custody.unsweptDeposits(),
  });
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
      ...(config.deposits && addressRoutes(custody, config.deposits.accessKey)),
      "GET /metrics": (_, request) => {
        requireMetricsReader(request, addresses);
        return metrics.metrics();
      },
    },
    log,
  );
  const listenOptions = { host: config.host, port: config.port, setting: "CUSTODY_PORT" };
  const { port } = await listen(server, listenOptions);
  const run = () => custody.pass();
  const task = { everyMs, run, failure: "a pass of custody failed; the next one goes on" };
  const end = startRepeatedTask(task, { timers: systemTimers, log });
  const stop = async (): Promise<void> => {
    await end();
    await closeServer(server, FINISH_MS);
    for (const client of clients) client.close();
    deposits?.close();
    chain.close();
    venue.close();
  };
  return { port, custody, stop };
}
