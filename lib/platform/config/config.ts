/** Configuration of the app process. An empty environment runs. */
import { z } from "zod";
import { readEnvironment, Secret } from "#lib/kernel/env.ts";
import { isLoopbackHost, ownPortsOf } from "#lib/kernel/http/own-ports.ts";
import { firstAddress, venueSetting } from "#lib/kernel/http/venue-addresses.ts";
import { processSlot } from "#lib/kernel/process-slot.ts";
import { decodePublicKey } from "#lib/protocol/signing/signing.ts";
import { SOLANA_NETWORKS, type SolanaNetwork, USDC_MINT } from "#lib/protocol/solana.ts";
import { type AllowedTargets, readAllowedTargets } from "./allowed-targets.ts";
import { type CalendarConfig, calendarOf, calendarSettings } from "./calendar-config.ts";
import { type NewsConfig, newsOf, newsSettings } from "./news-config.ts";
import {
  isCheckoutOfItsChain,
  ONRAMP_NAMES,
  type OnrampConfig,
  onrampOf,
  onrampSettings,
} from "./onramp-config.ts";
import { type PartnerConfig, partnerOf, partnerSettings } from "./partner-config.ts";
import { type PushConfig, pushesOf, pushSettings, VAPID_NAMES } from "./push-config.ts";
import { secret, trustedParty } from "./setting-values.ts";
import { RELAY_NAMES, type SwapConfig, swapSettings, swapsOf } from "./swap-config.ts";
import { requireVapidPair } from "./vapid-pair.ts";
import { type VaultConfig, vaultOf, vaultSettings } from "./vault-config.ts";
import { watchSettings } from "./watch-config.ts";

