/** Decoded public keys, kept: decoding base58 and building a key object cost more than a verification's overhead. */
import { createPublicKey, hash, type KeyObject } from "node:crypto";
import {
  decodePublicKey,
  encodePublicKey,
  type SigningOperation,
  signingPreimage,
} from "#lib/protocol/signing/signing.ts";

const CACHE_LIMIT = 50_000;
/** DER of an Ed25519 SubjectPublicKeyInfo up to its 32 key bytes (RFC 8410). */
const SPKI_PREFIX = Buffer.from("302a300506032b6570032100", "hex");

/** An Ed25519 public key as base58 text, as its 32 bytes, and as an object to verify with. */
export class PublicKey {
  readonly text: string;
  readonly bytes: Uint8Array;
  #object: KeyObject | undefined;

  constructor(text: string, bytes: Uint8Array) {
    this.text = text;
    this.bytes = bytes;
  }

  /** Made at the first verification: a replay names keys and verifies nothing. */
  get object(): KeyObject {
    this.#object ??= createPublicKey({
      key: Buffer.concat([SPKI_PREFIX, this.bytes]),
      format: "der",
      type: "spki",
    });
    return this.#object;
  }
}

const cache = new Map<string, PublicKey>();

/** The key that a base58 text names; `undefined` unless it is 32 bytes. */
export function publicKey(text: string): PublicKey | undefined {
  const known = cache.get(text);
  if (known !== undefined) return known;
  const bytes = decodePublicKey(text);
  if (bytes === undefined) return undefined;
  const key = new PublicKey(text, bytes);
  if (cache.size >= CACHE_LIMIT) cache.clear();
  cache.set(text, key);
  return key;
}

/** Keys by their 32 bytes, read as Latin-1: the journal names accounts by bytes. */
const byBytes = new Map<string, PublicKey>();

/** The key with these 32 bytes. */
export function publicKeyOf(bytes: Uint8Array): PublicKey {
  return publicKeyAt(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), 0);
}

/** The key whose 32 bytes stand in `buffer` at `offset`. */
export function publicKeyAt(buffer: Buffer, offset: number): PublicKey {
  const name = buffer.toString("latin1", offset, offset + 32);
  const known = byBytes.get(name);
  if (known !== undefined) return known;
  const key = publicKey(encodePublicKey(buffer.subarray(offset, offset + 32)));
  if (key === undefined) throw new TypeError("32 bytes that are no public key");
  if (byBytes.size >= CACHE_LIMIT) byBytes.clear();
  byBytes.set(name, key);
  return key;
}

/** Lowercase hex of a SHA-256. Clients sign this text, not the bytes (docs/api/README.md). */
export function signedDigest(
  operation: SigningOperation,
  account: PublicKey,
  payload: Uint8Array,
): string {
  return hash("sha256", signingPreimage(operation, account.bytes, payload), "hex");
}
