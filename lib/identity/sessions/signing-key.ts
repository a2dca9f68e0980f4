/**
 * The ES256 key pair of wallet-session tokens, derived from the session secret: it is the same after a restart and in every
 * replica without being stored, and a new secret gives a new key.
 */
import "server-only";
import { createECDH, createPrivateKey, hkdfSync, type KeyObject } from "node:crypto";
import { calculateJwkThumbprint, type JWK } from "jose";
import type { Secret } from "#lib/kernel/env.ts";

export type SigningKey = {
  privateKey: KeyObject;
  /** The public half with `kid`, `alg` and `use`. */
  publicJwk: JWK;
  kid: string;
};

/** Order of the curve P-256 (FIPS 186-5). */
const CURVE_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** Derives the key pair. Reducing 48 bytes to the range 1 … order-1 leaves no measurable bias. */
export async function deriveSigningKey(secret: Secret): Promise<SigningKey> {
  const seed = Buffer.from(hkdfSync("sha256", secret.reveal(), "", "wallet-session ES256 v1", 48));
  const scalar = (BigInt(`0x${seed.toString("hex")}`) % (CURVE_ORDER - 1n)) + 1n;
  const d = Buffer.from(scalar.toString(16).padStart(64, "0"), "hex");
  const curve = createECDH("prime256v1");
  curve.setPrivateKey(d);
  // Uncompressed point: 0x04, x, y.
  const point = curve.getPublicKey();
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  };
  const kid = await calculateJwkThumbprint(jwk);
  const privateKey = createPrivateKey({
    format: "jwk",
    key: { ...jwk, d: d.toString("base64url") },
  });
  return { privateKey, kid, publicJwk: { ...jwk, kid, alg: "ES256", use: "sig" } };
}
