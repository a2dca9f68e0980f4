import { describe, expect, it } from "vitest";
import { USDC_MINT } from "#lib/protocol/solana.ts";
import { readConfig } from "./config.ts";

const SECRETS = { SESSION_SECRET: "s".repeat(32), ENCRYPTION_SECRET: "e".repeat(32) };
const OIDC = { OIDC_CLIENT_ID: "app", OIDC_CLIENT_SECRET: "secret" };
const JWT = { WALLET_JWT_ISSUER: "https://issuer.example", WALLET_JWT_AUDIENCE: "svc" };

const withIssuer = (OIDC_ISSUER: string) =>
  readConfig({ ...SECRETS, ...OIDC, OIDC_ISSUER }).oidc?.issuer;
const withKeys = (WALLET_JWT_JWKS_URL: string) =>
  readConfig({ ...SECRETS, ...JWT, WALLET_JWT_JWKS_URL }).walletJwt?.jwksUrl;
const withNode = (SOLANA_RPC_URL: string) =>
  readConfig({ ...SECRETS, SOLANA_RPC_URL }).chain?.rpcUrl.reveal();

describe("endpoints that decide about sign-ins and payments", () => {
  it.each([
    "https://id.example/oidc",
    "http://localhost:4100/oidc",
    "http://127.0.0.1:4100/oidc",
    "http://127.0.0.2/oidc",
    "http://[::1]:4100/oidc",
  ])("are accepted at %s", (url) => {
    expect([withIssuer(url), withKeys(url), withNode(url)]).toEqual([url, url, url]);
  });

  it.each([
    "http://id.example/oidc",
    "http://127.0.0.1.example/oidc",
    "http://localhost.example/oidc",
    "http://localhost@id.example/oidc",
    "http://10.0.0.1/oidc",
    "http://[::2]/oidc",
    "ftp://localhost/oidc",
    "not an address",
  ])("are refused at %s, where a third party could change the answers", (url) => {
    expect(() => withIssuer(url)).toThrow("OIDC_ISSUER");
    expect(() => withKeys(url)).toThrow("WALLET_JWT_JWKS_URL");
    expect(() => withNode(url)).toThrow("SOLANA_RPC_URL");
  });
});

it("the OAuth clients that the operator vouches for are read, each trimmed", () => {
  const vouched = (OAUTH_VERIFIED_CLIENTS?: string) =>
    readConfig({ ...SECRETS, OAUTH_VERIFIED_CLIENTS }).verifiedClients;
  expect(vouched()).toEqual([]);
  expect(vouched(" https://app.example/client.json, client_1 ,")).toEqual([
    "https://app.example/client.json",
    "client_1",
  ]);
});

describe("the chain of payments", () => {
  const chain = (environment: Record<string, string>) =>
    readConfig({ ...SECRETS, ...environment }).chain;
  const SOLANA_RPC_URL = "https://rpc.example/?api-key=not-for-anybody";

  it("is off without a node, whatever else is set", () => {
    expect(chain({ SOLANA_NETWORK: "devnet", USDC_MINT, SOLANA_RPC_URL: "" })).toBeUndefined();
  });

  it("is mainnet-beta with Circle's USDC by default", () => {
    expect(chain({ SOLANA_RPC_URL })).toMatchObject({ network: "mainnet-beta", mint: USDC_MINT });
    const named = { network: "devnet", mint: "4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU" };
    expect(
      chain({ SOLANA_RPC_URL, SOLANA_NETWORK: named.network, USDC_MINT: named.mint }),
    ).toMatchObject(named);
  });

  it("does not print the node's address, which may contain a key", () => {
    expect(JSON.stringify(chain({ SOLANA_RPC_URL }))).not.toContain("not-for-anybody");
    const unsafe = { SOLANA_RPC_URL: "http://rpc.example/?api-key=not-for-anybody" };
    expect(() => chain(unsafe)).toThrow(/^(?!.*not-for-anybody).*SOLANA_RPC_URL/s);
  });

  it("has a vault only with its owner and with custody, which belong together", () => {
    const VAULT_AUTHORITY = "9dVoKCQjWfy9cRZN81ApLHzhTbLWydhu9nQov1yHd7XQ";
    const CUSTODY_URL = "http://127.0.0.1:4400/";
    expect(chain({ SOLANA_RPC_URL })?.vault).toBeUndefined();
    expect(chain({ SOLANA_RPC_URL, VAULT_AUTHORITY, CUSTODY_URL })?.vault).toEqual({
      authority: VAULT_AUTHORITY,
      custodyUrl: "http://127.0.0.1:4400",
    });
    expect(() => chain({ SOLANA_RPC_URL, VAULT_AUTHORITY })).toThrow("CUSTODY_URL");
    expect(() => chain({ SOLANA_RPC_URL, CUSTODY_URL })).toThrow("VAULT_AUTHORITY");
    expect(() => chain({ VAULT_AUTHORITY: "short", CUSTODY_URL })).toThrow("VAULT_AUTHORITY");
    expect(chain({ VAULT_AUTHORITY, CUSTODY_URL })).toBeUndefined();
  });

  it("asks for routes of Jupiter where an address is given", () => {
    const owner = {
      SOLANA_RPC_URL,
      SWAP_FEE_OWNER: "9dVoKCQjWfy9cRZN81ApLHzhTbLWydhu9nQov1yHd7XQ",
    };
    expect(chain(owner)?.swaps?.routesUrl).toBeUndefined();
    const routes = { ...owner, SWAP_ROUTES_URL: "https://routes.example/" };
    expect(chain(routes)?.swaps?.routesUrl).toBe("https://routes.example");
    expect(() => chain({ ...routes, SWAP_ROUTES_URL: "http://routes.example" })).toThrow("https");
  });

  it("leads swaps to another network where all of a relay is named", () => {
    const SOLANA_RPC_URL = "https://rpc.example";
    const SWAP_FEE_OWNER = "9dVoKCQjWfy9cRZN81ApLHzhTbLWydhu9nQov1yHd7XQ";
    const relay = {
      SWAP_DESTINATION_RPC_URL: "https://there.example/?key=word",
      SWAP_RELAY_URL: "https://relay.example/v1/",
      SWAP_RELAY_OWNER: "7iNJ7CLNT8UBPANxkkrsURjzaktbomCVa93N1sKcVo9C",
    };
    const swaps = (more: Record<string, string>) =>
      chain({ SOLANA_RPC_URL, SWAP_FEE_OWNER, ...more })?.swaps;
    expect(swaps({})?.relay).toBeUndefined();
    const read = swaps(relay)?.relay;
    expect(read).toMatchObject({ url: "https://relay.example/v1", owner: relay.SWAP_RELAY_OWNER });
    expect(read?.rpcUrl.reveal()).toBe(relay.SWAP_DESTINATION_RPC_URL);
    expect(JSON.stringify(read)).not.toContain("word");
    for (const name of Object.keys(relay)) {
      const { [name]: _left, ...rest } = relay as Record<string, string>;
      expect(() => swaps(rest)).toThrow(name);
    }
    expect(() => swaps({ ...relay, SWAP_RELAY_URL: "http://relay.example" })).toThrow("https");
    expect(() => swaps({ ...relay, SWAP_RELAY_OWNER: SWAP_FEE_OWNER })).toThrow("must not be");
  });

  it.each([
    ["SOLANA_NETWORK", "mainnet"],
    ["USDC_MINT", "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyT"],
    ["USDC_MINT", "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"],
  ])("refuses %s=%s", (name, value) => {
    expect(() => chain({ SOLANA_RPC_URL, [name]: value })).toThrow(name);
  });
});

