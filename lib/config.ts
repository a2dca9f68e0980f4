/** Configuration of the app process. An empty environment runs. */
import { z } from "zod";
import { readEnvironment, Secret } from "./env.ts";

const secret = z
  .string()
  .min(32, "must have at least 32 characters")
  .transform((value) => new Secret(value));

const schema = z.object({
  NODE_ENV: z.enum(["development", "test", "production"]).default("production"),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().default("127.0.0.1"),
  /** The address that browsers use; signed messages and cookies are bound to it. */
  BASE_URL: z.url().optional(),
  DATA_DIR: z.string().default(".data"),
  /** Postgres; when empty the app runs PGlite inside itself, in `DATA_DIR/db`. */
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// address" })
    .transform((value) => new Secret(value))
    .optional(),
  VENUE_URL: z.url().default("http://127.0.0.1:4000"),
  /** Set by `npm start` when the simulated market runs; absent in production. */
  SANDBOX_URL: z.url().optional(),
  /** The oracle process, which knows the external price feeds; absent where another operator publishes the marks. */
  ORACLE_URL: z.url().optional(),
  /** Signs the session cookie. `npm start` makes one and keeps it in `DATA_DIR/secrets.json`. */
  SESSION_SECRET: secret,
  /** Encrypts venue keys at rest (AES-256-GCM). */
  ENCRYPTION_SECRET: secret,
  /** How many reverse proxies stand in front: that many entries of X-Forwarded-For are believed. */
  TRUSTED_PROXY_DEPTH: z.coerce.number().int().min(0).max(8).default(0),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
});

type Environment = z.output<typeof schema>;

export type Config = {
  production: boolean;
  /** Pages are built when they are asked for, and again when their source changes. */
  development: boolean;
  port: number;
  host: string;
  baseUrl: string;
  dataDir: string;
  databaseUrl: Secret | undefined;
  venueUrl: string;
  sandboxUrl: string | undefined;
  oracleUrl: string | undefined;
  sessionSecret: Secret;
  encryptionSecret: Secret;
  trustedProxyDepth: number;
  logLevel: string;
};

/** Reads the app's configuration. @throws Error that lists every problem at once. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const env: Environment = readEnvironment(schema, environment);
  return {
    production: env.NODE_ENV === "production",
    development: env.NODE_ENV === "development",
    port: env.PORT,
    host: env.HOST,
    baseUrl: (env.BASE_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, ""),
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    venueUrl: env.VENUE_URL.replace(/\/$/, ""),
    sandboxUrl: env.SANDBOX_URL?.replace(/\/$/, ""),
    oracleUrl: env.ORACLE_URL?.replace(/\/$/, ""),
    sessionSecret: env.SESSION_SECRET,
    encryptionSecret: env.ENCRYPTION_SECRET,
    trustedProxyDepth: env.TRUSTED_PROXY_DEPTH,
    logLevel: env.LOG_LEVEL,
  };
}

let loaded: Config | undefined;

/** The configuration of this process, read once at first use. */
export function config(): Config {
  loaded ??= readConfig(process.env);
  return loaded;
}

/**
 * Tells next-auth the app's address: it reads that from NEXTAUTH_URL at each request and takes no option for it. The
 * address follows PORT and BASE_URL, so nobody has to keep a second variable in step.
 */
export function shareBaseUrlWithNextAuth(): void {
  process.env["NEXTAUTH_URL"] = config().baseUrl;
}
