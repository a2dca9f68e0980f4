/** The checks of one process. Each reads the settings through the schema with which the process starts. */
import type { z } from "zod";
import { Secret } from "#lib/kernel/env.ts";
import type { Code } from "./codes.ts";
import { type Environment, PRODUCTION, type ProductionName, readEach } from "./processes.ts";

type Read<Name extends ProductionName> = Partial<z.output<(typeof PRODUCTION)[Name]["settings"]>>;

/** A code, and the setting that it is about. */
export type Fault = readonly [code: Code, setting: string];

export function checkProcess(name: ProductionName, environment: Environment): Fault[] {
  return [
    ...invalidSettings(name, environment),
    ...OWN[name](environment),
    ...weakSecrets(name, environment),
    ...foreignSecrets(name, environment),
  ];
}

const OWN: Record<ProductionName, (environment: Environment) => Fault[]> = {
  app: (environment) => {
    const app = readEach(PRODUCTION.app.settings, environment);
    return [
      ...address(app),
      ...storage(app),
      ...mail(app),
      ...simulations(app, environment),
      ...features(app),
      ...targets(app, environment),
      ...metrics(app),
      ...plainTraces(app),
      ...plainVenue(app),
      ...plainCustody(app),
    ];
  },
  venue: (environment) => {
    const venue = readEach(PRODUCTION.venue.settings, environment);
    return [...venueDoors(venue), ...journal(venue), ...metrics(venue)];
  },
  oracle: (environment) => {
    const oracle = readEach(PRODUCTION.oracle.settings, environment);
    return [...prices(oracle), ...metrics(oracle), ...plainVenue(oracle)];
  },
  custody: (environment) => {
    const custody = readEach(PRODUCTION.custody.settings, environment);
    return [
      ...vaultSigners(custody),
      ...chain(custody),
      ...metrics(custody),
      ...plainVenue(custody),
    ];
  },
  signer: (environment) => {
    const signer = readEach(PRODUCTION.signer.settings, environment);
    const isCapSet = Boolean(environment["VAULT_DAILY_CAP"]);
    return [
      ...when(!isCapSet, "DAILY_CAP_DEFAULT", "VAULT_DAILY_CAP"),
      ...chain(signer),
      ...metrics(signer),
      ...plainVenue(signer),
    ];
  },
};

const when = (isFault: boolean, code: Code, setting: string): Fault[] =>
  isFault ? [[code, setting]] : [];

/** What the process itself would refuse at its start. */
function invalidSettings(name: ProductionName, environment: Environment): Fault[] {
  try {
    PRODUCTION[name].read(environment);
    return [];
  } catch (error) {
    const [first = "", ...lines] = String(error instanceof Error ? error.message : error).split(
      "\n",
    );
    const problems = lines.length > 0 ? lines : [first];
    return problems.map((line) => ["SETTING_INVALID", line.trim()]);
  }
}

function address({ NODE_ENV, BASE_URL, TRUSTED_PROXY_DEPTH }: Read<"app">): Fault[] {
  const isHttps = BASE_URL?.startsWith("https://") === true;
  return [
    ...when(NODE_ENV !== "production", "NOT_PRODUCTION", "NODE_ENV"),
    ...when(BASE_URL === undefined, "BASE_URL_MISSING", "BASE_URL"),
    ...when(BASE_URL !== undefined && !isHttps, "BASE_URL_HTTP", "BASE_URL"),
    ...when(isHttps && TRUSTED_PROXY_DEPTH === 0, "PROXY_DEPTH", "TRUSTED_PROXY_DEPTH"),
  ];
}

function storage({ DATABASE_URL, REDIS_URL }: Read<"app">): Fault[] {
  return [
    ...when(DATABASE_URL === undefined, "DATABASE_EMBEDDED", "DATABASE_URL"),
    ...postgres(DATABASE_URL, "DATABASE_URL"),
    ...when(REDIS_URL === undefined, "REDIS_MISSING", "REDIS_URL"),
    ...redis(REDIS_URL),
  ];
}