it.each([
  ["VENUE_PARTNER_KEY", "venuePartnerKey", "partner"],
  ["VENUE_READER_KEY", "venueReaderKey", "reader"],
] as const)("the app reads %s, and never the operator's key instead", (name, field, prefix) => {
  const given = (text?: string) => readConfig({ ...SECRETS, [name]: text })[field];
  const key = `${prefix}_${"0b".repeat(32)}`;
  expect([given(), given("")]).toEqual([undefined, undefined]);
  expect([given(key)?.reveal(), String(given(key))]).toEqual([key, "[secret]"]);
  for (const wrong of [`operator_${"0b".repeat(32)}`, key.toUpperCase(), `${key}0`]) {
    expect(() => given(wrong)).toThrow(name);
  }
});

describe("the provider of a checkout", () => {
  const ONRAMP = {
    ONRAMP_PROVIDER: "moonpay",
    ONRAMP_URL: "https://buy.example",
    ONRAMP_API_KEY: "pk_live_1",
    ONRAMP_SECRET_KEY: "s".repeat(32),
    ONRAMP_WEBHOOK_KEY: "w".repeat(32),
  };
  const onramp = (more: Record<string, string>) =>
    readConfig({ SESSION_SECRET: "a".repeat(32), ENCRYPTION_SECRET: "b".repeat(32), ...more })
      .onramp;

  it("is there with all of its settings, and its secrets are not shown", () => {
    expect(onramp({})).toBeUndefined();
    const { secretKey, webhookKey, ...shown } = onramp(ONRAMP) ?? {};
    expect(shown).toEqual({ provider: "moonpay", url: "https://buy.example", apiKey: "pk_live_1" });
    expect([secretKey?.reveal(), webhookKey?.reveal()]).toEqual(["s".repeat(32), "w".repeat(32)]);
    expect(JSON.stringify(onramp(ONRAMP))).not.toMatch(/s{32}|w{32}/);
  });

  it.each(Object.keys(ONRAMP))("is refused without %s", (name) => {
    expect(() => onramp({ ...ONRAMP, [name]: "" })).toThrow(name);
  });

  it.each([
    ["ONRAMP_PROVIDER", "another"],
    ["ONRAMP_URL", "http://buy.example"],
    ["ONRAMP_SECRET_KEY", "short"],
    ["ONRAMP_WEBHOOK_KEY", "short"],
  ])("refuses %s=%s", (name, value) => {
    expect(() => onramp({ ...ONRAMP, [name]: value })).toThrow(name);
  });

  it("sells simulated USDC at the sandbox's own checkout only", () => {
    const simulated = { ...ONRAMP, SOLANA_NETWORK: "simulated" };
    const SANDBOX_URL = "http://localhost:4100";
    expect(() => onramp(simulated)).toThrow("ONRAMP_URL");
    expect(() => onramp({ ...simulated, SANDBOX_URL })).toThrow("ONRAMP_URL");
    expect(() => onramp({ ...simulated, SANDBOX_URL: "not an address" })).toThrow("SANDBOX_URL");
    const ONRAMP_URL = "http://localhost:4100/checkout";
    expect(onramp({ ...simulated, SANDBOX_URL, ONRAMP_URL })?.url).toBe(ONRAMP_URL);
    expect(onramp({ ...ONRAMP, SANDBOX_URL, SOLANA_NETWORK: "devnet" })?.url).toBe(
      ONRAMP.ONRAMP_URL,
    );
  });
});
