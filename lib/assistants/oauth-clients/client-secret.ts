/** Secrets of clients that are servers. Only a hash is stored. */
import { hash, randomBytes, timingSafeEqual } from "node:crypto";

const SECRET_BYTES = 32;

/** `svc_cs_` and 43 characters of base64url. */
export function newClientSecret(): string {
  return `svc_cs_${randomBytes(SECRET_BYTES).toString("base64url")}`;
}

/** SHA-256, hex. */
export function hashClientSecret(secret: string): string {
  return hash("sha256", secret, "hex");
}

/** Compares in constant time. */
export function isClientSecret(secret: string, knownHash: string): boolean {
  const known = Buffer.from(knownHash, "hex");
  const given = Buffer.from(hashClientSecret(secret), "hex");
  return known.length === given.length && timingSafeEqual(known, given);
}
