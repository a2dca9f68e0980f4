/** The wallet-session JWT: a signed-in person's short-lived token for API calls, and the key that verifies it. */
import "server-only";
import { type JWK, SignJWT } from "jose";
import { z } from "zod";
import type { SessionActor } from "#lib/actor.ts";
import { config } from "#lib/config.ts";
import { deriveSigningKey, type SigningKey } from "./signing-key.ts";

const TOKEN_SECONDS = 10 * 60;

export const WalletToken = z.strictObject({ token: z.string(), expiresAt: z.iso.datetime() });

let signingKey: Promise<SigningKey> | undefined;

function currentKey(): Promise<SigningKey> {
  signingKey ??= deriveSigningKey(config().sessionSecret);
  return signingKey;
}

/** A token for the signed-in account: ES256, issuer and audience are the app's address, 10 minutes. */
export async function issueWalletToken(call: {
  ctx: { actor: SessionActor; now: number };
}): Promise<z.output<typeof WalletToken>> {
  const { actor, now } = call.ctx;
  const { baseUrl } = config();
  const { privateKey, kid } = await currentKey();
  const issuedAt = Math.floor(now / 1000);
  const token = await new SignJWT()
    .setProtectedHeader({ alg: "ES256", kid, typ: "JWT" })
    .setIssuer(baseUrl)
    .setAudience(baseUrl)
    .setSubject(actor.account)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + TOKEN_SECONDS)
    .sign(privateKey);
  return { token, expiresAt: new Date((issuedAt + TOKEN_SECONDS) * 1000).toISOString() };
}

/** The public keys as a JWK Set (RFC 7517). */
export async function walletTokenKeys(): Promise<{ keys: JWK[] }> {
  return { keys: [(await currentKey()).publicJwk] };
}
