/** Runs a vault signer as a service. */
import { join } from "node:path";
import { base58 } from "@scure/base";
import { z } from "zod";
import { ChainUnreachable } from "#lib/kernel/chain-client/chain-unreachable.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { acquireFileLock } from "#lib/kernel/file-lock.ts";
import { AddressList } from "#lib/kernel/http/address-list.ts";
import { UpstreamError } from "#lib/kernel/http/http-client.ts";
import { closeServer, listen } from "#lib/kernel/http/http-server.ts";
import { requireMetricsReader } from "#lib/kernel/http/metrics-addresses.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import { VAULT_THRESHOLD } from "#lib/protocol/solana/vault.ts";
import { isSignature } from "#lib/protocol/solana.ts";
import type { signerConfig } from "#services/custody/config.ts";
import {
  createJsonServer,
  type Handler,
  type Routes,
  StatusAnswer,
  withKey,
} from "#services/custody/http.ts";
import { openVault } from "#services/custody/open-vault.ts";
import {
  deriveDepositShare,
  publicShare,
  requireOwnKey,
} from "#services/custody/vault/deposit-shares.ts";
import { HistoryCheckpoint } from "#services/custody/vault/history-checkpoint.ts";
import { deriveKeyPair } from "#services/custody/vault/key-pair.ts";
import { VaultHistory } from "#services/custody/vault/vault-history.ts";
import { CustodyVenueClient } from "#services/custody/venue/venue-client.ts";
import { VenueLedger } from "#services/custody/venue/venue-ledger.ts";
import { SignerJournal } from "./signer-journal.ts";
import { type SignerMetrics, signerMetrics } from "./signer-metrics.ts";
import { SigningRefused } from "./signing-refused.ts";
import { commitmentSchema, SweepSigner, type SweepSignerParts } from "./sweep-signer.ts";
import { VaultSigner } from "./vault-signer.ts";

const FINISH_MS = 3_000;
const MESSAGE_CHARACTERS = 2_000;

const signBody = z.strictObject({
  withdrawal_id: z.string().min(1).max(64),
  message: z.base64().max(MESSAGE_CHARACTERS),
  fee_payer_signature: z.string().refine(isSignature),
});

const sweepBody = z.strictObject({
  account: z.string().max(64),
  message: z.base64().max(MESSAGE_CHARACTERS),
});
const sweepShareBody = z.strictObject({
  message: z.base64().max(MESSAGE_CHARACTERS),
  commitments: z.array(commitmentSchema).length(VAULT_THRESHOLD),
});

export type SignerService = { port: number; publicKey: string; stop: () => Promise<void> };

export async function startSigner(
  config: ReturnType<typeof signerConfig>,
  log: Logger,
): Promise<SignerService> {
  const lock = acquireFileLock(join(config.folder, "lock"));
  const journal = new SignerJournal(join(config.folder, "signed.jsonl"));
  const { chain, vault, signerKeys } = await openVault(config);
  const key = deriveKeyPair(config.seed.reveal());
  if (!signerKeys.includes(key.publicKey)) {
    throw new Error(`VAULT_SIGNER_SEED: ${key.publicKey} is no signer of the vault.`);
  }
  const venue = new CustodyVenueClient(config.venueUrl, config.readerKey);
  const { genesisHash } = config;
  const checkpoint = new HistoryCheckpoint(join(config.folder, "vault-history.jsonl"), {
    account: vault.account,
    genesisHash,
  });
  const history = new VaultHistory(chain, vault, Date.now, checkpoint);
  const ledger = new VenueLedger(venue);
  const { dailyCap } = config;
  const metrics = signerMetrics();
  const signer = new VaultSigner({
    key,
    chain,
    venue,
    history,
    ledger,
    journal,
    dailyCap,
    now: Date.now,
    onRead: () => metrics.lastRead.set(Date.now() / 1_000),
  });
  const simulated = config.network === "simulated";
  const share = deriveDepositShare(config.seed.reveal(), {
    signerKeys,
    authority: vault.authority,
  });
  const status = {
    name: config.name,
    public_key: key.publicKey,
    simulated,
    deposit_share: publicShare(share),
  };
  const sweeps = openSweeps(config, { share, vault, chain });
  const ofCustody: Routes = {
    "GET /v1/status": () => status,
    "POST /v1/sign": (body) => answerSign(signer, body, { log, metrics }),
    ...(sweeps && sweepRoutes(sweeps, { log, metrics })),
  };
  const ofAnybody = publicRoutes(metricsFor(config.metricsAddresses, metrics));
  const server = createJsonServer({ ...ofAnybody, ...withKey(ofCustody, config.accessKey) }, log);
  const { port } = await listen(server, {
    host: config.host,
    port: config.port,
    setting: "VAULT_SIGNER_PORT",
  });
  const stop = async (): Promise<void> => {
    await closeServer(server, FINISH_MS);
    chain.close();
    venue.close();
    journal.close();
    lock.release();
  };
  return { port, publicKey: key.publicKey, stop };
}

