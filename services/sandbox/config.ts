/** Configuration of the sandbox process, which simulates the parties outside the venue. */
import { z } from "zod";
import { readEnvironment, Secret } from "#lib/kernel/env.ts";
import { metricsAddresses } from "#lib/kernel/http/metrics-addresses.ts";
import { readVenueAddresses } from "#lib/kernel/http/venue-addresses.ts";
import { decodePublicKey } from "#lib/protocol/signing/signing.ts";
import type { ChainSettings } from "./chain/open-chain.ts";
import type { CheckoutSettings } from "./checkout/checkout.ts";
import type { VaultSettings } from "./deposits/open-deposits.ts";
import type { Registration } from "./identity-provider/provider.ts";
import type { ReplaySettings } from "./prices/open-prices.ts";
import type { RelaySettings } from "./relay/start-relay.ts";

const chainKey = z
  .string()
  .refine((text) => decodePublicKey(text) !== undefined, "must be a public key in base58");

export const sandboxSettings = z.object({
  SANDBOX_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65535)
    .default(4100)
    .describe("Port of the sandbox"),
  HOST: z.string().default("127.0.0.1").describe("Address that the process listens on"),
  DATA_DIR: z
    .string()
    .default(".data")
    .describe("Folder for all data on disk; the sandbox keeps its state in `DATA_DIR/sandbox`"),
  VENUE_URL: z
    .string()
    .default("http://127.0.0.1:4000")
    .transform(readVenueAddresses)
    .describe("Venue that the simulated traders use. Separate several addresses of it by commas"),
  VENUE_OPERATOR_KEY: z
    .string()
    .regex(/^operator_[0-9a-f]{64}$/, "must be operator_ and 64 hex digits")
    .transform((value) => new Secret(value))
    .describe("The venue's operator key, with which the faucet credits deposits"),
  SEED: z
    .string()
    .max(64)
    .default("1")
    .describe("Any text. The same seed gives the same market and the same simulated wallets"),
  FEED: z
    .string()
    .regex(/^(simulated|replay:.+)$/, "must be simulated or replay:FILE")
    .default("simulated")
    .describe("`simulated`, or `replay:FILE` to replay a recording of one-minute bars"),
  FEED_SPEED: z.coerce
    .number()
    .positive()
    .max(1440)
    .default(1)
    .describe("Minutes of the recording that pass in one minute"),
  FEED_START: z.iso
    .datetime({ offset: true, local: true })
    .optional()
    .describe(
      "Time in the recording at which the replay starts. Earlier rows become history. Default: its first row",
    ),
  FEED_MARKET: z
    .string()
    .optional()
    .describe(
      "Market that is replayed. Default: the symbol that the file name starts with, else BTCUSDC",
    ),
  SANDBOX_STORY: z
    .enum(["on", "off"])
    .default("off")
    .describe(
      "`on`: events happen in the simulated world, simulated publishers report them, and they move the prices. `off`: only events that a person causes. `npm start` uses `on`; a replay has no story",
    ),
  SANDBOX_SMTP_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65535)
    .default(4125)
    .describe("Port of the simulated mail server, on this machine only"),
  OIDC_CLIENT_ID: z
    .string()
    .min(1)
    .optional()
    .describe("The one client of the simulated identity provider; `npm start` sets it"),
  OIDC_CLIENT_SECRET: z
    .string()
    .min(32, "must have at least 32 characters")
    .transform((value) => new Secret(value))
    .optional()
    .describe("Secret of that client, at least 32 characters; `npm start` sets it"),
  APP_URL: z
    .url()
    .optional()
    .describe(
      "The app's address for browsers; sign-ins at the simulated provider return there. `npm start` sets it",
    ),
  CHAIN_URL: z
    .url()
    .optional()
    .describe(
      "JSON-RPC of the simulated chain, on which the treasury pays. `npm start` sets it; without it there are no payments on a chain",
    ),
  CHAIN_TREASURY_SEED: z
    .string()
    .regex(/^[0-9a-f]{64}$/, "must be 64 hex digits")
    .transform((value) => new Secret(value))
    .optional()
    .describe("Key of the simulated treasury; belongs to `CHAIN_URL`"),
  DESTINATION_CHAIN_URL: z
    .url()
    .optional()
    .describe(
      "JSON-RPC of the simulated chain to which swaps lead; belongs to `RELAY_SEED`. `npm start` sets it; without it there is no relay",
    ),
  RELAY_SEED: z
    .string()
    .regex(/^[0-9a-f]{64}$/, "must be 64 hex digits")
    .transform((value) => new Secret(value))
    .optional()
    .describe("Key of the simulated relay; belongs to `DESTINATION_CHAIN_URL` and `CHAIN_URL`"),
  VAULT_AUTHORITY: chainKey
    .optional()
    .describe(
      "Multisig that owns the venue's vault. With it deposits are transfers into the vault, which custody credits; without it the operator credits them",
    ),
  VENUE_READER_KEY: z
    .string()
    .regex(/^reader_[0-9a-f]{64}$/, "must be reader_ and 64 hex digits")
    .transform((value) => new Secret(value))
    .optional()
    .describe("Reads the credits of deposits at the venue; belongs to `VAULT_AUTHORITY`"),
  CUSTODY_FEE_ACCOUNT: chainKey
    .optional()
    .describe(
      "Account with which custody pays network fees, which the sandbox refills; belongs to `VAULT_AUTHORITY`",
    ),
  ONRAMP_API_KEY: z
    .string()
    .min(1)
    .optional()
    .describe(
      "Key of the one service that may use the simulated checkout; `npm start` sets it. The checkout also needs its two secrets, `APP_URL` and `CHAIN_URL`",
    ),
  ONRAMP_SECRET_KEY: z
    .string()
    .min(32, "must have at least 32 characters")
    .transform((value) => new Secret(value))
    .optional()
    .describe(
      "Secret with which that service signs addresses of the checkout; belongs to `ONRAMP_API_KEY`",
    ),
  ONRAMP_WEBHOOK_KEY: z
    .string()
    .min(32, "must have at least 32 characters")
    .transform((value) => new Secret(value))
    .optional()
    .describe("Secret with which the checkout signs callbacks; belongs to `ONRAMP_API_KEY`"),
  METRICS_ADDRESSES: metricsAddresses,
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "silent"])
    .default("info")
    .describe("Lowest level of the JSON log lines"),
});

