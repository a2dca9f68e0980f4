/** What `npm run check:production` can find. A code keeps its meaning, because scripts of operators read it. */

/** `advice` alone lets a deployment pass. */
export type Level = "missing" | "unsafe" | "simulated" | "advice";

export const CODES = {
  SETTING_INVALID: ["missing", "The process does not start with this setting"],
  NOT_PRODUCTION: [
    "unsafe",
    "NODE_ENV is not production: pages compile on request and show errors",
  ],
  BASE_URL_MISSING: ["missing", "Set BASE_URL: sign-in is bound to the address that browsers use"],
  BASE_URL_HTTP: [
    "unsafe",
    "BASE_URL must be https://, or sessions and signatures travel in clear text",
  ],
  DATABASE_EMBEDDED: [
    "unsafe",
    "Set DATABASE_URL: the embedded database does not survive a power cut",
  ],
  DATABASE_NO_TLS: [
    "advice",
    "The database is on another machine, without sslmode; anyone on the way can read it",
  ],
  STORE_NO_PASSWORD: [
    "unsafe",
    "It is on another machine and asks for no password: whoever reaches it reads and changes everything",
  ],
  REDIS_NO_TLS: [
    "advice",
    "REDIS_URL is redis:// to another machine: its password travels in clear text. Keep that network private, or use rediss://",
  ],
  REDIS_MISSING: [
    "advice",
    "Without REDIS_URL each replica counts limits alone: run one replica, or set it",
  ],
  PROXY_DEPTH: [
    "unsafe",
    "The process speaks HTTP, so a proxy ends TLS. With a depth of 0 all clients share the proxy's address and its limits",
  ],
  MAIL_MISSING: [
    "advice",
    "Without SMTP_URL nobody can sign in by mail, and no notice leaves by mail",
  ],
  MAIL_PLAIN: [
    "unsafe",
    "Whoever is on the way to the mail server can read its password and links for signing in. Use smtps://, or add ?requireTLS=true, and verify the certificate",
  ],
  MAIL_FROM_LOCAL: [
    "missing",
    "Set MAIL_FROM to an address of your domain: mail from localhost is refused",
  ],
  OPERATOR_KEY_MISSING: [
    "advice",
    "Without APP_OPERATOR_KEY there is no npm run operator: no key can be revoked for its owner",
  ],
  DEPOSITS_OFF: [
    "advice",
    "Without SOLANA_RPC_URL, VAULT_AUTHORITY and CUSTODY_URL, no money enters or leaves",
  ],
  VENUE_KEYS_MISSING: [
    "advice",
    "Without VENUE_READER_KEY and VENUE_PARTNER_KEY, accounts appear late and partners earn nothing",
  ],
  TARGETS_OPEN: [
    "unsafe",
    "Its networks hold more than 131,072 addresses: requests of users reach too much. Name hosts, or smaller networks",
  ],
  PUSH_TARGETS_SET: [
    "simulated",
    "PUSH_ALLOWED_TARGETS is for tests: it opens addresses that are not public",
  ],
  SANDBOX_SET: ["simulated", "SANDBOX_URL names the simulated market; leave it empty"],
  NEWS_SIMULATED: ["simulated", "NEWS_SIMULATED_URL names a simulated world; leave it empty"],
  NETWORK_NOT_MAIN: ["simulated", "SOLANA_NETWORK is not mainnet-beta: its USDC is worth nothing"],
  DEMO_BUILD: [
    "simulated",
    "The build contains the demo wallet, whose key is in the page. Build with NEXT_PUBLIC_DEMO_WALLET empty",
  ],
  METRICS_OPEN: ["unsafe", "METRICS_ADDRESSES opens /metrics to more than 131,072 addresses"],
  METRICS_UNREAD: [
    "advice",
    "METRICS_ADDRESSES names this machine only. Add the address of Prometheus",
  ],
  TRACES_PLAIN: [
    "advice",
    "OTEL_EXPORTER_OTLP_ENDPOINT is http:// to another machine: it shows which routes are called and when. Keep that network private, or use https://",
  ],
  OPERATOR_OPEN: [
    "unsafe",
    "VENUE_OPERATOR_ADDRESSES is empty, or holds more than 131,072 addresses: whoever has the operator key moves marks from there",
  ],
  READERS_OPEN: ["unsafe", "VENUE_READER_ADDRESSES frees more than 131,072 addresses from limits"],
  READERS_MISSING: [
    "advice",
    "Name the hosts of app and oracle in VENUE_READER_ADDRESSES, or their reads are limited like a stranger's",
  ],
  CUSTODY_KEY_MISSING: [
    "unsafe",
    "Without VENUE_CUSTODY_KEY the operator key credits deposits, and no withdrawal is paid",
  ],
  WITHDRAWALS_FREE: [
    "unsafe",
    "Without a price, whoever withdraws takes it out of custody's fee account, again and again, until nobody is paid",
  ],
  JOURNAL_ON_ONE_DISK: [
    "advice",
    "Without VENUE_JOURNAL_URL what was acknowledged is as safe as this machine's disk",
  ],
  JOURNAL_NOT_REPLICATED: [
    "unsafe",
    "The journal's server has no synchronous standby: an acknowledged order can be lost",
  ],
  JOURNAL_NOT_SYNCED: ["unsafe", "The journal's server runs with fsync or full_page_writes off"],
  JOURNAL_SERVER_OLD: [
    "unsafe",
    "The journal needs Postgres 14 or later, which ends the session of a silent primary",
  ],
  JOURNAL_NOT_ASKED: [
    "advice",
    "The journal's server did not answer, so its replication was not checked",
  ],
  CLOCK_OFF: [
    "unsafe",
    "This machine's clock and that of the journal's server differ by more than a second: orders expire early or late. Set both by NTP",
  ],
  PRICES_SIMULATED: [
    "simulated",
    "ORACLE_SOURCES names simulated prices, which is also the default",
  ],
  PRICES_OF_ONE_SOURCE: ["advice", "With one price source nothing contradicts a wrong price"],
  VENUE_PLAIN: [
    "advice",
    "VENUE_URL is http:// to another machine: keys travel in clear text. Keep that network private, or use https://",
  ],
  CUSTODY_PLAIN: [
    "advice",
    "CUSTODY_URL is http:// to another machine: whoever is on the way can change what pages show of the vault. Keep that network private, or use https://",
  ],
  RPC_PLAIN: [
    "unsafe",
    "SOLANA_RPC_URL is http:// to another machine: whoever is on the way can invent payments",
  ],
  SIGNERS_TOGETHER: [
    "unsafe",
    "Two signers of the vault are on one host: who takes it can pay out the vault",
  ],
  SIGNERS_PLAIN: [
    "advice",
    "An address of VAULT_SIGNERS is http:// to another machine. Keep that network private, or use https://",
  ],
  DAILY_CAP_DEFAULT: [
    "advice",
    "Set VAULT_DAILY_CAP to what a normal day needs: it bounds what stolen keys can take",
  ],
  SECRET_WEAK: [
    "unsafe",
    "It looks like an example, or repeats few characters. Make one with: openssl rand -hex 32",
  ],
  SECRET_SHARED: ["unsafe", "Two settings have the same secret: who learns one has both"],
  SECRET_OF_ANOTHER: [
    "advice",
    "This process does not read it. Give a secret only to the process that needs it",
  ],
  KEYS_DIFFER: ["unsafe", "The venue has another value, so requests with it are refused"],
  VENUES_DIFFER: [
    "unsafe",
    "The processes name different venues, or the same ones in another order",
  ],
} as const satisfies Record<string, readonly [Level, string]>;

export type Code = keyof typeof CODES;