export const appSettings = z.object({
  NODE_ENV: z
    .enum(["development", "test", "production"])
    .default("production")
    .describe("`development` compiles pages at their first request; `npm run dev` sets it"),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000).describe("Port of the app"),
  HOST: z.string().default("127.0.0.1").describe("Address that the process listens on"),
  BASE_URL: z
    .url()
    .optional()
    .describe(
      "Address that browsers use, for example `https://trade.example`. Signed messages and cookies are bound to it. Default: `http://localhost:PORT`",
    ),
  DATA_DIR: z.string().default(".data").describe("Folder for all data on disk"),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// address" })
    .transform((value) => new Secret(value))
    .optional()
    .describe(
      "Postgres, `postgres://…`; `?connect_timeout=` there sets how many seconds opening a connection may take (5). Without the variable the app runs PGlite in `DATA_DIR/db`, which survives a killed process but not a power cut",
    ),
  VENUE_URL: venueSetting,
  SANDBOX_URL: z
    .url()
    .optional()
    .describe("The simulated market. `npm start` sets it; absent in production"),
  ORACLE_URL: z
    .url()
    .optional()
    .describe(
      "The oracle process, which knows the price feeds. Leave it empty where another operator publishes the marks",
    ),
  SESSION_SECRET: secret.describe(
    "Signs session cookies and wallet-session tokens, at least 32 characters. `npm start` makes one and stores it in `DATA_DIR/secrets.json`",
  ),
  SESSION_SECRET_PREVIOUS: secret
    .optional()
    .describe(
      "The secret before a rotation. Tokens that it signed are accepted until they expire, and its public key stays published",
    ),
  ENCRYPTION_SECRET: secret.describe(
    "Encrypts venue keys and bot secrets at rest (AES-256-GCM), at least 32 characters. `npm start` makes one and stores it in `DATA_DIR/secrets.json`",
  ),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/, error: "must be a redis:// address" })
    .transform((value) => new Secret(value))
    .optional()
    .describe(
      "Redis, `redis://…`, in which replicas share rate limits and market events. Without it each process counts and polls on its own",
    ),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: "must be an smtp:// address" })
    .transform((value) => new Secret(value))
    .optional()
    .describe(
      "Mail server, `smtp://…` or `smtps://…`. Without it there is no sign-in by mail. `npm start` uses the sandbox's mailbox",
    ),
  MAIL_FROM: z
    .string()
    .default("svc <no-reply@localhost>")
    .describe("Sender of mails; also names the operator to push services"),
  OIDC_ISSUER: trustedParty
    .optional()
    .describe(
      "Issuer of an OpenID provider for sign-in: `https://`, or `http://` on this machine. Its redirect address is `BASE_URL/api/auth/callback/oidc`. `npm start` uses the sandbox's provider",
    ),
  OIDC_CLIENT_ID: z
    .string()
    .optional()
    .describe("Client id at the OpenID provider; belongs to `OIDC_ISSUER`"),
  OIDC_CLIENT_SECRET: z
    .string()
    .transform((value) => new Secret(value))
    .optional()
    .describe("Client secret at the OpenID provider; belongs to `OIDC_ISSUER`"),
  OIDC_NAME: z
    .string()
    .max(40)
    .optional()
    .describe("Name of the OpenID provider on screens. Default: its host"),
  WALLET_JWT_ISSUER: z
    .url()
    .optional()
    .describe("Issuer of wallet-session tokens that are accepted beside the app's own"),
  WALLET_JWT_AUDIENCE: z
    .string()
    .optional()
    .describe("Audience of these tokens; belongs to `WALLET_JWT_ISSUER`"),
  WALLET_JWT_JWKS_URL: trustedParty
    .optional()
    .describe("Public keys of that issuer; belongs to `WALLET_JWT_ISSUER`"),
  OAUTH_VERIFIED_CLIENTS: z
    .string()
    .default("")
    .transform((text) => text.split(",").map((id) => id.trim()))
    .transform((ids) => ids.filter((id) => id !== ""))
    .describe(
      "Comma-separated ids of OAuth clients that the operator vouches for: addresses of client documents, or `client_…`. The consent page says so",
    ),
  OAUTH_PREVIOUS_REFRESH_TOKEN_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(86_400)
    .default(3_600)
    .describe(
      "How long after its use the previous refresh token of an app still gives an access token, for programs that share one. Later, and for an older one, the authorization ends as after a theft. 0: from ten seconds on",
    ),
  SOLANA_RPC_URL: trustedParty
    .transform((value) => new Secret(value))
    .optional()
    .describe(
      "JSON-RPC address of a Solana node, which may contain a key. Payments to partners are checked there. `npm start` uses the sandbox's simulated chain",
    ),
  SOLANA_NETWORK: z.enum(SOLANA_NETWORKS).default("mainnet-beta").describe("Network of that node"),
  USDC_MINT: z
    .string()
    .refine((text) => decodePublicKey(text) !== undefined, "must be a base58 key of 32 bytes")
    .default(USDC_MINT)
    .describe("Mint of the USDC that partners are paid in, base58"),
  ...vaultSettings,
  ...swapSettings,
  ...onrampSettings,
  ...newsSettings,
  ...calendarSettings,
  ...pushSettings,
  ...partnerSettings,
  APP_OPERATOR_KEY: z
    .string()
    .regex(/^operator_[0-9a-f]{64}$/, "must be operator_ and 64 hex digits")
    .transform((value) => new Secret(value))
    .optional()
    .describe(
      "`operator_` and 64 hex digits: the key of `npm run operator` for `/api/operator`. Without it that API does not exist. `npm start` makes one",
    ),
  VENUE_PARTNER_KEY: z
    .string()
    .regex(/^partner_[0-9a-f]{64}$/, "must be partner_ and 64 hex digits")
    .transform((value) => new Secret(value))
    .optional()
    .describe(
      "`partner_` and 64 hex digits: reads the venue's feed of fees and sets fee discounts of up to 10 %. App and venue have the same key. `npm start` makes one",
    ),
  VENUE_READER_KEY: z
    .string()
    .regex(/^reader_[0-9a-f]{64}$/, "must be reader_ and 64 hex digits")
    .transform((value) => new Secret(value))
    .optional()
    .describe(
      "`reader_` and 64 hex digits: streams the events of signed-in accounts from the venue, reads what owners are notified of, and reads a wallet's account before it has enabled trading. App and venue have the same key; without it pages poll, nobody is notified of fills and margin calls, and a wallet sees its account after that step. `npm start` makes one",
    ),
  LOCAL_SERVICE_PORTS: z
    .string()
    .default("")
    .transform((text) =>
      text
        .split(",")
        .filter((port) => port !== "")
        .map(Number),
    )
    .refine(
      (ports) => ports.every((port) => Number.isInteger(port) && port > 0 && port < 65_536),
      "must be ports with commas between them",
    )
    .describe(
      "Ports of this machine at which other processes of the service listen, beside those in addresses of other settings: webhooks and pushes of users never reach them. `npm start` sets it",
    ),
  WEBHOOK_ALLOWED_TARGETS: z
    .string()
    .default("")
    .transform(readAllowedTargets)
    .describe(
      "Comma-separated hosts, networks and `address:port` that may receive webhooks beside public https addresses, such as `hooks.internal, 10.1.0.0/16`. Addresses of this machine, link-local and metadata addresses open only with their port",
    ),
  WEBHOOK_BLOCKED_TARGETS: z
    .string()
    .default("")
    .transform(readAllowedTargets)
    .describe(
      "Comma-separated hosts, networks and `address:port` that receive no account's webhooks, such as `flooded.example, 203.0.113.0/24`. A host includes the names below it. It overrides WEBHOOK_ALLOWED_TARGETS",
    ),
  WEBHOOK_SCHEDULE_DIVISOR: z.coerce
    .number()
    .int()
    .min(1)
    .max(100_000)
    .default(1)
    .describe(
      "Divides the waits between the attempts of webhooks, for tests. Ignored without a sandbox, and where BASE_URL is not of this machine",
    ),
  TRUSTED_PROXY_DEPTH: z.coerce
    .number()
    .int()
    .min(0)
    .max(8)
    .default(0)
    .describe(
      "Number of reverse proxies in front of the app, and of trusted entries of `X-Forwarded-For`",
    ),
  ...watchSettings,
});