function postgres(secret: Secret | undefined, setting: string): Fault[] {
  if (secret === undefined) return [];
  const { hostname, password, searchParams } = new URL(secret.reveal());
  if (isThisMachine(hostname)) return [];
  const isEncrypted = /^(?:require|verify-ca|verify-full)$/.test(searchParams.get("sslmode") ?? "");
  const isProved = password !== "" || searchParams.has("password") || searchParams.has("sslcert");
  return [
    ...when(!isEncrypted, "DATABASE_NO_TLS", setting),
    // Without a host it is a socket, whose file says who may connect.
    ...when(!isProved && hostname !== "", "STORE_NO_PASSWORD", setting),
  ];
}

function redis(secret: Secret | undefined): Fault[] {
  if (secret === undefined) return [];
  const { protocol, hostname, password } = new URL(secret.reveal());
  if (isThisMachine(hostname)) return [];
  return [
    ...when(protocol !== "rediss:", "REDIS_NO_TLS", "REDIS_URL"),
    ...when(password === "", "STORE_NO_PASSWORD", "REDIS_URL"),
  ];
}

function journal({ VENUE_JOURNAL_URL }: Read<"venue">): Fault[] {
  return postgres(VENUE_JOURNAL_URL, "VENUE_JOURNAL_URL");
}

function mail({ SMTP_URL, MAIL_FROM = "" }: Read<"app">): Fault[] {
  if (SMTP_URL === undefined) return [["MAIL_MISSING", "SMTP_URL"]];
  const isLocal = /@localhost\b/.test(MAIL_FROM);
  return [
    ...when(isPlainMail(SMTP_URL.reveal()), "MAIL_PLAIN", "SMTP_URL"),
    ...when(isLocal, "MAIL_FROM_LOCAL", "MAIL_FROM"),
  ];
}

/** With smtp:// the client asks the server whether it encrypts, and an attacker on the way can answer no. */
function isPlainMail(url: string): boolean {
  const { protocol, hostname, searchParams } = new URL(url);
  if (isThisMachine(hostname)) return false;
  const isUnverified = searchParams.get("tls.rejectUnauthorized") === "false";
  const mustEncrypt = protocol === "smtps:" || searchParams.get("requireTLS") === "true";
  return isUnverified || !mustEncrypt || searchParams.get("ignoreTLS") === "true";
}

function simulations(app: Read<"app">, environment: Environment): Fault[] {
  const isDemo = Boolean(environment["NEXT_PUBLIC_DEMO_WALLET"]);
  return [
    ...when(app.SANDBOX_URL !== undefined, "SANDBOX_SET", "SANDBOX_URL"),
    ...when(app.NEWS_SIMULATED_URL !== undefined, "NEWS_SIMULATED", "NEWS_SIMULATED_URL"),
    ...when(app.SOLANA_NETWORK !== "mainnet-beta", "NETWORK_NOT_MAIN", "SOLANA_NETWORK"),
    ...when(isDemo, "DEMO_BUILD", "NEXT_PUBLIC_DEMO_WALLET"),
  ];
}

function features(app: Read<"app">): Fault[] {
  const hasDeposits = app.SOLANA_RPC_URL && app.VAULT_AUTHORITY && app.CUSTODY_URL;
  const hasKeys = app.VENUE_READER_KEY && app.VENUE_PARTNER_KEY;
  return [
    ...when(app.APP_OPERATOR_KEY === undefined, "OPERATOR_KEY_MISSING", "APP_OPERATOR_KEY"),
    ...when(!hasDeposits, "DEPOSITS_OFF", "VAULT_AUTHORITY"),
    ...when(!hasKeys, "VENUE_KEYS_MISSING", "VENUE_READER_KEY"),
  ];
}

