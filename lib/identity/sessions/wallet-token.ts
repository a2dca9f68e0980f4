/** The wallet-session JWT: a signed-in person's short-lived token for API calls, and the key that verifies it. */
import "server-only";
import { type JWK, SignJWT } from "jose";
import { z } from "zod";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { SessionActor } from "#lib/platform/actor.ts";
import { config, onceOfConfig } from "#lib/platform/config/config.ts";
import { deriveSigningKey, type SigningKey } from "./signing-key.ts";

const TOKEN_SECONDS = 10 * 60;

export const WalletToken = z.strictObject({ token: z.string(), expiresAt: z.iso.datetime() });

/** Public keys of ECDSA on P-256. */
export const KeySet = z.object({
  keys: z.array(
    z.object({
      kty: z.literal("EC"),
      crv: z.literal("P-256"),
      x: z.string(),
      y: z.string(),
      kid: z.string(),
      alg: z.literal("ES256"),
      use: z.literal("sig"),
    }),
  ),
});

/** The signing key, then the previous one, whose tokens are accepted until they expire. */
type Keys = { current: SigningKey; previous: SigningKey | undefined };

/** A substitute session id for callers of another issuer, which have no session row. */
export function externalSessionId(userId: string): string {
  return `${userId}.external`;
}

const signingKeys = onceOfConfig(
  async ({ sessionSecret, sessionSecretPrevious }): Promise<Keys> => ({
    current: await deriveSigningKey(sessionSecret),
    previous: sessionSecretPrevious && (await deriveSigningKey(sessionSecretPrevious)),
  }),
);

/**
 * A token for the signed-in person: ES256, issuer and audience are the app's address, 10 minutes. `sub` is the id of the
 * account, `sid` the session with which it ends, `account` the wallet that it acts for.
 * @throws TOKEN_OF_ANOTHER_ISSUER for callers without a session of ours
 */
export async function issueWalletToken(call: {
  ctx: { actor: SessionActor; now: number };
}): Promise<z.output<typeof WalletToken>> {
  const { actor, now } = call.ctx;
  if (actor.sessionId === externalSessionId(actor.userId)) {
    throw new ServiceError("TOKEN_OF_ANOTHER_ISSUER");
  }
  const { baseUrl } = config();
  const { privateKey, kid } = (await signingKeys()).current;
  const issuedAt = Math.floor(now / 1000);
  const token = await new SignJWT({ sid: actor.sessionId, account: actor.account })
    .setProtectedHeader({ alg: "ES256", kid, typ: "JWT" })
    .setIssuer(baseUrl)
    .setAudience(baseUrl)
    .setSubject(actor.userId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + TOKEN_SECONDS)
    .sign(privateKey);
  return { token, expiresAt: new Date((issuedAt + TOKEN_SECONDS) * 1000).toISOString() };
}

/** The public keys as a JWK Set (RFC 7517). */
export async function walletTokenKeys(): Promise<{ keys: JWK[] }> {
  const { current, previous } = await signingKeys();
  return { keys: [current, ...(previous ? [previous] : [])].map(({ publicJwk }) => publicJwk) };
}
