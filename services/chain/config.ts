/** Configuration of the process that runs the simulated chain. */
import { z } from "zod";
import { readEnvironment } from "#lib/kernel/env.ts";
import { metricsAddresses } from "#lib/kernel/http/metrics-addresses.ts";
import { decodePublicKey } from "#lib/protocol/signing/signing.ts";
import { VAULT_SIGNERS } from "#lib/protocol/solana/vault.ts";
import { DESTINATION_NETWORKS } from "#lib/protocol/solana.ts";

const publicKey = z.string().refine((text) => decodePublicKey(text) !== undefined, {
  error: "must be a public key in base58",
});

export const chainSettings = z.object({
  CHAIN_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65534)
    .default(4300)
    .describe("Port of the chain's JSON-RPC. Its WebSocket is on the next one as well"),
  HOST: z.string().default("127.0.0.1").describe("Address that the process listens on"),
  DATA_DIR: z
    .string()
    .default(".data")
    .describe("Folder for all data on disk; the chain is in `DATA_DIR/chain`"),
  CHAIN_NETWORK: z
    .enum(["simulated", ...DESTINATION_NETWORKS])
    .default("simulated")
    .describe(
      "Which network it is: the one that the service uses, or the one to which swaps lead. A folder keeps the network that it began with",
    ),
  CHAIN_SLOT_MS: z.coerce
    .number()
    .int()
    .min(10)
    .max(10_000)
    .default(400)
    .describe("Length of a slot in milliseconds. A chain keeps the value that it began with"),
  CHAIN_FINAL_SLOTS: z.coerce
    .number()
    .int()
    .min(1)
    .max(32)
    .default(5)
    .describe("Slots from confirmed to finalized. A chain keeps the value that it began with"),
  CHAIN_TREASURY: publicKey
    .optional()
    .describe("Account that holds the simulated USDC at the start. Default: the chain's own"),
  VAULT_AUTHORITY: publicKey
    .optional()
    .describe("Address of the multisig that owns the vault; it exists from the start of the chain"),
  VAULT_SIGNER_KEYS: z
    .string()
    .transform((text) => text.split(","))
    .pipe(z.array(publicKey).length(VAULT_SIGNERS))
    .optional()
    .describe("The three keys of the vault's multisig, separated by commas; two must sign"),
  CHAIN_PRICES_URL: z
    .url()
    .optional()
    .describe("Where a new chain reads the prices at which its pools begin"),
  CHAIN_TEST_HOOKS: z
    .stringbool()
    .default(false)
    .describe("Adds methods with which tests cause forks, and a node that lags or drops"),
  METRICS_ADDRESSES: metricsAddresses,
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "silent"])
    .default("info")
    .describe("Lowest level of the JSON log lines"),
});

/** @throws Error with every problem of the environment */
export function chainConfig(environment: Record<string, string | undefined> = process.env) {
  const read = readEnvironment(chainSettings, environment);
  const { VAULT_AUTHORITY: authority, VAULT_SIGNER_KEYS: signers } = read;
  if ((authority === undefined) !== (signers === undefined)) {
    throw new Error("VAULT_AUTHORITY and VAULT_SIGNER_KEYS belong together: set both or neither.");
  }
  return {
    host: read.HOST,
    port: read.CHAIN_PORT,
    dataDir: read.DATA_DIR,
    network: read.CHAIN_NETWORK,
    slotMs: read.CHAIN_SLOT_MS,
    finalSlots: read.CHAIN_FINAL_SLOTS,
    treasury: read.CHAIN_TREASURY,
    vault: authority && signers ? { authority, signers } : null,
    pricesUrl: read.CHAIN_PRICES_URL,
    testHooks: read.CHAIN_TEST_HOOKS,
    metricsAddresses: read.METRICS_ADDRESSES,
    logLevel: read.LOG_LEVEL,
  };
}
