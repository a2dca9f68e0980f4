/** Configuration of the venue process. */
import { availableParallelism } from "node:os";
import { z } from "zod";
import { readAddressList } from "#lib/platform/address-list.ts";
import { readEnvironment, Secret } from "#lib/platform/env.ts";

/** Requests a minute of one address, unless VENUE_ADDRESS_LIMIT says another number. */
export const ADDRESS_LIMIT = 1_500;

const LOOPBACK = /^(127(\.\d{1,3}){3}|::1|localhost)$/;

const variables = z.object({
  HOST: z.string().default("127.0.0.1"),
  VENUE_PORT: z.coerce.number().int().min(0).max(65535).default(4000),
  DATA_DIR: z.string().default(".data"),
  VENUE_OPERATOR_KEY: z
    .string()
    .regex(/^operator_[0-9a-f]{64}$/, "must be operator_ followed by 64 lowercase hex characters")
    .transform((value) => new Secret(value)),
  /** Opens the feed of fees and sets fee discounts up to the partner programme's, and nothing else; unset: there is no such key. */
  VENUE_PARTNER_KEY: z
    .string()
    .regex(/^partner_[0-9a-f]{64}$/, "must be partner_ followed by 64 lowercase hex characters")
    .transform((value) => new Secret(value))
    .optional(),
  /** Threads that parse and verify requests. */
  VENUE_GATEWAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .default(() => availableParallelism()),
  /** What verifies signatures; unset: `sodium` where the package sodium-native is installed. The answers are the same. */
  VENUE_VERIFIER: z.enum(["node", "sodium"]).optional(),
  /** Proxies in front of the venue that add to X-Forwarded-For. */
  VENUE_TRUSTED_PROXIES: z.coerce.number().int().min(0).max(8).default(0),
  /** Most open connections, of all gateways together. */
  VENUE_CONNECTIONS: z.coerce.number().int().min(16).max(1_000_000).default(3_500),
  /** Requests a minute of one address, beside what comes with a valid key. */
  VENUE_ADDRESS_LIMIT: z.coerce.number().int().min(1).max(10_000_000).default(ADDRESS_LIMIT),
  /**
   * Comma-separated addresses and networks that the limit of an address is not for: hosts of the operator that read for
   * many, such as replicas of the app. What makes accounts is limited there too.
   */
  VENUE_READER_ADDRESSES: z.string().default("").transform(readAddressList),
  /** Comma-separated addresses and networks that may use the operator's endpoints, with either key; empty: any may. */
  VENUE_OPERATOR_ADDRESSES: z.string().default("").transform(readAddressList),
  /** `on` for tests of clients: the operator may have requests fail. Never with real money; see gateway/faults.ts. */
  VENUE_FAULT_HOOKS: z.enum(["on"]).optional(),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
});

const schema = variables.superRefine((config, context) => {
  const { VENUE_FAULT_HOOKS, HOST, VENUE_TRUSTED_PROXIES } = config;
  if (VENUE_FAULT_HOOKS === undefined) return;
  // Whoever could be harmed by it can not reach such a venue: it listens on the loopback address, behind no proxy.
  if (LOOPBACK.test(HOST) && VENUE_TRUSTED_PROXIES === 0) return;
  const message = "is for tests: it needs a loopback HOST and no VENUE_TRUSTED_PROXIES";
  context.addIssue({ code: "custom", path: ["VENUE_FAULT_HOOKS"], message });
});

export type VenueConfig = z.output<typeof schema>;

/** @throws Error that lists every problem at once. */
export function readVenueConfig(environment: Record<string, string | undefined>): VenueConfig {
  return readEnvironment(schema, environment);
}

export function venueConfig(): VenueConfig {
  return readVenueConfig(process.env);
}
