/** An environment of each process in which nothing is found. */
import { createHash } from "node:crypto";
import type { Environment, ProductionName } from "./processes.ts";

/** Looks as random as a secret, and is the same in each run. */
const hex = (name: string): string => createHash("sha256").update(name).digest("hex");

const VENUE_URL = "https://venue-a.example,https://venue-b.example";
const METRICS_ADDRESSES = "127.0.0.1,192.0.2.9";
const AUTHORITY = "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin";
const VAULT = {
  SOLANA_RPC_URL: "https://node.example",
  SOLANA_NETWORK: "mainnet-beta",
  VAULT_AUTHORITY: AUTHORITY,
  VENUE_URL,
};
const DEPOSIT_KEY =
  "4gp8JpWJmQWmRe86Sq87XzcVLbn2XceYevNUEYHy3zdCeUueVNMtXV1njmA2tpZwtuukzK1JZvfdicpvYuKc2z7v";
const ACCESS_KEYS = {
  CUSTODY_ACCESS_KEY: `custody_${hex("access of the app")}`,
  SIGNER_ACCESS_KEY: `custody_${hex("access of custody")}`,
};
const KEYS = {
  VENUE_OPERATOR_KEY: `operator_${hex("operator")}`,
  VENUE_PARTNER_KEY: `partner_${hex("partner")}`,
  VENUE_READER_KEY: `reader_${hex("reader")}`,
  VENUE_CUSTODY_KEY: `custody_${hex("custody")}`,
};

export function safeEnvironments(): Record<ProductionName, Environment> {
  return {
    app: {
      BASE_URL: "https://trade.example",
      TRUSTED_PROXY_DEPTH: "1",
      DATABASE_URL: "postgres://svc:words@db.example/svc?sslmode=verify-full",
      REDIS_URL: "rediss://:words@redis.example",
      SMTP_URL: "smtps://mail.example",
      MAIL_FROM: "svc <no-reply@trade.example>",
      SESSION_SECRET: hex("session"),
      ENCRYPTION_SECRET: hex("encryption"),
      APP_OPERATOR_KEY: `operator_${hex("app operator")}`,
      VENUE_PARTNER_KEY: KEYS.VENUE_PARTNER_KEY,
      VENUE_READER_KEY: KEYS.VENUE_READER_KEY,
      CUSTODY_URL: "https://custody.example",
      VAULT_DEPOSIT_KEY: DEPOSIT_KEY,
      CUSTODY_ACCESS_KEY: ACCESS_KEYS.CUSTODY_ACCESS_KEY,
      METRICS_ADDRESSES,
      ...VAULT,
    },
    venue: {
      ...KEYS,
      VENUE_RESERVES_SEED: hex("reserves"),
      VENUE_JOURNAL_URL: "postgres://venue:words@journal.example/venue?sslmode=verify-full",
      VENUE_NODE_URL: "https://venue-a.example",
      VENUE_TRUSTED_PROXIES: "1",
      VENUE_READER_ADDRESSES: "192.0.2.0/28",
      VENUE_OPERATOR_ADDRESSES: "192.0.2.4,192.0.2.5",
      METRICS_ADDRESSES,
    },
    oracle: {
      VENUE_URL,
      VENUE_OPERATOR_KEY: KEYS.VENUE_OPERATOR_KEY,
      ORACLE_SOURCES: "pyth",
      METRICS_ADDRESSES,
    },
    custody: {
      ...VAULT,
      VENUE_CUSTODY_KEY: KEYS.VENUE_CUSTODY_KEY,
      CUSTODY_FEE_SEED: hex("fees"),
      VAULT_DEPOSIT_KEY: DEPOSIT_KEY,
      CUSTODY_FOLDER: "/var/lib/custody",
      ...ACCESS_KEYS,
      VAULT_SIGNERS: "https://one.example,https://two.example,https://three.example",
      METRICS_ADDRESSES,
    },
    signer: {
      ...VAULT,
      VAULT_SIGNER_SEED: hex("signer"),
      VAULT_SIGNER_NAME: "One",
      VAULT_SIGNER_FOLDER: "/var/lib/signer",
      VAULT_DAILY_CAP: "25000",
      VAULT_DEPOSIT_KEY: DEPOSIT_KEY,
      SIGNER_ACCESS_KEY: ACCESS_KEYS.SIGNER_ACCESS_KEY,
      VENUE_READER_KEY: KEYS.VENUE_READER_KEY,
      METRICS_ADDRESSES,
    },
  };
}
