/** Configuration of the sandbox process, which plays the parties outside the venue. */
import { z } from "zod";
import { readEnvironment, Secret } from "#lib/platform/env.ts";
import type { Registration } from "./identity-provider/provider.ts";

/** Mail is taken from this machine only, wherever the pages are served. */
export const SMTP_HOST = "127.0.0.1";

const schema = z.object({
  SANDBOX_PORT: z.coerce.number().int().min(0).max(65535).default(4100),
  HOST: z.string().default("127.0.0.1"),
  DATA_DIR: z.string().default(".data"),
  VENUE_URL: z.url().default("http://127.0.0.1:4000"),
  /** The same value that the venue has: the faucet credits deposits with it. */
  VENUE_OPERATOR_KEY: z
    .string()
    .regex(/^operator_[0-9a-f]{64}$/, "must be operator_ and 64 hex digits")
    .transform((value) => new Secret(value)),
  /** Any text: the same seed gives the same market and the same simulated wallets. */
  SEED: z.string().max(64).default("1"),
  FEED: z
    .string()
    .regex(/^(simulated|replay:.+)$/, "must be simulated or replay:FILE")
    .default("simulated"),
  /** Minutes of the recording that pass in one minute. */
  FEED_SPEED: z.coerce.number().positive().max(1440).default(1),
  /** Where in the recording the replay starts; rows before it become history. Default: its first row. */
  FEED_START: z.iso.datetime({ offset: true, local: true }).optional(),
  /** The market that is replayed; default: the one that the file name starts with, else BTCUSDC. */
  FEED_MARKET: z.string().optional(),
  /** Where the simulated mail server listens, on this machine only. */
  SANDBOX_SMTP_PORT: z.coerce.number().int().min(0).max(65535).default(4125),
  /** The one client of the simulated identity provider; without these three there is no such provider. */
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z
    .string()
    .min(32, "must have at least 32 characters")
    .transform((value) => new Secret(value))
    .optional(),
  /** The app's address as browsers have it: sign-ins end there. */
  APP_URL: z.url().optional(),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
});

export type ReplayConfig = {
  file: string;
  speed: number;
  /** Unix milliseconds in the recording's own time. */
  startAt: number | undefined;
  market: string | undefined;
};

export type SandboxConfig = {
  port: number;
  host: string;
  dataDir: string;
  venueUrl: string;
  operatorKey: Secret;
  seed: string;
  /** Absent when every market is simulated. */
  replay: ReplayConfig | undefined;
  smtpPort: number;
  /** Absent when the simulated identity provider has no client. */
  identityClient: Registration | undefined;
  logLevel: string;
};

/** Reads the sandbox's configuration. @throws Error that lists every problem at once. */
export function readConfig(environment: Record<string, string | undefined>): SandboxConfig {
  const env = readEnvironment(schema, environment);
  const file = env.FEED.startsWith("replay:") ? env.FEED.slice("replay:".length) : undefined;
  return {
    port: env.SANDBOX_PORT,
    host: env.HOST,
    dataDir: env.DATA_DIR,
    venueUrl: env.VENUE_URL.replace(/\/$/, ""),
    operatorKey: env.VENUE_OPERATOR_KEY,
    seed: env.SEED,
    replay: file === undefined ? undefined : replayConfig(file, env),
    smtpPort: env.SANDBOX_SMTP_PORT,
    identityClient: identityClientOf(env),
    logLevel: env.LOG_LEVEL,
  };
}

/** The configuration of this process. @throws Error that lists every problem at once. */
export function sandboxConfig(): SandboxConfig {
  return readConfig(process.env);
}

/** Where this machine reaches a server: one that listens everywhere answers on the loopback address. */
export function reachableUrl(host: string, port: number): string {
  return `http://${/^(0\.0\.0\.0|::)$/.test(host) ? "127.0.0.1" : host}:${port}`;
}

function identityClientOf(env: z.output<typeof schema>): Registration | undefined {
  const { OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, APP_URL: appUrl } = env;
  if (clientId === undefined || clientSecret === undefined || appUrl === undefined) {
    return undefined;
  }
  return { clientId, clientSecret, appUrl };
}

function replayConfig(file: string, env: z.output<typeof schema>): ReplayConfig {
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
