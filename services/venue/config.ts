/** Configuration of the venue process. */
import { z } from "zod";
import { readEnvironment, Secret } from "#lib/env.ts";

const schema = z.object({
  HOST: z.string().default("127.0.0.1"),
  VENUE_PORT: z.coerce.number().int().min(0).max(65535).default(4000),
  DATA_DIR: z.string().default(".data"),
  VENUE_OPERATOR_KEY: z
    .string()
    .regex(/^operator_[0-9a-f]{64}$/, "must be operator_ followed by 64 lowercase hex characters")
    .transform((value) => new Secret(value)),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
});

export type VenueConfig = z.output<typeof schema>;

/** @throws Error that lists every problem at once. */
export function readVenueConfig(environment: Record<string, string | undefined>): VenueConfig {
  return readEnvironment(schema, environment);
}

export function venueConfig(): VenueConfig {
  return readVenueConfig(process.env);
}