/** Variables that mean nothing without each other. */
const TOGETHER = [
  ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"],
  ["WALLET_JWT_ISSUER", "WALLET_JWT_AUDIENCE", "WALLET_JWT_JWKS_URL"],
  ["VAULT_AUTHORITY", "CUSTODY_URL"],
  ["VAULT_DEPOSIT_KEY", "CUSTODY_ACCESS_KEY"],
  ONRAMP_NAMES,
  RELAY_NAMES,
  VAPID_NAMES,
] as const;

const schema = appSettings.superRefine((env, context) => {
  for (const names of TOGETHER) {
    const missing = names.filter((name) => env[name] === undefined);
    if (missing.length === 0 || missing.length === names.length) continue;
    for (const name of missing) {
      context.addIssue({ code: "custom", path: [name], message: `belongs to ${names.join(", ")}` });
    }
  }
  requireVapidPair(env, context);
  if (!isCheckoutOfItsChain(env)) {
    const message = "must be at SANDBOX_URL when SOLANA_NETWORK is simulated";
    context.addIssue({ code: "custom", path: ["ONRAMP_URL"], message });
  }
});

type Environment = z.output<typeof schema>;

export type OidcConfig = {
  issuer: string;
  clientId: string;
  clientSecret: Secret;
  /** The provider's display name. */
  name: string;
};

export type WalletJwtConfig = { issuer: string; audience: string; jwksUrl: string };

/** The chain that payments are read from. */
export type ChainConfig = {
  rpcUrl: Secret;
  network: SolanaNetwork;
  /** The mint of USDC on that network, base58. */
  mint: string;
  /** Undefined where money cannot enter and leave. */
  vault: VaultConfig | undefined;
  /** Undefined where swaps are not available. */
  swaps: SwapConfig | undefined;
};

