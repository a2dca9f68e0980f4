import { expect, test } from "vitest";
import { type AskJournal, checkProduction, passes } from "./check.ts";
import { CODES, type Code } from "./codes.ts";
import type { Environment, ProductionName } from "./processes.ts";
import { safeEnvironments } from "./safe-environments.testing.ts";

const replicated: AskJournal = async () => [];

/** Found in every deployment: there is one kind of real prices. */
const ALWAYS = ["oracle PRICES_OF_ONE_SOURCE ORACLE_SOURCES"];

async function found(
  name: ProductionName,
  change: Environment,
  askJournal = replicated,
): Promise<string[]> {
  const environments = safeEnvironments();
  environments[name] = { ...environments[name], ...change };
  const findings = await checkProduction(environments, askJournal);
  return findings.map(({ process, code, setting }) => `${process} ${code} ${setting}`);
}

const HEX = "0123456789abcdef".repeat(4);

/** Each row breaks one setting of a safe deployment. */
const BREAKS: readonly [ProductionName, Code, Environment, setting?: string][] = [
  ["app", "NOT_PRODUCTION", { NODE_ENV: "development" }],
  ["app", "BASE_URL_MISSING", { BASE_URL: "" }],
  ["app", "BASE_URL_HTTP", { BASE_URL: "http://trade.example" }],
  ["app", "PROXY_DEPTH", { TRUSTED_PROXY_DEPTH: "0" }],
  ["venue", "PROXY_DEPTH", { VENUE_TRUSTED_PROXIES: "" }],
  ["app", "DATABASE_EMBEDDED", { DATABASE_URL: "" }],
  ["app", "DATABASE_NO_TLS", { DATABASE_URL: "postgres://svc:words@db.example/svc" }],
  ["venue", "DATABASE_NO_TLS", { VENUE_JOURNAL_URL: "postgres://a:b@db.example/venue" }],
  ["app", "STORE_NO_PASSWORD", { DATABASE_URL: "postgres://svc@db.example/svc?sslmode=require" }],
  ["venue", "STORE_NO_PASSWORD", { VENUE_JOURNAL_URL: "postgres://db.example/v?sslmode=require" }],
  ["app", "STORE_NO_PASSWORD", { REDIS_URL: "rediss://redis.example" }],
  ["app", "REDIS_NO_TLS", { REDIS_URL: "redis://:words@redis.example" }],
  ["app", "MAIL_PLAIN", { SMTP_URL: "smtp://user:words@mail.example:25" }],
  ["app", "MAIL_PLAIN", { SMTP_URL: "smtps://mail.example?tls.rejectUnauthorized=false" }],
  ["app", "CUSTODY_PLAIN", { CUSTODY_URL: "http://custody.example" }],
  ["app", "REDIS_MISSING", { REDIS_URL: "" }],
  ["app", "MAIL_MISSING", { SMTP_URL: "" }],
  ["app", "MAIL_FROM_LOCAL", { MAIL_FROM: "" }],
  ["app", "OPERATOR_KEY_MISSING", { APP_OPERATOR_KEY: "" }],
  ["app", "DEPOSITS_OFF", { VAULT_AUTHORITY: "", CUSTODY_URL: "" }, "VAULT_AUTHORITY"],
  ["app", "VENUE_KEYS_MISSING", { VENUE_READER_KEY: "" }],
  ["app", "TARGETS_OPEN", { WEBHOOK_ALLOWED_TARGETS: "hooks.example, 0.0.0.0/0" }],
  ["app", "TARGETS_OPEN", { WEBHOOK_ALLOWED_TARGETS: "0.0.0.0/1,128.0.0.0/1" }],
  ["app", "TARGETS_OPEN", { WEBHOOK_ALLOWED_TARGETS: "10.0.0.0/8" }],
  ["app", "TARGETS_OPEN", { WEBHOOK_ALLOWED_TARGETS: "10.1.0.0/16,10.2.0.0/16,10.3.0.0/16" }],
  ["app", "TARGETS_OPEN", { WEBHOOK_ALLOWED_TARGETS: "fd00::/32" }],
  ["app", "PUSH_TARGETS_SET", { PUSH_ALLOWED_TARGETS: "push.example" }],
  ["app", "SANDBOX_SET", { SANDBOX_URL: "http://127.0.0.1:4100" }],
  ["oracle", "SANDBOX_SET", { SANDBOX_URL: "http://127.0.0.1:4100" }],
  ["app", "NEWS_SIMULATED", { NEWS_SIMULATED_URL: "https://world.example" }],
  ["app", "NETWORK_NOT_MAIN", { SOLANA_NETWORK: "devnet" }],
  ["custody", "NETWORK_NOT_MAIN", { SOLANA_NETWORK: "devnet" }],
  ["app", "DEMO_BUILD", { NEXT_PUBLIC_DEMO_WALLET: "1" }],
  ["app", "METRICS_OPEN", { METRICS_ADDRESSES: "0.0.0.0/0" }],
  ["venue", "METRICS_OPEN", { METRICS_ADDRESSES: "::/0" }],
  ["custody", "METRICS_UNREAD", { METRICS_ADDRESSES: "" }],
  ["signer", "METRICS_OPEN", { METRICS_ADDRESSES: "0.0.0.0/0" }],
  ["app", "TRACES_PLAIN", { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector.example:4318" }],
  ["venue", "OPERATOR_OPEN", { VENUE_OPERATOR_ADDRESSES: "" }],
  ["venue", "OPERATOR_OPEN", { VENUE_OPERATOR_ADDRESSES: "0.0.0.0/0" }],
  ["venue", "OPERATOR_OPEN", { VENUE_OPERATOR_ADDRESSES: "0.0.0.0/1,128.0.0.0/1" }],
  ["venue", "READERS_OPEN", { VENUE_READER_ADDRESSES: "0.0.0.0/0" }],
  ["venue", "READERS_OPEN", { VENUE_READER_ADDRESSES: "0.0.0.0/1,128.0.0.0/1" }],
  ["venue", "READERS_MISSING", { VENUE_READER_ADDRESSES: "" }],
  ["venue", "JOURNAL_ON_ONE_DISK", { VENUE_JOURNAL_URL: "" }],
  ["custody", "RPC_PLAIN", { SOLANA_RPC_URL: "http://node.example" }],
  ["signer", "RPC_PLAIN", { SOLANA_RPC_URL: "http://node.example" }],
  [
    "custody",
    "SIGNERS_TOGETHER",
    { VAULT_SIGNERS: "https://one.example,https://one.example:4411,https://three.example" },
  ],
  [
    "custody",
    "SIGNERS_PLAIN",
    { VAULT_SIGNERS: "http://one.example,https://two.example,https://three.example" },
  ],
  ["venue", "WITHDRAWALS_FREE", { VENUE_WITHDRAWAL_FEE: "0" }],
  ["venue", "WITHDRAWALS_FREE", { VENUE_ACCOUNT_OPENING_FEE: "0.000000" }],
  ["signer", "DAILY_CAP_DEFAULT", { VAULT_DAILY_CAP: "" }],
  ["app", "SECRET_WEAK", { SESSION_SECRET: "change-me-change-me-4f81c0b29d7ea635" }],
  ["app", "SECRET_WEAK", { ENCRYPTION_SECRET: "a".repeat(40) }],
  ["app", "SECRET_WEAK", { APP_OPERATOR_KEY: `operator_${"01".repeat(32)}` }],
  ["app", "SECRET_SHARED", { SESSION_SECRET: HEX, ENCRYPTION_SECRET: HEX }, "ENCRYPTION_SECRET"],
  ["app", "SECRET_OF_ANOTHER", { VAULT_SIGNER_SEED: HEX }],
  ["app", "KEYS_DIFFER", { VENUE_PARTNER_KEY: `partner_${HEX}` }],
  ["oracle", "KEYS_DIFFER", { VENUE_OPERATOR_KEY: `operator_${HEX}` }],
  ["signer", "KEYS_DIFFER", { VENUE_READER_KEY: `reader_${HEX}` }],
  ["oracle", "VENUES_DIFFER", { VENUE_URL: "https://venue-b.example,https://venue-a.example" }],
];

/** Found by tests of their own below, because they need more than one broken setting, or the journal's server. */
const ELSEWHERE: readonly Code[] = [
  "SETTING_INVALID",
  "PRICES_SIMULATED",
  "PRICES_OF_ONE_SOURCE",
  "CUSTODY_KEY_MISSING",
  "VENUE_PLAIN",
  "JOURNAL_NOT_REPLICATED",
  "JOURNAL_NOT_SYNCED",
  "JOURNAL_SERVER_OLD",
  "JOURNAL_NOT_ASKED",
  "CLOCK_OFF",
];

test("a safe deployment passes, with advice alone", async () => {
  expect(await found("app", {})).toEqual(ALWAYS);
  expect(passes(await checkProduction(safeEnvironments(), replicated))).toBe(true);
});

const SINGLE = BREAKS.filter(([, code]) => !ELSEWHERE.includes(code));
test.each(SINGLE)("%s: %s alone is found by %j", async (name, code, change, setting) => {
  const expected = `${name} ${code} ${setting ?? Object.keys(change)[0]}`;
  expect((await found(name, change)).toSorted()).toEqual([...ALWAYS, expected].toSorted());
});

test("every code is found by a test", () => {
  const tested = new Set([...BREAKS.map(([, code]) => code), ...ELSEWHERE]);
  expect(Object.keys(CODES).filter((code) => !tested.has(code as Code))).toEqual([]);
});

test("all that would stop a start is named at once, and hides no other finding", async () => {
  const findings = await found("app", { SESSION_SECRET: "short", OIDC_NAME: "x".repeat(41) });
  expect(findings.filter((line) => line.includes("SETTING_INVALID"))).toEqual([
    "app SETTING_INVALID SESSION_SECRET: must have at least 32 characters",
    expect.stringContaining("app SETTING_INVALID OIDC_NAME: "),
  ]);
  expect(await found("app", { SESSION_SECRET: "", DATABASE_URL: "" })).toContain(
    "app DATABASE_EMBEDDED DATABASE_URL",
  );
  expect(await found("venue", { VENUE_NODE_URL: "" })).toContain(
    "venue SETTING_INVALID VENUE_NODE_URL: VENUE_JOURNAL_URL needs it",
  );
});

test("a key that somebody else gave out is not judged", async () => {
  const model = {
    LLM_BASE_URL: "http://127.0.0.1:8080/v1",
    LLM_MODEL: "small",
    LLM_API_KEY: "none",
  };
  expect(await found("app", model)).toEqual(ALWAYS);
});

test("simulated prices are found, also as the default", async () => {
  const PRICES = "oracle PRICES_SIMULATED ORACLE_SOURCES";
  expect(await found("oracle", { ORACLE_SOURCES: "" })).toContain(PRICES);
  const SANDBOX_URL = "http://127.0.0.1:4100";
  const mixed = await found("oracle", { ORACLE_SOURCES: "pyth:2,simulated:1", SANDBOX_URL });
  expect(mixed).toEqual([PRICES, "oracle SANDBOX_SET SANDBOX_URL"]);
});

test("a venue without custody's key is found", async () => {
  expect(await found("venue", { VENUE_CUSTODY_KEY: "" })).toEqual(
    expect.arrayContaining(["venue CUSTODY_KEY_MISSING VENUE_CUSTODY_KEY"]),
  );
});

test("http to a venue of this machine is private, and to another one is not", async () => {
  const plain = { VENUE_URL: "http://venue.example" };
  expect(await found("oracle", plain)).toContain("oracle VENUE_PLAIN VENUE_URL");
  expect(await found("app", plain)).toContain("app VENUE_PLAIN VENUE_URL");
  expect((await found("app", { VENUE_URL: "http://127.0.0.1:4000" })).join()).not.toContain(
    "PLAIN",
  );
});

test("what is on this machine, and what is narrow and encrypted, is not found", async () => {
  const here = {
    DATABASE_URL: "postgres://127.0.0.1/svc",
    REDIS_URL: "redis://localhost",
    SMTP_URL: "smtp://127.0.0.1:25",
    CUSTODY_URL: "http://127.0.0.1:4300",
    METRICS_ADDRESSES: "127.0.0.0/8,10.244.0.0/16,fd00:1:2::/52",
    WEBHOOK_ALLOWED_TARGETS: "10.1.0.0/16,hooks.internal",
  };
  expect(await found("app", here)).toEqual(ALWAYS);
  const mail = "smtp://user:words@mail.example:587?requireTLS=true";
  expect(await found("app", { SMTP_URL: mail })).toEqual(ALWAYS);
});

test.each([
  "JOURNAL_NOT_REPLICATED",
  "JOURNAL_NOT_SYNCED",
  "JOURNAL_SERVER_OLD",
  "JOURNAL_NOT_ASKED",
  "CLOCK_OFF",
] as const)("%s of the journal's server is passed on", async (code) => {
  const requested: string[] = [];
  const findings = await found("venue", {}, async (url) => {
    requested.push(url);
    return [code];
  });
  expect(findings).toContain(`venue ${code} VENUE_JOURNAL_URL`);
  expect(requested).toEqual([safeEnvironments().venue["VENUE_JOURNAL_URL"]]);
});

test("no server is asked for a journal in files", async () => {
  const never: AskJournal = async () => Promise.reject(new Error("asked"));
  expect(await found("venue", { VENUE_JOURNAL_URL: "" }, never)).not.toEqual([]);
});

test.each(["missing", "unsafe", "simulated"] as const)("one finding of level %s fails", (level) => {
  const one = { process: "app", code: "PROXY_DEPTH", setting: "X", text: "" } as const;
  expect(passes([{ ...one, level }])).toBe(false);
  expect(passes([{ ...one, level: "advice" }])).toBe(true);
});
