/** Decoded public keys, kept: decoding base58 and building a key object cost more than a verification's overhead. */
import { createPublicKey, hash, type KeyObject, verify } from "node:crypto";
import { decodePublicKey, type SigningOperation, signingPreimage } from "#lib/protocol/signing.ts";

export type PublicKey = { text: string; bytes: Uint8Array; object: KeyObject };

const CACHE_LIMIT = 50_000;
/** DER of an Ed25519 SubjectPublicKeyInfo up to its 32 key bytes (RFC 8410). */
const SPKI_PREFIX = Buffer.from("302a300506032b6570032100", "hex");

const cache = new Map<string, PublicKey>();

/** The key that a base58 text names; `undefined` unless it is 32 bytes. */
export function publicKey(text: string): PublicKey | undefined {
  const known = cache.get(text);
  if (known !== undefined) return known;
  const bytes = decodePublicKey(text);
  if (bytes === undefined) return undefined;
  const object = createPublicKey({
    key: Buffer.concat([SPKI_PREFIX, bytes]),
    format: "der",
    type: "spki",
  });
  const key = { text, bytes, object };
  if (cache.size >= CACHE_LIMIT) cache.clear();
  cache.set(text, key);
  return key;
}

/** Lowercase hex of the SHA-256 that a client signs the text of (spec 2, "Signature algorithm" 2-3). */
export function signedDigest(
  operation: SigningOperation,
  account: PublicKey,
  payload: Uint8Array,
): string {
  return hash("sha256", signingPreimage(operation, account.bytes, payload), "hex");
}

/** True when `signature` is the signer's over the UTF-8 bytes of the digest's hex text. */
export function verifyDigest(signer: PublicKey, digest: string, signature: Uint8Array): boolean {
  return verify(null, Buffer.from(digest, "latin1"), signer.object, signature);
}