export type Config = {
  production: boolean;
  /** Pages are built on request, and again when their source changes. */
  development: boolean;
  port: number;
  host: string;
  baseUrl: string;
  dataDir: string;
  databaseUrl: Secret | undefined;
  venueUrl: string;
  venueAddresses: string;
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
  /** How long the previous refresh token of a live grant gives access tokens, in milliseconds. */
  previousRefreshTokenMs: number;
  /** Undefined without a node to read from. */
  chain: ChainConfig | undefined;
  /** Undefined where nothing can be bought. */
  onramp: OnrampConfig | undefined;
  news: NewsConfig;
  calendar: CalendarConfig;
  pushes: PushConfig;
  partner: PartnerConfig;
  operatorKey: Secret | undefined;
  /** Reads the venue's account of a signed-in wallet. */
  venueReaderKey: Secret | undefined;
  venuePartnerKey: Secret | undefined;
  webhookTargets: AllowedTargets;
  blockedWebhookTargets: AllowedTargets;
  webhookScheduleDivisor: number;
  /** Ports of this machine at which processes of this service listen. */
  ownPorts: readonly number[];
  trustedProxyDepth: number;
  metricsAddresses: readonly string[];
  /** Undefined: nothing is traced. */
  traceCollector: { url: string; headers: Secret | undefined } | undefined;
  logLevel: string;
};

/** Reads the app's configuration. @throws Error that lists every problem at once. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const env: Environment = readEnvironment(schema, environment);
  const news = newsOf(env);
  return {
    production: env.NODE_ENV === "production",
    development: env.NODE_ENV === "development",
    port: env.PORT,
    host: env.HOST,
    baseUrl: (env.BASE_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, ""),
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    venueUrl: firstAddress(env.VENUE_URL),
    venueAddresses: env.VENUE_URL,
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
    previousRefreshTokenMs: env.OAUTH_PREVIOUS_REFRESH_TOKEN_SECONDS * 1_000,
    chain: chainOf(env),
    onramp: onrampOf(env),
    news,
    calendar: calendarOf(env, news),
    pushes: pushesOf(env),
    partner: partnerOf(env),
    operatorKey: env.APP_OPERATOR_KEY,
    venuePartnerKey: env.VENUE_PARTNER_KEY,
    venueReaderKey: env.VENUE_READER_KEY,
    webhookTargets: env.WEBHOOK_ALLOWED_TARGETS,
    blockedWebhookTargets: env.WEBHOOK_BLOCKED_TARGETS,
    webhookScheduleDivisor: isSandboxHere(env) ? env.WEBHOOK_SCHEDULE_DIVISOR : 1,
    ownPorts: ownPortsOf(env, [env.PORT, ...env.LOCAL_SERVICE_PORTS]),
    trustedProxyDepth: env.TRUSTED_PROXY_DEPTH,
    metricsAddresses: env.METRICS_ADDRESSES,
    traceCollector: collectorOf(env),
    logLevel: env.LOG_LEVEL,
  };
}

function collectorOf(env: Environment): Config["traceCollector"] {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_HEADERS: headers } = env;
  return url === undefined ? undefined : { url, headers };
}

/** A service with a sandbox that is reached from this machine only. */
function isSandboxHere({ SANDBOX_URL, BASE_URL, HOST }: Environment): boolean {
  const { hostname } = new URL(BASE_URL ?? "http://localhost");
  return SANDBOX_URL !== undefined && isLoopbackHost(hostname) && isLoopbackHost(HOST);
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
  return rpcUrl && { rpcUrl, network, mint, vault: vaultOf(env), swaps: swapsOf(env) };
}

const slot = processSlot<Config>("config");

/** The configuration of this process, read once at first use. */
export function config(): Config {
  slot.value ??= readConfig(process.env);
  return slot.value;
}

/**
 * Keeps a value that is derived from the configuration, until the configuration is read again.
 * @returns the value, made at first use
 */
export function onceOfConfig<Value>(make: (settings: Config) => Value): () => Value {
  let made: { of: Config; value: Value } | undefined;
  return () => {
    const settings = config();
    if (made?.of !== settings) made = { of: settings, value: make(settings) };
    return made.value;
  };
}

/**
 * Sets NEXTAUTH_URL, which next-auth reads at each request and has no option for, from PORT and BASE_URL, so that
 * operators need not keep a second variable in step.
 */
export function shareBaseUrlWithNextAuth(): void {
  process.env["NEXTAUTH_URL"] = config().baseUrl;
}
