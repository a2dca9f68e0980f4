/**
 * Encrypts the answer of a rotation, which is kept for a client that sends the same refresh token again. The key is
 * derived from that token. The store has only the hash of the token, so a reader of the store learns no tokens.
 */
import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto";

const ALGORITHM = "aes-256-gcm";
const TAG_BYTES = 16;
/** Each key encrypts once: a refresh token is rotated once. */
const NONCE = Buffer.alloc(12);

/** Base64 of tag and ciphertext. */
export function sealAnswer(answer: object, refreshToken: string): string {
  const cipher = createCipheriv(ALGORITHM, keyOf(refreshToken), NONCE);
  const text = Buffer.concat([cipher.update(JSON.stringify(answer), "utf8"), cipher.final()]);
  return Buffer.concat([cipher.getAuthTag(), text]).toString("base64");
}

/** @throws Error when it is not the answer of this token */
export function openAnswer(sealed: string, refreshToken: string): Record<string, unknown> {
  const bytes = Buffer.from(sealed, "base64");
  const decipher = createDecipheriv(ALGORITHM, keyOf(refreshToken), NONCE);
  decipher.setAuthTag(bytes.subarray(0, TAG_BYTES));
  const text = Buffer.concat([decipher.update(bytes.subarray(TAG_BYTES)), decipher.final()]);
  return JSON.parse(text.toString("utf8")) as Record<string, unknown>;
}

function keyOf(refreshToken: string): Buffer {
  return Buffer.from(hkdfSync("sha256", refreshToken, "", "answer of a rotation v1", 32));
}