export type SandboxConfig = {
  port: number;
  host: string;
  /** Names by which browsers and processes reach it, beside this machine's. */
  hostNames: readonly string[];
  dataDir: string;
  venueUrl: string;
  operatorKey: Secret;
  seed: string;
  /** Absent when every market is simulated. */
  replay: ReplaySettings | undefined;
  /** Events happen by themselves. */
  hasStory: boolean;
  smtpPort: number;
  /** Absent where no chain runs. */
  chain: ChainSettings | undefined;
  /** Absent where swaps lead to no other chain. */
  relay: RelaySettings | undefined;
  /** Absent when the operator credits deposits. */
  vault: VaultSettings | undefined;
  /** Absent when the simulated checkout has no service. */
  checkout: CheckoutSettings | undefined;
  /** Absent when the simulated identity provider has no client. */
  identityClient: Registration | undefined;
  metricsAddresses: string[];
  logLevel: string;
};

/** Reads the sandbox's configuration. @throws Error that lists every problem at once. */
export function readConfig(environment: Record<string, string | undefined>): SandboxConfig {
  const env = readEnvironment(sandboxSettings, environment);
  const file = env.FEED.startsWith("replay:") ? env.FEED.slice("replay:".length) : undefined;
  return {
    port: env.SANDBOX_PORT,
    host: env.HOST,
    hostNames: [env.HOST, ...(env.APP_URL ? [new URL(env.APP_URL).hostname] : [])],
    dataDir: env.DATA_DIR,
    venueUrl: env.VENUE_URL,
    operatorKey: env.VENUE_OPERATOR_KEY,
    seed: env.SEED,
    replay: file === undefined ? undefined : replayConfig(file, env),
    // A recording has its own events.
    hasStory: env.SANDBOX_STORY === "on" && file === undefined,
    smtpPort: env.SANDBOX_SMTP_PORT,
    chain: chainOf(env),
    relay: relayOf(env),
    vault: vaultOf(env),
    checkout: checkoutOf(env),
    identityClient: identityClientOf(env),
    metricsAddresses: env.METRICS_ADDRESSES,
    logLevel: env.LOG_LEVEL,
  };
}

