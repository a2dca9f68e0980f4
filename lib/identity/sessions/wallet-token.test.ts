import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from "jose";
import { describe, expect, it } from "vitest";
import { Secret } from "#lib/kernel/env.ts";
import { config } from "#lib/platform/config/config.ts";
import { sessionActor } from "#lib/platform/http/http.testing.ts";
import { deriveSigningKey } from "./signing-key.ts";
import { issueWalletToken, walletTokenKeys } from "./wallet-token.ts";

const ACCOUNT = "4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCtajS";
const NOW = 1_800_000_000_000;
const actor = sessionActor(ACCOUNT);
const call = { ctx: { actor, now: NOW } };

describe("the wallet-session token", () => {
  it("is verified by the published keys, names the account, and lives ten minutes", async () => {
    const { token, expiresAt } = await issueWalletToken(call);
    const keys = createLocalJWKSet(await walletTokenKeys());
    const { baseUrl } = config();
    const options = { issuer: baseUrl, audience: baseUrl, algorithms: ["ES256"] };
    const { payload } = await jwtVerify(token, keys, { ...options, currentDate: new Date(NOW) });
    expect(payload).toEqual({
      iss: baseUrl,
      aud: baseUrl,
      sub: actor.userId,
      sid: actor.sessionId,
      account: ACCOUNT,
      iat: NOW / 1000,
      exp: NOW / 1000 + 600,
    });
    expect(Date.parse(expiresAt)).toBe(NOW + 600_000);
    const late = new Date(NOW + 600_000);
    await expect(jwtVerify(token, keys, { ...options, currentDate: late })).rejects.toThrow("exp");
  });

  it("publishes no private part", async () => {
    const { keys } = await walletTokenKeys();
    expect(Object.keys(keys[0] ?? {}).toSorted()).toEqual([
      "alg",
      "crv",
      "kid",
      "kty",
      "use",
      "x",
      "y",
    ]);
    const { kid } = decodeProtectedHeader((await issueWalletToken(call)).token);
    expect(keys[0]?.kid).toBe(kid);
  });

  it("has the same key after a restart, and another one under another secret", async () => {
    const secret = "a secret that has more than 32 characters";
    const first = await deriveSigningKey(new Secret(secret));
    const again = await deriveSigningKey(new Secret(secret));
    const other = await deriveSigningKey(new Secret(`${secret}.`));
    expect(again.publicJwk).toEqual(first.publicJwk);
    expect(other.kid).not.toBe(first.kid);
  });
});
