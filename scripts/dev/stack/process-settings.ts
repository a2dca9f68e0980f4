/** The variables that only some processes of a stack receive. */
import { join } from "node:path";
import { encodeDepositKey } from "#lib/kernel/deposit-key.ts";
import { Wallet } from "#lib/kernel/wallet.ts";
import { ONRAMP_NAMES } from "#lib/platform/config/onramp-config.ts";
import { DESTINATION_NETWORKS } from "#lib/protocol/solana.ts";
import type { Endpoints, Secrets } from "#scripts/dev/data-dir.ts";
import {
  depositKeyOf,
  deriveDepositShare,
  publicShare,
} from "#services/custody/vault/deposit-shares.ts";
import { SAMPLE_SOURCES } from "#services/sandbox/calendar/calendar-site.ts";
import { feedPath, PUBLISHERS } from "#services/sandbox/story/publishers.ts";
import { buildVariables } from "./build.ts";
import { kindOf, type StackOptions } from "./options.ts";
import type { ProcessName } from "./process-names.ts";

/** Requests a minute that the venue accepts from one address. */
const ONE_ADDRESS_LIMIT = "30000";

/** Variables of the app that pass unchanged from the environment. */
const APP_ONLY = [
  "DATABASE_URL",
  "REDIS_URL",
  "MAIL_FROM",
  "SESSION_SECRET_PREVIOUS",
  "WALLET_JWT_ISSUER",
  "WALLET_JWT_AUDIENCE",
  "WALLET_JWT_JWKS_URL",
  "OAUTH_VERIFIED_CLIENTS",
  "OTEL_EXPORTER_OTLP_ENDPOINT",
  "OTEL_EXPORTER_OTLP_HEADERS",
] as const;
const NETWORK = [
  "SOLANA_RPC_URL",
  "SOLANA_NETWORK",
  "USDC_MINT",
  "SWAP_FEE_OWNER",
  "SWAP_FEE_PPM",
  "SWAP_DESTINATION_RPC_URL",
  "SWAP_RELAY_URL",
  "SWAP_RELAY_OWNER",
  "SWAP_ROUTES_URL",
  "VAULT_AUTHORITY",
  "CUSTODY_URL",
  "VAULT_DEPOSIT_KEY",
  "CUSTODY_ACCESS_KEY",
  "NEWS_WATCHED_ACCOUNTS",
] as const;
/** Keys of the simulated chain, and what is made of them. */
const OF_THE_CHAIN = [
  "CHAIN_URL",
  "DESTINATION_CHAIN_URL",
  "RELAY_SEED",
  "CHAIN_NETWORK",
  "CHAIN_PRICES_URL",
  "CHAIN_TREASURY",
  "CHAIN_TREASURY_SEED",
  "VAULT_AUTHORITY",
  "CUSTODY_URL",
  "VAULT_SIGNER_KEYS",
  "VAULT_SIGNER_1_SEED",
  "VAULT_SIGNER_2_SEED",
  "VAULT_SIGNER_3_SEED",
  "VAULT_SIGNER_SEED",
  "VAULT_SIGNERS",
  "CUSTODY_FEE_SEED",
  "CUSTODY_FEE_ACCOUNT",
  "CUSTODY_FOLDER",
  "VAULT_DEPOSIT_KEY",
  "CUSTODY_ACCESS_KEY",
  "SIGNER_ACCESS_KEY",
] as const;
const NEWS = [
  "NEWS_FEEDS",
  "NEWS_SIMULATED_URL",
  "NEWS_POLL_SECONDS",
  "CRYPTOPANIC_TOKEN",
] as const;
const LLM = ["LLM_BASE_URL", "LLM_MODEL", "LLM_API_KEY"] as const;
const OIDC = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET", "OIDC_NAME"] as const;

