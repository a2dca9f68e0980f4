/** Configuration of the venue process. */
import { availableParallelism } from "node:os";
import { z } from "zod";
import { readEnvironment, Secret } from "#lib/kernel/env.ts";
import { readAddressList } from "#lib/kernel/http/address-list.ts";
import { metricsAddresses } from "#lib/kernel/http/metrics-addresses.ts";
import { usdcAmount } from "#lib/protocol/solana/withdrawals.ts";

/** Requests a minute of one address; the default of VENUE_ADDRESS_LIMIT. */
export const ADDRESS_LIMIT = 1_500;

/** In 1e-9 USDC. */
const usdc = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .transform((text, issues) => {
      const units = usdcAmount(text);
      if (units !== undefined) return units;
      issues.addIssue("must be USDC with at most 6 decimals");
      return z.NEVER;
    });

export const venueSettings = z.object({
  HOST: z.string().default("127.0.0.1").describe("Address that the process listens on"),
  VENUE_PORT: z.coerce.number().int().min(0).max(65535).default(4000).describe("Port of the venue"),
  DATA_DIR: z
    .string()
    .default(".data")
    .describe("Folder for all data on disk; the journal is in `DATA_DIR/venue`"),
  VENUE_JOURNAL_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "must begin with postgres://")
    .transform((value) => new Secret(value))
    .optional()
    .describe(
      "Postgres that holds the journal, on a direct connection, so that a second venue can take over. Empty: the journal is in `DATA_DIR/venue`",
    ),
  VENUE_NODE_URL: z
    .url({ protocol: /^https?$/, error: "must be an http:// or https:// address" })
    .refine((url) => !hasCredentials(url), "must have no user and no password: clients are told it")
    .optional()
    .describe(
      "With `VENUE_JOURNAL_URL`: the address at which clients reach this venue, as written in their `VENUE_URL`",
    ),
  VENUE_OPERATOR_KEY: z
    .string()
    .regex(/^operator_[0-9a-f]{64}$/, "must be operator_ followed by 64 lowercase hex characters")
    .transform((value) => new Secret(value))
    .describe(
      "`operator_` and 64 hex digits: publishes marks, credits deposits, halts markets. `npm start` makes one",
    ),
  VENUE_PARTNER_KEY: z
    .string()
    .regex(/^partner_[0-9a-f]{64}$/, "must be partner_ followed by 64 lowercase hex characters")
    .transform((value) => new Secret(value))
    .optional()
    .describe(
      "`partner_` and 64 hex digits: only reads the feed of fees and sets fee discounts. Without it no such key exists",
    ),
  VENUE_READER_KEY: z
    .string()
    .regex(/^reader_[0-9a-f]{64}$/, "must be reader_ followed by 64 lowercase hex characters")
    .transform((value) => new Secret(value))
    .optional()
    .describe(
      "`reader_` and 64 hex digits: only reads balances, positions, orders and history of the accounts that a request names, streams them, and reads what owners are notified of. Without it no such key exists",
    ),
  VENUE_CUSTODY_KEY: z
    .string()
    .regex(/^custody_[0-9a-f]{64}$/, "must be custody_ followed by 64 lowercase hex characters")
    .transform((value) => new Secret(value))
    .optional()
    .describe(
      "`custody_` and 64 hex digits: only credits deposits of a chain and reports the outcome of withdrawals. With it no other key can credit. Without it the operator key credits, and withdrawals stay reserved",
    ),
  VENUE_RESERVES_SEED: z
    .string()
    .regex(/^[0-9a-f]{64}$/, "must be 32 bytes as hex")
    .transform((value) => new Secret(value))
    .optional()
    .describe(
      "32 bytes as hex: signs proofs of reserves and makes their leaves unguessable. Without it there are no proofs. Venues that take over from each other share it",
    ),
  VENUE_GATEWAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .default(() => availableParallelism())
    .describe("Threads that parse requests and verify signatures. Default: the number of cores"),
  VENUE_VERIFIER: z
    .enum(["node", "sodium"])
    .optional()
    .describe(
      "Library that verifies signatures. Default: `sodium` where sodium-native is installed, else `node`. Both accept the same signatures",
    ),
  VENUE_TRUSTED_PROXIES: z.coerce
    .number()
    .int()
    .min(0)
    .max(8)
    .default(0)
    .describe("Number of reverse proxies in front of the venue that add to `X-Forwarded-For`"),
  VENUE_CONNECTIONS: z.coerce
    .number()
    .int()
    .min(16)
    .max(1_000_000)
    .default(3_500)
    .describe(
      "Maximum of open connections of all gateways together. One address may have 1,000, or half of all when that is less. Leave the process some file descriptors",
    ),
  VENUE_ADDRESS_LIMIT: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000_000)
    .default(ADDRESS_LIMIT)
    .describe(
      "Requests a minute of one address, besides those with a valid key. `npm start` allows more, because all its clients share one address",
    ),
  VENUE_ACCOUNT_LIMIT: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(50)
    .describe("New accounts a minute of one address"),
  VENUE_WITHDRAWAL_FEE: usdc("0.1").describe(
    "USDC that custody keeps of each withdrawal. It must be worth more than the network's fee of three signatures, 0.000015 SOL, and of failed attempts",
  ),
  VENUE_ACCOUNT_OPENING_FEE: usdc("1").describe(
    "Additional USDC when a payment opens the owner's token account. It must be worth more than the rent, 0.00204 SOL, which the owner can take out of that account",
  ),
  VENUE_WITHDRAWALS_A_DAY: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000)
    .default(20)
    .describe("Withdrawals of an account in 24 hours"),
  VENUE_READER_ADDRESSES: z
    .string()
    .default("")
    .transform(readAddressList)
    .describe(
      "Comma-separated addresses and networks (`10.1.0.0/16`) without limits of requests and connections: hosts of the app and the oracle. A tenth of the connections stays free for them",
    ),
  VENUE_OPERATOR_ADDRESSES: z
    .string()
    .default("")
    .transform(readAddressList)
    .describe(
      "Comma-separated addresses and networks that may use operator endpoints, with the operator, the partner or the custody key. Empty: any",
    ),
  METRICS_ADDRESSES: metricsAddresses,
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "silent"])
    .default("info")
    .describe("Lowest level of the JSON log lines"),
});

function hasCredentials(url: string): boolean {
  const parsed = URL.parse(url);
  return parsed !== null && `${parsed.username}${parsed.password}` !== "";
}

export type VenueConfig = z.output<typeof venueSettings>;

/** @throws Error that lists every problem at once. */
export function readVenueConfig(environment: Record<string, string | undefined>): VenueConfig {
  const config = readEnvironment(venueSettings, environment);
  if (config.VENUE_JOURNAL_URL !== undefined && config.VENUE_NODE_URL === undefined) {
    throw new Error("The environment is not valid:\n  VENUE_NODE_URL: VENUE_JOURNAL_URL needs it");
  }
  return config;
}

/** The journal in Postgres, for tools that need no other setting. @throws Error when there is none. */
export function journalUrl(): Secret {
  const settings = venueSettings.pick({ VENUE_JOURNAL_URL: true });
  const { VENUE_JOURNAL_URL: url } = readEnvironment(settings, process.env);
  if (url === undefined) throw new Error("VENUE_JOURNAL_URL is not set");
  return url;
}

export function venueConfig(): VenueConfig {
  return readVenueConfig(process.env);
}