/** The configuration of this process. @throws Error that lists every problem at once. */
export function sandboxConfig(
  environment: Record<string, string | undefined> = process.env,
): SandboxConfig {
  return readConfig(environment);
}

/** The address at which this machine reaches a server: the loopback address of one that listens everywhere. */
export function reachableUrl(host: string, port: number): string {
  return `http://${/^(0\.0\.0\.0|::)$/.test(host) ? "127.0.0.1" : host}:${port}`;
}

/** @throws Error when only one of the two is set */
function chainOf(env: z.output<typeof sandboxSettings>): SandboxConfig["chain"] {
  const { CHAIN_URL: url, CHAIN_TREASURY_SEED: treasurySeed } = env;
  if (url === undefined && treasurySeed === undefined) return undefined;
  if (url === undefined || treasurySeed === undefined) {
    throw new Error("CHAIN_URL and CHAIN_TREASURY_SEED belong together: set both or neither.");
  }
  return { url, treasurySeed };
}

/** @throws Error when only some of its settings are there */
function relayOf(env: z.output<typeof sandboxSettings>): SandboxConfig["relay"] {
  const { DESTINATION_CHAIN_URL: destinationUrl, RELAY_SEED: seed, CHAIN_URL: url } = env;
  if (destinationUrl === undefined && seed === undefined) return undefined;
  if (destinationUrl === undefined || seed === undefined || url === undefined)
    throw new Error("DESTINATION_CHAIN_URL, RELAY_SEED and CHAIN_URL belong together.");
  return { destinationUrl, seed };
}

/** @throws Error when only some of its settings are there */
function vaultOf(env: z.output<typeof sandboxSettings>): SandboxConfig["vault"] {
  const { VAULT_AUTHORITY: authority, CUSTODY_FEE_ACCOUNT: feeAccount, CHAIN_URL: url } = env;
  const readerKey = env.VENUE_READER_KEY;
  if (authority === undefined) return undefined;
  if (readerKey === undefined || feeAccount === undefined || url === undefined) {
    throw new Error(
      "VAULT_AUTHORITY needs CHAIN_URL, VENUE_READER_KEY and CUSTODY_FEE_ACCOUNT as well.",
    );
  }
  return { authority, readerKey, feeAccount };
}

function checkoutOf(env: z.output<typeof sandboxSettings>): CheckoutSettings | undefined {
  const { ONRAMP_API_KEY: apiKey, ONRAMP_SECRET_KEY: secretKey, APP_URL: appUrl } = env;
  const { ONRAMP_WEBHOOK_KEY: webhookKey } = env;
  if (apiKey === undefined || appUrl === undefined) return undefined;
  if (secretKey === undefined || webhookKey === undefined) return undefined;
  return { apiKey, secretKey, webhookKey, appUrl: appUrl.replace(/\/$/, "") };
}

function identityClientOf(env: z.output<typeof sandboxSettings>): Registration | undefined {
  const { OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, APP_URL: appUrl } = env;
  if (clientId === undefined || clientSecret === undefined || appUrl === undefined) {
    return undefined;
  }
  return { clientId, clientSecret, appUrl };
}

function replayConfig(file: string, env: z.output<typeof sandboxSettings>): ReplaySettings {
  return {
    file,
    speed: env.FEED_SPEED,
    startAt: env.FEED_START === undefined ? undefined : utcMilliseconds(env.FEED_START),
    market: env.FEED_MARKET,
  };
}

/** A time without an offset is UTC, as the rows of a recording are; `Date.parse` would take it as local. */
function utcMilliseconds(text: string): number {
  return Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`);
}