/** Variables that no process inherits: this module sets them, or they stay unset. */
export const NOT_FOR_EVERYONE: readonly string[] = [
  ...APP_ONLY,
  ...NETWORK,
  ...OF_THE_CHAIN,
  ...NEWS,
  ...LLM,
  ...OIDC,
  ...ONRAMP_NAMES,
  "SMTP_URL",
  "APP_OPERATOR_KEY",
  "APP_URL",
  "VENUE_JOURNAL_URL",
  "VENUE_OPERATOR_KEY",
  "VENUE_PARTNER_KEY",
  "VENUE_READER_KEY",
  "VENUE_CUSTODY_KEY",
  "VENUE_RESERVES_SEED",
  "SESSION_SECRET",
  "ENCRYPTION_SECRET",
  "VENUE_URL",
  "SANDBOX_URL",
  "ORACLE_URL",
  "PYTH_API_KEY",
];

type Variables = Record<string, string | undefined>;

export type SettingsParts = {
  options: StackOptions;
  secrets: Secrets;
  endpoints: Endpoints;
  /** The address at which oracle and sandbox reach the venue, past a proxy that tests put in front of it. */
  venueUrl: string;
  /** The port of the sandbox's mail server; undefined without a sandbox. */
  smtpPort: number | undefined;
  /** Where the signers of the vault are; none without custody. */
  signerUrls: readonly string[];
  /** The venues themselves, each at its own address. */
  venueNodes: readonly string[];
  /** At which the processes of the stack listen. */
  listening: readonly number[];
};