function targets({ WEBHOOK_ALLOWED_TARGETS }: Read<"app">, environment: Environment): Fault[] {
  const { PUSH_ALLOWED_TARGETS = "" } = environment;
  return [
    ...when(
      isWide(WEBHOOK_ALLOWED_TARGETS?.networks ?? []),
      "TARGETS_OPEN",
      "WEBHOOK_ALLOWED_TARGETS",
    ),
    ...when(PUSH_ALLOWED_TARGETS !== "", "PUSH_TARGETS_SET", "PUSH_ALLOWED_TARGETS"),
  ];
}

function metrics({
  METRICS_ADDRESSES: list = [],
}: Pick<Read<"app">, "METRICS_ADDRESSES">): Fault[] {
  if (isWide(list)) return [["METRICS_OPEN", "METRICS_ADDRESSES"]];
  return when(list.every(isThisMachine), "METRICS_UNREAD", "METRICS_ADDRESSES");
}

function plainTraces({ OTEL_EXPORTER_OTLP_ENDPOINT: url }: Read<"app">): Fault[] {
  const isPlain = url !== undefined && isPlainElsewhere(url);
  return when(isPlain, "TRACES_PLAIN", "OTEL_EXPORTER_OTLP_ENDPOINT");
}

function venueDoors(venue: Read<"venue">): Fault[] {
  const { VENUE_OPERATOR_ADDRESSES: operators = [], VENUE_READER_ADDRESSES: readers = [] } = venue;
  const isOpen = operators.length === 0 || isWide(operators);
  const isBehindProxy = venue.VENUE_NODE_URL?.startsWith("https://") === true;
  const isDepthMissing = isBehindProxy && venue.VENUE_TRUSTED_PROXIES === 0;
  const hasNoTable = venue.VENUE_JOURNAL_URL === undefined;
  return [
    ...when(isOpen, "OPERATOR_OPEN", "VENUE_OPERATOR_ADDRESSES"),
    ...when(isWide(readers), "READERS_OPEN", "VENUE_READER_ADDRESSES"),
    ...when(readers.length === 0, "READERS_MISSING", "VENUE_READER_ADDRESSES"),
    ...when(venue.VENUE_CUSTODY_KEY === undefined, "CUSTODY_KEY_MISSING", "VENUE_CUSTODY_KEY"),
    ...when(venue.VENUE_WITHDRAWAL_FEE === 0n, "WITHDRAWALS_FREE", "VENUE_WITHDRAWAL_FEE"),
    ...when(
      venue.VENUE_ACCOUNT_OPENING_FEE === 0n,
      "WITHDRAWALS_FREE",
      "VENUE_ACCOUNT_OPENING_FEE",
    ),
    ...when(isDepthMissing, "PROXY_DEPTH", "VENUE_TRUSTED_PROXIES"),
    ...when(hasNoTable, "JOURNAL_ON_ONE_DISK", "VENUE_JOURNAL_URL"),
  ];
}

function prices({ ORACLE_SOURCES, SANDBOX_URL }: Read<"oracle">): Fault[] {
  const isSimulated = ORACLE_SOURCES?.has("simulated") === true;
  return [
    ...when(isSimulated, "PRICES_SIMULATED", "ORACLE_SOURCES"),
    ...when(!isSimulated && ORACLE_SOURCES?.size === 1, "PRICES_OF_ONE_SOURCE", "ORACLE_SOURCES"),
    ...when(SANDBOX_URL !== undefined, "SANDBOX_SET", "SANDBOX_URL"),
  ];
}

function vaultSigners({ VAULT_SIGNERS: urls = [] }: Read<"custody">): Fault[] {
  const hosts = new Set(urls.map((url) => new URL(url).hostname));
  return [
    ...when(hosts.size < urls.length, "SIGNERS_TOGETHER", "VAULT_SIGNERS"),
    ...when(urls.some(isPlainElsewhere), "SIGNERS_PLAIN", "VAULT_SIGNERS"),
  ];
}

