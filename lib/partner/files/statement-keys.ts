/**
 * The Ed25519 key with which the service signs statements, and the public keys that verify them. The key is derived from the session
 * secret under a name of its own. Ed25519 gives the same signature each time, so a snapshot still gives the same file:
 * docs/decisions/081-statements-are-signed.md.
 */
import "server-only";
import { createPublicKey, hkdfSync, type KeyObject } from "node:crypto";
import { CompactSign, calculateJwkThumbprint } from "jose";
import { z } from "zod";
import { privateKeyObject } from "#lib/kernel/ed25519.ts";
import type { Secret } from "#lib/kernel/env.ts";
import { type Config, config } from "#lib/platform/config/config.ts";

/** Public keys of Ed25519 (RFC 8037). */
export const StatementKeySet = z.object({
  keys: z.array(
    z.object({
      kty: z.literal("OKP"),
      crv: z.literal("Ed25519"),
      x: z.string(),
      kid: z.string(),
      alg: z.literal("EdDSA"),
      use: z.literal("sig"),
    }),
  ),
});
type StatementKeySet = z.output<typeof StatementKeySet>;

type Settings = Pick<Config, "sessionSecret" | "sessionSecretPrevious" | "partner">;

function deriveKey(secret: Secret): KeyObject {
  const seed = hkdfSync("sha256", secret.reveal(), "", "partner statements Ed25519 v1", 32);
  return privateKeyObject(new Uint8Array(seed));
}

/** The public half of a private key: 32 bytes in base64url. */
function publicPart(privateKey: KeyObject): string {
  return createPublicKey(privateKey).export({ format: "jwk" }).x ?? "";
}

async function publishedKey(x: string): Promise<StatementKeySet["keys"][number]> {
  const key = { kty: "OKP", crv: "Ed25519", x } as const;
  return { ...key, kid: await calculateJwkThumbprint(key), alg: "EdDSA", use: "sig" };
}

/** The key that signs, that of the previous session secret, and retired ones: each statement stays verifiable. */
export async function statementKeys(settings: Settings = config()): Promise<StatementKeySet> {
  const { sessionSecret, sessionSecretPrevious, partner } = settings;
  const own = [sessionSecret, ...(sessionSecretPrevious ? [sessionSecretPrevious] : [])];
  const all = new Set([
    ...own.map((secret) => publicPart(deriveKey(secret))),
    ...partner.retiredStatementKeys,
  ]);
  return { keys: await Promise.all([...all].map(publishedKey)) };
}

/** A compact JWS (RFC 7515) over the JSON of `claims`: letters, digits, `-`, `_` and two points. */
export async function signStatement(claims: object): Promise<string> {
  const key = deriveKey(config().sessionSecret);
  const { kid } = await publishedKey(publicPart(key));
  return new CompactSign(Buffer.from(JSON.stringify(claims)))
    .setProtectedHeader({ alg: "EdDSA", kid, typ: "svc-statement" })
    .sign(key);
}