/** Health, and metrics for those who may read them. */
function publicRoutes(metrics: Handler): Routes {
  const ok: Handler = () => ({ status: "ok" });
  return { "GET /healthz": ok, "GET /readyz": ok, "GET /metrics": metrics };
}

function metricsFor(list: readonly string[], { registry }: SignerMetrics): Handler {
  const addresses = new AddressList(list);
  return (_, request) => {
    requireMetricsReader(request, addresses);
    return registry.metrics();
  };
}

type Said = { log: Logger; metrics: SignerMetrics };
/** Undefined without deposit addresses. @throws Error when this signer's share belongs to another key */
function openSweeps(
  { depositKey: key }: ReturnType<typeof signerConfig>,
  parts: Pick<SweepSignerParts, "share" | "vault" | "chain">,
): SweepSigner | undefined {
  if (key === undefined) return undefined;
  requireOwnKey(key, parts.share);
  return new SweepSigner({ key, ...parts });
}

/** Both rounds of a sweep. */
function sweepRoutes(signer: SweepSigner, said: Said): Routes {
  return {
    "POST /v1/sweeps/commit": (body) => {
      const { account, message } = parseAs(sweepBody, body);
      const proposal = { account, message: Buffer.from(message, "base64") };
      return answerRefusals({ account }, said, () => signer.commit(proposal));
    },
    "POST /v1/sweeps/sign": (body) => {
      const { message, commitments } = parseAs(sweepShareBody, body);
      return answerRefusals({}, said, () => {
        const share = signer.sign(Buffer.from(message, "base64"), commitments);
        said.metrics.signed.inc();
        return Promise.resolve({ share: Buffer.from(share).toString("hex") });
      });
    },
  };
}

function parseAs<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const reason = parsed.error.issues[0]?.message ?? "it is not a proposal";
  throw new ServiceError("MALFORMED_BODY", { reason });
}

async function answerSign(signer: VaultSigner, body: unknown, said: Said) {
  const { withdrawal_id, message, fee_payer_signature } = parseAs(signBody, body);
  const about = { withdrawal: withdrawal_id };
  return answerRefusals(about, said, async () => {
    const signature = await signer.sign({
      withdrawalId: withdrawal_id,
      message: Buffer.from(message, "base64"),
      feePayerSignature: base58.decode(fee_payer_signature),
    });
    said.metrics.signed.inc();
    said.log.info(about, "signed a payment of the vault");
    return { signature: base58.encode(signature) };
  });
}

/** Counts a refusal, writes it to the log and answers with its code. */
async function answerRefusals<Answer>(
  about: object,
  { log, metrics }: Said,
  run: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await run();
  } catch (error) {
    const refused = refusalOf(error);
    if (refused === undefined) throw error;
    metrics.refused.inc({ code: refused.code });
    log.warn({ ...about, ...refused }, "did not sign a payment of the vault");
    throw new StatusAnswer(409, { error: refused.code, message: refused.message });
  }
}

function refusalOf(error: unknown): { code: string; message: string } | undefined {
  if (error instanceof SigningRefused) return { code: error.code, message: error.message };
  if (error instanceof ChainUnreachable) {
    return { code: "CHAIN_UNREACHABLE", message: error.message };
  }
  if (error instanceof UpstreamError) return { code: "VENUE_UNREACHABLE", message: error.message };
  return undefined;
}