/** The variables of each process that no other process receives. */
export function ownOfProcesses(parts: SettingsParts): Record<ProcessName, Variables> {
  const { options, secrets, endpoints, smtpPort, signerUrls } = parts;
  const { VENUE_OPERATOR_KEY, VENUE_READER_KEY } = secrets;
  const { OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = secrets;
  const operator = { VENUE_OPERATOR_KEY, VENUE_URL: parts.venueUrl };
  const app = appVariables(parts);
  return {
    venue: venueVariables(parts, 0),
    "venue-2": {
      ...venueVariables(parts, 1),
      DATA_DIR: join(options.dataDir, "second-venue"),
    },
    chain: chainVariables(parts),
    "destination-chain": destinationVariables(parts),
    sandbox: {
      ...operator,
      ...(endpoints.chain !== null && {
        CHAIN_URL: endpoints.chain,
        CHAIN_TREASURY_SEED: secrets.CHAIN_TREASURY_SEED,
        ...keysAtCheckout(secrets),
      }),
      ...(endpoints.destinationChain !== null && {
        DESTINATION_CHAIN_URL: endpoints.destinationChain,
        RELAY_SEED: secrets.RELAY_SEED,
      }),
      ...(hasCustody(parts) && {
        VAULT_AUTHORITY: secrets.VAULT_AUTHORITY,
        VENUE_READER_KEY,
        CUSTODY_FEE_ACCOUNT: addressOf(secrets.CUSTODY_FEE_SEED),
      }),
      SANDBOX_SMTP_PORT: smtpPort?.toString(),
      SANDBOX_STORY: options.environment.SANDBOX_STORY ?? "on",
      OIDC_CLIENT_ID,
      OIDC_CLIENT_SECRET,
      APP_URL: endpoints.app,
    },
    oracle: {
      ...operator,
      SANDBOX_URL: endpoints.sandbox ?? undefined,
      PYTH_API_KEY: options.environment.PYTH_API_KEY,
    },
    custody: {
      ...vaultSettings(parts),
      VENUE_CUSTODY_KEY: secrets.VENUE_CUSTODY_KEY,
      CUSTODY_FEE_SEED: secrets.CUSTODY_FEE_SEED,
      VAULT_SIGNERS: signerUrls.join(","),
      VAULT_DEPOSIT_KEY: depositKeyText(secrets),
      CUSTODY_FOLDER: join(options.dataDir, "custody"),
      CUSTODY_ACCESS_KEY: secrets.CUSTODY_ACCESS_KEY,
      SIGNER_ACCESS_KEY: secrets.SIGNER_ACCESS_KEY,
    },
    "vault-signer-1": signerVariables(parts, 1),
    "vault-signer-2": signerVariables(parts, 2),
    "vault-signer-3": signerVariables(parts, 3),
    app,
    "app-2": app,
  };
}

function venueVariables({ options, secrets, ...parts }: SettingsParts, index: 0 | 1): Variables {
  const { VENUE_OPERATOR_KEY, VENUE_PARTNER_KEY, VENUE_READER_KEY, VENUE_CUSTODY_KEY } = secrets;
  const { environment } = options;
  return {
    VENUE_OPERATOR_KEY,
    VENUE_URL: parts.venueUrl,
    ...(parts.endpoints.custody !== null && {
      VENUE_CUSTODY_KEY,
      VENUE_RESERVES_SEED: secrets.VENUE_RESERVES_SEED,
    }),
    VENUE_PARTNER_KEY,
    VENUE_READER_KEY,
    VENUE_JOURNAL_URL: environment.VENUE_JOURNAL_URL,
    ...(options.isCluster && { VENUE_NODE_URL: parts.venueNodes[index] }),
    // App, sandbox, oracle and browser count as one client, because all of them call from the loopback address.
    VENUE_ADDRESS_LIMIT: environment.VENUE_ADDRESS_LIMIT ?? ONE_ADDRESS_LIMIT,
  };
}

/** Custody and signers read chain and venue themselves, past everything that tests put in front of them. */
function vaultSettings({ secrets, endpoints, venueUrl }: SettingsParts): Variables {
  return {
    SOLANA_RPC_URL: endpoints.chain ?? undefined,
    SOLANA_NETWORK: "simulated",
    VAULT_AUTHORITY: secrets.VAULT_AUTHORITY,
    VENUE_URL: venueUrl,
  };
}

function signerVariables(parts: SettingsParts, number: 1 | 2 | 3): Variables {
  const { options, secrets } = parts;
  return {
    ...vaultSettings(parts),
    VAULT_SIGNER_SEED: secrets[`VAULT_SIGNER_${number}_SEED`],
    VAULT_SIGNER_NAME: `Simulated signer ${number}`,
    VAULT_SIGNER_FOLDER: join(options.dataDir, `vault-signer-${number}`),
    VENUE_READER_KEY: secrets.VENUE_READER_KEY,
    VAULT_DEPOSIT_KEY: depositKeyText(secrets),
    SIGNER_ACCESS_KEY: secrets.SIGNER_ACCESS_KEY,
  };
}

/** Which three holders of real keys would make together with `npm run vault:deposit-key`. */
function depositKeyText(secrets: Secrets): string {
  const { VAULT_SIGNER_1_SEED, VAULT_SIGNER_2_SEED, VAULT_SIGNER_3_SEED } = secrets;
  const seeds = [VAULT_SIGNER_1_SEED, VAULT_SIGNER_2_SEED, VAULT_SIGNER_3_SEED];
  const vault = { signerKeys: seeds.map(addressOf), authority: secrets.VAULT_AUTHORITY };
  const shares = seeds.map((seed) => publicShare(deriveDepositShare(seed, vault)));
  return encodeDepositKey(depositKeyOf(shares));
}

/** Then deposits are transfers on the chain: the venue credits custody's alone, and the sandbox pays into the vault. */
function hasCustody({ endpoints }: SettingsParts): boolean {
  return endpoints.custody !== null;
}

/** The chain gets public keys only. */
function chainVariables({ secrets, endpoints }: SettingsParts): Variables {
  const { VAULT_AUTHORITY, VAULT_SIGNER_1_SEED, VAULT_SIGNER_2_SEED, VAULT_SIGNER_3_SEED } =
    secrets;
  const signers = [VAULT_SIGNER_1_SEED, VAULT_SIGNER_2_SEED, VAULT_SIGNER_3_SEED];
  return {
    CHAIN_TREASURY: addressOf(secrets.CHAIN_TREASURY_SEED),
    VAULT_AUTHORITY,
    VAULT_SIGNER_KEYS: signers.map(addressOf).join(","),
    CHAIN_PRICES_URL: `${endpoints.sandbox ?? ""}/oracle`,
  };
}

/** The chain to which swaps lead: a folder of its own, the same treasury, and no vault. */
function destinationVariables(parts: SettingsParts): Variables {
  const { CHAIN_TREASURY, CHAIN_PRICES_URL } = chainVariables(parts);
  return {
    DATA_DIR: join(parts.options.dataDir, "destination"),
    CHAIN_NETWORK: DESTINATION_NETWORKS[0],
    CHAIN_TREASURY,
    CHAIN_PRICES_URL,
  };
}

function addressOf(seed: string): string {
  return Wallet.ofHex(seed).address;
}

function appVariables(parts: SettingsParts): Variables {
  const { options, secrets, endpoints, smtpPort } = parts;
  const { environment } = options;
  const { SESSION_SECRET, ENCRYPTION_SECRET, APP_OPERATOR_KEY } = secrets;
  const simulatedMail = smtpPort === undefined ? undefined : `smtp://127.0.0.1:${smtpPort}`;
  return {
    ...Object.fromEntries(APP_ONLY.map((name) => [name, environment[name]])),
    SESSION_SECRET,
    ENCRYPTION_SECRET,
    APP_OPERATOR_KEY,
    ...keysAtVenue(options.venueUrl === undefined ? secrets : environment),
    SMTP_URL: environment.SMTP_URL || simulatedMail,
    ...identityProviderOf(endpoints, secrets, environment),
    ...chainOf(parts),
    ...vaultOf(parts),
    ...onrampOf(parts),
    ...newsOf(parts),
    ...calendarOf(parts),
    VENUE_URL: endpoints.venue,
    SANDBOX_URL: endpoints.sandbox ?? undefined,
    ORACLE_URL: endpoints.oracle ?? environment.ORACLE_URL,
    BASE_URL: endpoints.app,
    LOCAL_SERVICE_PORTS: parts.listening.join(","),
    // A build would fix this variable; without one, Next reads it from the environment.
    ...(options.development && {
      NODE_ENV: "development",
      ...buildVariables(kindOf(options)),
    }),
  };
}

/** The kept keys belong to the own venue and must not reach another one. */
function keysAtVenue({ VENUE_PARTNER_KEY, VENUE_READER_KEY }: Variables): Variables {
  return { VENUE_PARTNER_KEY, VENUE_READER_KEY };
}

/** The provider that the environment names, else the simulated one; never a client of one at the other. */
function identityProviderOf(
  { sandbox }: Endpoints,
  { OIDC_CLIENT_ID, OIDC_CLIENT_SECRET }: Secrets,
  environment: Variables,
): Variables {
  if (environment["OIDC_ISSUER"] || sandbox === null) {
    return Object.fromEntries(OIDC.map((name) => [name, environment[name]]));
  }
  const OIDC_ISSUER = `${sandbox}/oidc`;
  return { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME: "Simulated ID" };
}

/**
 * The chain that the environment names, else the simulated one; a simulated chain never gets the name of a real
 * network.
 */
function chainOf({ options: { environment }, secrets, endpoints }: SettingsParts): Variables {
  const { sandbox, chain, destinationChain } = endpoints;
  if (environment.SOLANA_RPC_URL || sandbox === null) {
    return Object.fromEntries(NETWORK.map((name) => [name, environment[name]]));
  }
  return {
    SOLANA_RPC_URL: `${sandbox}/solana`,
    SOLANA_NETWORK: "simulated",
    ...(chain !== null && {
      // The simulated treasury takes the fees of swaps.
      SWAP_FEE_OWNER: addressOf(secrets.CHAIN_TREASURY_SEED),
      SWAP_ROUTES_URL: `${sandbox}/jupiter`,
    }),
    ...(destinationChain !== null && {
      SWAP_DESTINATION_RPC_URL: destinationChain,
      SWAP_RELAY_URL: `${sandbox}/relay/v1`,
      SWAP_RELAY_OWNER: addressOf(secrets.RELAY_SEED),
    }),
  };
}

/** The vault of the own custody, or the one that the environment names on the network that it names; never one on the chain of the other. */
function vaultOf({ options, secrets, endpoints }: SettingsParts): Variables {
  if (endpoints.custody !== null) {
    return {
      VAULT_AUTHORITY: secrets.VAULT_AUTHORITY,
      CUSTODY_URL: endpoints.custody,
      VAULT_DEPOSIT_KEY: depositKeyText(secrets),
      CUSTODY_ACCESS_KEY: secrets.CUSTODY_ACCESS_KEY,
    };
  }
  const { SOLANA_RPC_URL, VAULT_AUTHORITY, CUSTODY_URL, ...others } = options.environment;
  const { VAULT_DEPOSIT_KEY, CUSTODY_ACCESS_KEY } = others;
  return SOLANA_RPC_URL
    ? { VAULT_AUTHORITY, CUSTODY_URL, VAULT_DEPOSIT_KEY, CUSTODY_ACCESS_KEY }
    : {};
}

/** The simulated checkout pays on the own simulated chain, and a provider of the environment on the chain that it names; never one on the chain of the other. */
function onrampOf({ options: { environment }, secrets, endpoints }: SettingsParts): Variables {
  const { sandbox, chain } = endpoints;
  if (sandbox !== null && chain !== null) {
    const ONRAMP_URL = `${sandbox}/checkout`;
    return { ONRAMP_PROVIDER: "moonpay", ONRAMP_URL, ...keysAtCheckout(secrets) };
  }
  if (!environment.SOLANA_RPC_URL) return {};
  return Object.fromEntries(ONRAMP_NAMES.map((name) => [name, environment[name]]));
}

/** The sources that the environment names, else the simulated publishers; never invented news beside real news. */
function newsOf({ options: { environment }, endpoints: { sandbox } }: SettingsParts): Variables {
  const model = Object.fromEntries(LLM.map((name) => [name, environment[name]]));
  if (environment["NEWS_FEEDS"] || environment["CRYPTOPANIC_TOKEN"] || sandbox === null) {
    return { ...Object.fromEntries(NEWS.map((name) => [name, environment[name]])), ...model };
  }
  const feeds = PUBLISHERS.map(
    (publisher) => `${publisher.slug}|${publisher.authority}|${sandbox}${feedPath(publisher)}`,
  );
  return {
    NEWS_FEEDS: feeds.join(","),
    NEWS_SIMULATED_URL: sandbox,
    NEWS_POLL_SECONDS: environment["NEWS_POLL_SECONDS"] ?? "5",
    ...model,
  };
}

/** The sources that the environment names, else the sample schedule; no sample beside real news: the two would look like one world. */
function calendarOf({
  options: { environment },
  endpoints: { sandbox },
}: SettingsParts): Variables {
  const { CALENDAR_FEEDS } = environment;
  const isReal = Boolean(environment["NEWS_FEEDS"] || environment["CRYPTOPANIC_TOKEN"]);
  if (CALENDAR_FEEDS || isReal || sandbox === null) return { CALENDAR_FEEDS };
  const feeds = SAMPLE_SOURCES.map(({ name, path }) => `${name}|${sandbox}${path}`);
  return { CALENDAR_FEEDS: feeds.join(",") };
}

/** Keys of the service at the simulated checkout. The first one is public: it is part of addresses. */
function keysAtCheckout({ ONRAMP_SECRET_KEY, ONRAMP_WEBHOOK_KEY }: Secrets): Variables {
  return { ONRAMP_API_KEY: "pk_simulated", ONRAMP_SECRET_KEY, ONRAMP_WEBHOOK_KEY };
}
