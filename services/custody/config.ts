/** Configuration of custody, of a vault signer and of the audit. */
import { z } from "zod";
import { depositKeySetting } from "#lib/kernel/deposit-key.ts";
import { readEnvironment, Secret } from "#lib/kernel/env.ts";
import { metricsAddresses } from "#lib/kernel/http/metrics-addresses.ts";
import { readVenueAddresses } from "#lib/kernel/http/venue-addresses.ts";
import { parseDecimal } from "#lib/protocol/decimal.ts";
import { decodePublicKey } from "#lib/protocol/signing/signing.ts";
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import { VAULT_SIGNERS } from "#lib/protocol/solana/vault.ts";
import { GENESIS_HASH, SOLANA_NETWORKS, USDC_DECIMALS, USDC_MINT } from "#lib/protocol/solana.ts";

const SOL_DECIMALS = TOKENS.SOL.decimals;
const port = z.coerce.number().int().min(0).max(65535);
const publicKey = z.string().refine((text) => decodePublicKey(text) !== undefined, {
  error: "must be a public key in base58",
});
const seed = z
  .string()
  .regex(/^[0-9a-f]{64}$/, "must be 32 bytes as hex")
  .transform((value) => new Secret(value));
const logLevel = z
  .enum(["trace", "debug", "info", "warn", "error", "silent"])
  .default("info")
  .describe("Lowest level of the JSON log lines");
const secret = (prefix: string) =>
  z
    .string()
    .regex(new RegExp(`^${prefix}_[0-9a-f]{64}$`), `must be ${prefix}_ and 64 hex digits`)
    .transform((value) => new Secret(value));

const SAME = "the same at app, custody and signers; `npm run vault:deposit-key` prints it";
const signerAccessKey = secret("custody");

/** The addresses of chain, vault and venue. */
const addressFields = {
  SOLANA_RPC_URL: z
    .url()
    .transform((value) => new Secret(value))
    .describe("JSON-RPC of a Solana node; it may contain a key"),
  SOLANA_NETWORK: z
    .enum(SOLANA_NETWORKS)
    .describe("Network of that node, which its genesis hash must prove"),
  USDC_MINT: publicKey.default(USDC_MINT).describe("Mint of the deposits"),
  VAULT_AUTHORITY: publicKey.describe("Multisig that owns the vault"),
  VENUE_URL: z
    .string()
    .default("http://127.0.0.1:4000")
    .transform(readVenueAddresses)
    .describe("The venue. Separate several addresses of it by commas"),
};

export const custodySettings = z.object({
  ...addressFields,
  HOST: z.string().default("127.0.0.1").describe("Address that the process listens on"),
  CUSTODY_PORT: port.default(4400).describe("Port of custody, which answers the vault's proof"),
  VENUE_CUSTODY_KEY: secret("custody").describe(
    "`custody_` and 64 hex digits: credits deposits and reports withdrawals at the venue",
  ),
  CUSTODY_FEE_SEED: seed.describe(
    "32 bytes as hex: the account that pays the network's fees of payments, and receives the fees of withdrawals. It cannot move the vault's money",
  ),
  CUSTODY_FEE_ALERT: z
    .string()
    .default("0.05")
    .transform((text, issues) => {
      const lamports = parseDecimal(text, SOL_DECIMALS);
      if (lamports !== undefined && lamports > 0n) return lamports;
      issues.addIssue("must be SOL with at most 9 decimals");
      return z.NEVER;
    })
    .describe("SOL that this account may pay in an hour before custody warns of it"),
  VAULT_SIGNERS: z
    .string()
    .transform((text) => text.split(","))
    .pipe(z.array(z.url()).length(VAULT_SIGNERS))
    .describe("Addresses of the three signers of the vault, separated by commas"),
  VAULT_DEPOSIT_KEY: depositKeySetting.describe(
    `Public key from which the deposit addresses of accounts follow, ${SAME}. Without it there are no such addresses`,
  ),
  CUSTODY_FOLDER: z
    .string()
    .optional()
    .describe("Folder in which custody keeps whose deposit addresses it watches"),
  CUSTODY_ACCESS_KEY: secret("custody")
    .optional()
    .describe("`custody_` and 64 hex digits: with it the app asks for deposit addresses"),
  SIGNER_ACCESS_KEY: signerAccessKey.describe(
    "`custody_` and 64 hex digits: custody's key at the signers, the same at all of them",
  ),
  METRICS_ADDRESSES: metricsAddresses,
  LOG_LEVEL: logLevel,
});

/** Deposit addresses exist where all are set. The folder alone turns nothing on. */
const DEPOSIT_KEYS = ["VAULT_DEPOSIT_KEY", "CUSTODY_ACCESS_KEY"] as const;
const DEPOSIT_NAMES = [...DEPOSIT_KEYS, "CUSTODY_FOLDER"] as const;

