/** A stack for tests: free ports, a data folder that is deleted afterwards, a fault proxy in front of the venue. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Say } from "#scripts/dev/say.ts";
import { startFaultProxy } from "#services/venue/testing/fault-proxy/fault-proxy.ts";
import { readStackOptions } from "./options.ts";
import { type Stack, startStack } from "./stack.ts";

/** Variables of the person's own set-up that must not affect a test. */
const NOT_FOR_TESTS = [
  "VENUE_URL",
  "BASE_URL",
  "DATABASE_URL",
  "REDIS_URL",
  "OTEL_EXPORTER_OTLP_ENDPOINT",
  "OTEL_EXPORTER_OTLP_HEADERS",
  "SMTP_URL",
  "MAIL_FROM",
  "OIDC_ISSUER",
  "WALLET_JWT_ISSUER",
  "WALLET_JWT_AUDIENCE",
  "WALLET_JWT_JWKS_URL",
  "OAUTH_VERIFIED_CLIENTS",
  "SOLANA_RPC_URL",
  "SOLANA_NETWORK",
  "USDC_MINT",
  "VAULT_AUTHORITY",
  "CUSTODY_URL",
  "SESSION_SECRET_PREVIOUS",
  "FEED",
  "NEWS_FEEDS",
  "CALENDAR_FEEDS",
  "ORACLE_SOURCES",
  "HOST",
  "SEED",
];

export type TestStack = Stack & { dataDir: string };

/** Starts the stack; `stop` also removes its data. @throws Error with a readable reason */
export async function startTestStack(root: string, say: Say): Promise<TestStack> {
  const dataDir = mkdtempSync(join(tmpdir(), "stack-"));
  const inherited = Object.entries(process.env).filter(([name]) => !NOT_FOR_TESTS.includes(name));
  const environment = {
    ...Object.fromEntries(inherited),
    DATA_DIR: dataDir,
    PORT: "0",
    VENUE_PORT: "0",
    SANDBOX_PORT: "0",
    SANDBOX_SMTP_PORT: "0",
    ORACLE_PORT: "0",
    CHAIN_PORT: "0",
    DESTINATION_CHAIN_PORT: "0",
    CUSTODY_PORT: "0",
    VAULT_SIGNER_PORT: "0",
    // A payment is final after half a second, and tests can cause forks.
    CHAIN_SLOT_MS: "50",
    CHAIN_TEST_HOOKS: "true",
    // Journeys make more accounts a minute than one address may.
    VENUE_ACCOUNT_LIMIT: "1000",
    // Journeys cause the events that they need.
    SANDBOX_STORY: "off",
    // Seven failed attempts take four seconds.
    WEBHOOK_SCHEDULE_DIVISOR: "5000",
  } as unknown as NodeJS.ProcessEnv;
  const options = readStackOptions(root, environment);
  const { signal } = new AbortController();
  const stack = await startStack({ options, say, signal, proxyVenue: startFaultProxy });
  await stack.partnerHistory;
  const stop = async (): Promise<void> => {
    await stack.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { ...stack, stop, dataDir };
}
