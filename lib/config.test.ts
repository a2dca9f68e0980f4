import { describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";

const SECRETS = { SESSION_SECRET: "s".repeat(32), ENCRYPTION_SECRET: "e".repeat(32) };
const OIDC = { OIDC_CLIENT_ID: "app", OIDC_CLIENT_SECRET: "secret" };
const JWT = { WALLET_JWT_ISSUER: "https://issuer.example", WALLET_JWT_AUDIENCE: "svc" };

const withIssuer = (OIDC_ISSUER: string) =>
  readConfig({ ...SECRETS, ...OIDC, OIDC_ISSUER }).oidc?.issuer;
const withKeys = (WALLET_JWT_JWKS_URL: string) =>
  readConfig({ ...SECRETS, ...JWT, WALLET_JWT_JWKS_URL }).walletJwt?.jwksUrl;

describe("parties whose word lets people in", () => {
  it.each([
    "https://id.example/oidc",
    "http://localhost:4100/oidc",
    "http://127.0.0.1:4100/oidc",
    "http://127.0.0.2/oidc",
    "http://[::1]:4100/oidc",
  ])("are read at %s", (url) => {
    expect([withIssuer(url), withKeys(url)]).toEqual([url, url]);
  });

  it.each([
    "http://id.example/oidc",
    "http://127.0.0.1.example/oidc",
    "http://localhost.example/oidc",
    "http://localhost@id.example/oidc",
    "http://10.0.0.1/oidc",
    "http://[::2]/oidc",
    "ftp://localhost/oidc",
  ])("are not read at %s, where somebody on the way could change their word", (url) => {
    expect(() => withIssuer(url)).toThrow("OIDC_ISSUER");
    expect(() => withKeys(url)).toThrow("WALLET_JWT_JWKS_URL");
  });
});

it("knows the OAuth clients that the operator vouches for, each without the space around it", () => {
  const vouched = (OAUTH_VERIFIED_CLIENTS?: string) =>
    readConfig({ ...SECRETS, OAUTH_VERIFIED_CLIENTS }).verifiedClients;
  expect(vouched()).toEqual([]);
  expect(vouched(" https://app.example/client.json, client_1 ,")).toEqual([
    "https://app.example/client.json",
    "client_1",
  ]);
});
