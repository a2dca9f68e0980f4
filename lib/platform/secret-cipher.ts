/**
 * Encryption of venue keys and bot secrets at rest: AES-256-GCM under a key derived from ENCRYPTION_SECRET (HKDF-SHA-256).
 * The owner, an account or a key's id, is authenticated with the text, so a row copied to another owner does not decrypt.
 */
import "server-only";
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { Secret } from "#lib/kernel/env.ts";

const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Base64 of nonce, tag and ciphertext. */
export function encryptSecret(text: string, owner: string, secret: Secret): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, derive(secret), nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(owner, "utf8"));
  const ciphertext = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString("base64");
}

/** The plain text, or `undefined` when it was altered or belongs to another owner or secret. */
export function decryptSecret(
  encrypted: string,
  owner: string,
  secret: Secret,
): string | undefined {
  const bytes = Buffer.from(encrypted, "base64");
  if (bytes.byteLength <= NONCE_BYTES + TAG_BYTES) return undefined;
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(ALGORITHM, derive(secret), nonce, {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(owner, "utf8"));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    const ciphertext = bytes.subarray(NONCE_BYTES + TAG_BYTES);
    return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}

function derive(secret: Secret): Buffer {
  return Buffer.from(hkdfSync("sha256", secret.reveal(), "", "venue key at rest v1", 32));
}