export const signerSettings = z.object({
  ...addressFields,
  HOST: z.string().default("127.0.0.1").describe("Address that the process listens on"),
  VAULT_SIGNER_PORT: port.default(4410).describe("Port of a vault signer"),
  VAULT_SIGNER_SEED: seed.describe("32 bytes as hex: this signer's key of the vault"),
  VAULT_SIGNER_NAME: z.string().min(1).max(60).describe("Who holds the key, as the proof shows it"),
  VAULT_SIGNER_FOLDER: z.string().describe("Folder of the signer's journal"),
  VAULT_DAILY_CAP: z
    .string()
    .default("1000000")
    .transform((text, issues) => {
      const units = parseDecimal(text, USDC_DECIMALS);
      if (units !== undefined && units > 0n) return units;
      issues.addIssue("must be USDC with at most 6 decimals");
      return z.NEVER;
    })
    .describe("Maximum of USDC that the signer signs for in 24 hours"),
  VENUE_READER_KEY: secret("reader").describe("`reader_` and 64 hex digits: reads the transfers"),
  VAULT_DEPOSIT_KEY: depositKeySetting.describe(
    `Public key of the deposit addresses, ${SAME}. The signer starts only if its own share belongs to it`,
  ),
  SIGNER_ACCESS_KEY: signerAccessKey.describe(
    "`custody_` and 64 hex digits: custody's key, without which the signer answers nothing",
  ),
  METRICS_ADDRESSES: metricsAddresses,
  LOG_LEVEL: logLevel,
});

export const auditSettings = z.object({
  ...addressFields,
  VENUE_READER_KEY: signerSettings.shape.VENUE_READER_KEY,
});

/** What `npm run vault:deposit-key` reads of custody's settings. */
const depositKeySettings = z.object({
  ...addressFields,
  VAULT_SIGNERS: custodySettings.shape.VAULT_SIGNERS,
  SIGNER_ACCESS_KEY: custodySettings.shape.SIGNER_ACCESS_KEY,
});

type Environment = Record<string, string | undefined>;

function readAddresses(read: z.output<z.ZodObject<typeof addressFields>>) {
  return {
    rpcUrl: read.SOLANA_RPC_URL,
    network: read.SOLANA_NETWORK,
    genesisHash: GENESIS_HASH[read.SOLANA_NETWORK],
    mint: read.USDC_MINT,
    authority: read.VAULT_AUTHORITY,
    venueUrl: read.VENUE_URL,
  };
}

export type CustodyAddresses = ReturnType<typeof readAddresses>;

/** @throws Error when some of the settings are missing */
function depositsOf(read: z.output<typeof custodySettings>) {
  const { VAULT_DEPOSIT_KEY: key, CUSTODY_FOLDER: folder, CUSTODY_ACCESS_KEY: accessKey } = read;
  if (key && folder && accessKey) return { key, folder, accessKey };
  if (DEPOSIT_KEYS.every((name) => read[name] === undefined)) return undefined;
  const missing = DEPOSIT_NAMES.filter((name) => read[name] === undefined);
  throw new Error(`Deposit addresses also need ${missing.join(", ")}.`);
}

/** @throws Error with every problem of the environment */
export function custodyConfig(environment: Environment = process.env) {
  const read = readEnvironment(custodySettings, environment);
  return {
    ...readAddresses(read),
    host: read.HOST,
    port: read.CUSTODY_PORT,
    custodyKey: read.VENUE_CUSTODY_KEY,
    feeSeed: read.CUSTODY_FEE_SEED,
    feeAlertLamports: read.CUSTODY_FEE_ALERT,
    signerUrls: read.VAULT_SIGNERS,
    signerKey: read.SIGNER_ACCESS_KEY,
    deposits: depositsOf(read),
    metricsAddresses: read.METRICS_ADDRESSES,
    logLevel: read.LOG_LEVEL,
  };
}

/** @throws Error with every problem of the environment */
export function signerConfig(environment: Environment = process.env) {
  const read = readEnvironment(signerSettings, environment);
  return {
    ...readAddresses(read),
    host: read.HOST,
    port: read.VAULT_SIGNER_PORT,
    seed: read.VAULT_SIGNER_SEED,
    name: read.VAULT_SIGNER_NAME,
    folder: read.VAULT_SIGNER_FOLDER,
    dailyCap: read.VAULT_DAILY_CAP,
    readerKey: read.VENUE_READER_KEY,
    accessKey: read.SIGNER_ACCESS_KEY,
    depositKey: read.VAULT_DEPOSIT_KEY,
    metricsAddresses: read.METRICS_ADDRESSES,
    logLevel: read.LOG_LEVEL,
  };
}

/** @throws Error with every problem of the environment */
export function auditConfig(environment: Environment = process.env) {
  const read = readEnvironment(auditSettings, environment);
  return { ...readAddresses(read), readerKey: read.VENUE_READER_KEY };
}

/** @throws Error with every problem of the environment */
export function depositKeyConfig(environment: Environment = process.env) {
  const read = readEnvironment(depositKeySettings, environment);
  const { VAULT_SIGNERS: signerUrls, SIGNER_ACCESS_KEY: signerKey } = read;
  return { ...readAddresses(read), signerUrls, signerKey };
}
