/** Configuration of the app process. An empty environment runs. */
import { z } from "zod";
import { decodePublicKey } from "#lib/protocol/signing.ts";
import { SOLANA_NETWORKS, type SolanaNetwork, USDC_MINT } from "#lib/protocol/solana.ts";
import { readEnvironment, Secret } from "./env.ts";

const secret = z
  .string()
  .min(32, "must have at least 32 characters")
  .transform((value) => new Secret(value));

/**
 * Whoever can change what is read on the way from an identity provider can sign in as anybody, from a node of the chain can make a payment
 * that never was.
 */
const trustedParty = z
  .url({ protocol: /^https?$/ })
  .refine(isPrivateWay, "must be an https:// address; http:// is taken on this machine only");

function isPrivateWay(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" || /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

const fields = z.object({
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
  /** The one before: tokens that it signed are taken until they expire, and its public key stays published. */
  SESSION_SECRET_PREVIOUS: secret.optional(),
  /** Encrypts venue keys and bot secrets at rest (AES-256-GCM). */
  ENCRYPTION_SECRET: secret,
  /** Shares limits between replicas; when empty each process counts in its own memory. */
  REDIS_URL: z
    .url({ protocol: /^rediss?$/, error: "must be a redis:// address" })
    .transform((value) => new Secret(value))
    .optional(),
  /** Where mail leaves; without it nobody can sign in by e-mail. */
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: "must be an smtp:// address" })
    .transform((value) => new Secret(value))
    .optional(),
  MAIL_FROM: z.string().default("svc <no-reply@localhost>"),
  /** An OpenID provider to sign in with; issuer, id and secret belong together. */
  OIDC_ISSUER: trustedParty.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z
    .string()
    .transform((value) => new Secret(value))
    .optional(),
  /** What people call the provider; its host when empty. */
  OIDC_NAME: z.string().max(40).optional(),
  /** An issuer whose wallet-session tokens are taken beside our own; the three belong together. */
  WALLET_JWT_ISSUER: z.url().optional(),
  WALLET_JWT_AUDIENCE: z.string().optional(),
  WALLET_JWT_JWKS_URL: trustedParty.optional(),
  /** Ids of OAuth clients that the operator vouches for, with commas between: addresses of documents, or `client_…`. */
  OAUTH_VERIFIED_CLIENTS: z
    .string()
    .default("")
    .transform((text) => text.split(",").map((id) => id.trim()))
    .transform((ids) => ids.filter((id) => id !== "")),
  /** A Solana node's JSON-RPC, by which payments are checked; it may hold a key. */
  SOLANA_RPC_URL: trustedParty.transform((value) => new Secret(value)).optional(),
  SOLANA_NETWORK: z.enum(SOLANA_NETWORKS).default("mainnet-beta"),
  /** What partners are paid in; six decimals. */
  USDC_MINT: z
    .string()
    .refine((text) => decodePublicKey(text) !== undefined, "must be a base58 key of 32 bytes")
    .default(USDC_MINT),
  /** Opens /api/operator to `npm run operator`; when empty there is no such door. */
  APP_OPERATOR_KEY: z
    .string()
    .regex(/^operator_[0-9a-f]{64}$/, "must be operator_ and 64 hex digits")
    .transform((value) => new Secret(value))
    .optional(),
  /** Reads the venue's feed of fees and sets fee discounts for the partner programme; the venue has the same key. */
  VENUE_PARTNER_KEY: z
    .string()
    .regex(/^partner_[0-9a-f]{64}$/, "must be partner_ and 64 hex digits")
    .transform((value) => new Secret(value))
    .optional(),
  /** How many reverse proxies stand in front: that many entries of X-Forwarded-For are believed. */
  TRUSTED_PROXY_DEPTH: z.coerce.number().int().min(0).max(8).default(0),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
});

/** Variables that mean nothing without each other. */
const TOGETHER = [
  ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"],
  ["WALLET_JWT_ISSUER", "WALLET_JWT_AUDIENCE", "WALLET_JWT_JWKS_URL"],
] as const;

const schema = fields.superRefine((env, context) => {
  for (const names of TOGETHER) {
    const missing = names.filter((name) => env[name] === undefined);
    if (missing.length === 0 || missing.length === names.length) continue;
    for (const name of missing) {
      context.addIssue({ code: "custom", path: [name], message: `belongs to ${names.join(", ")}` });
    }
  }
});

type Environment = z.output<typeof schema>;

export type OidcConfig = {
  issuer: string;
  clientId: string;
  clientSecret: Secret;
  /** What people call it. */
  name: string;
};

export type WalletJwtConfig = { issuer: string; audience: string; jwksUrl: string };

/** The chain that payments are read from. */
export type ChainConfig = {
  rpcUrl: Secret;
  network: SolanaNetwork;
  /** Of USDC there, base58. */
  mint: string;
};

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
  sessionSecretPrevious: Secret | undefined;
  encryptionSecret: Secret;
  redisUrl: Secret | undefined;
  smtpUrl: Secret | undefined;
  mailFrom: string;
  oidc: OidcConfig | undefined;
  walletJwt: WalletJwtConfig | undefined;
  verifiedClients: readonly string[];
  /** Undefined without a node to read from. */
  chain: ChainConfig | undefined;
  operatorKey: Secret | undefined;
  venuePartnerKey: Secret | undefined;
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
    sessionSecretPrevious: env.SESSION_SECRET_PREVIOUS,
    encryptionSecret: env.ENCRYPTION_SECRET,
    redisUrl: env.REDIS_URL,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    oidc: oidcOf(env),
    walletJwt: walletJwtOf(env),
    verifiedClients: env.OAUTH_VERIFIED_CLIENTS,
    chain: chainOf(env),
    operatorKey: env.APP_OPERATOR_KEY,
    venuePartnerKey: env.VENUE_PARTNER_KEY,
    trustedProxyDepth: env.TRUSTED_PROXY_DEPTH,
    logLevel: env.LOG_LEVEL,
  };
}

function oidcOf(env: Environment): OidcConfig | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined)
    return undefined;
  return { issuer, clientId, clientSecret, name: env.OIDC_NAME ?? new URL(issuer).host };
}

function walletJwtOf(env: Environment): WalletJwtConfig | undefined {
  const { WALLET_JWT_ISSUER: issuer, WALLET_JWT_AUDIENCE: audience } = env;
  const { WALLET_JWT_JWKS_URL: jwksUrl } = env;
  if (issuer === undefined || audience === undefined || jwksUrl === undefined) return undefined;
  return { issuer, audience, jwksUrl };
}

function chainOf(env: Environment): ChainConfig | undefined {
  const { SOLANA_RPC_URL: rpcUrl, SOLANA_NETWORK: network, USDC_MINT: mint } = env;
  return rpcUrl && { rpcUrl, network, mint };
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