function chain({ SOLANA_NETWORK, SOLANA_RPC_URL }: Read<"custody" | "signer">): Fault[] {
  const isOther = SOLANA_NETWORK !== undefined && SOLANA_NETWORK !== "mainnet-beta";
  const isPlain = SOLANA_RPC_URL !== undefined && isPlainElsewhere(SOLANA_RPC_URL.reveal());
  return [
    ...when(isOther, "NETWORK_NOT_MAIN", "SOLANA_NETWORK"),
    ...when(isPlain, "RPC_PLAIN", "SOLANA_RPC_URL"),
  ];
}

function plainVenue({ VENUE_URL = "" }: { VENUE_URL?: string | undefined }): Fault[] {
  const addresses = VENUE_URL === "" ? [] : VENUE_URL.split(",");
  return when(addresses.some(isPlainElsewhere), "VENUE_PLAIN", "VENUE_URL");
}

function plainCustody({ CUSTODY_URL }: Read<"app">): Fault[] {
  const isPlain = CUSTODY_URL !== undefined && isPlainElsewhere(CUSTODY_URL);
  return when(isPlain, "CUSTODY_PLAIN", "CUSTODY_URL");
}

/** Keys that others give out: a model on this machine may have any word for one. */
const GIVEN_OUT = /^(?:OIDC|ONRAMP|LLM|CRYPTOPANIC|PYTH)_/;

/** What is left of a random secret in few characters, or in words of an example. */
const EXAMPLE = /change.?me|example|placeholder|password|secret|unit-test|simulated/i;
const FEWEST_CHARACTERS = 10;

/** Secrets of its own that a process compares or encrypts with, by setting. An address with a password is none. */
export function secretsOf(name: ProductionName, environment: Environment): Map<string, string> {
  const read = readEach(PRODUCTION[name].settings, environment);
  const found = Object.entries(read).flatMap(([setting, value]) =>
    value instanceof Secret && !setting.endsWith("_URL")
      ? [[setting, value.reveal()] as const]
      : [],
  );
  return new Map(found);
}

/** The part of a key that was made by chance. */
const randomPart = (text: string): string => text.replace(/^[a-z]+_/, "");

function weakSecrets(name: ProductionName, environment: Environment): Fault[] {
  const all = [...secretsOf(name, environment)];
  const secrets = all.filter(([setting]) => !GIVEN_OUT.test(setting));
  return secrets.flatMap(([setting, text], index) => {
    const random = randomPart(text);
    const isWeak = EXAMPLE.test(text) || new Set(random).size < FEWEST_CHARACTERS;
    const isShared = secrets.slice(0, index).some(([, other]) => randomPart(other) === random);
    return [...when(isWeak, "SECRET_WEAK", setting), ...when(isShared, "SECRET_SHARED", setting)];
  });
}

/** Secrets of other processes, by the schemas of those. */
function foreignSecrets(name: ProductionName, environment: Environment): Fault[] {
  const others = Object.keys(PRODUCTION).filter((other) => other !== name) as ProductionName[];
  const foreign = others.flatMap((other) => [...secretsOf(other, environment).keys()]);
  const own = PRODUCTION[name].settings.shape;
  const unread = [...new Set(foreign)].filter((setting) => !Object.hasOwn(own, setting));
  return unread.map((setting) => ["SECRET_OF_ANOTHER", setting]);
}

const isThisMachine = (host: string): boolean =>
  /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/.test(host);

/** Two networks of length 16: of a cluster, and of those who work at it. */
const MAX_ADDRESSES = 131_072;

/** Whether the list holds so many addresses that most of them are of strangers. In IPv6 a network of length 64 counts as one. */
function isWide(list: readonly string[]): boolean {
  const sizes = list.map((entry) => {
    const [address = "", length] = entry.split("/");
    if (length === undefined || address.startsWith("127.")) return 1;
    return 2 ** Math.max((address.includes(":") ? 64 : 32) - Number(length), 0);
  });
  return sizes.reduce((sum, size) => sum + size, 0) > MAX_ADDRESSES;
}

function isPlainElsewhere(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "http:" && !isThisMachine(hostname);
}
