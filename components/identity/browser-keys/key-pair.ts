/**
 * Ed25519 key pairs whose private half no script can read: non-extractable WebCrypto keys. Where WebCrypto has no Ed25519,
 * a key in this page's memory that ends with the page.
 */
import { encodePublicKey } from "#lib/protocol/signing/signing.ts";

export type PrivateKey = CryptoKey | MemoryKey;
/** `pubkey` is base58. */
export type KeyPair = { pubkey: string; privateKey: PrivateKey };

/** Keeps its seed in a closure, so that it can sign but not be read or stored in a database. */
export class MemoryKey {
  readonly #sign: (message: Uint8Array) => Uint8Array;

  constructor(sign: (message: Uint8Array) => Uint8Array) {
    this.#sign = sign;
  }

  sign(message: Uint8Array): Uint8Array {
    return this.#sign(message);
  }
}

/** @throws when WebCrypto is unavailable, as outside of HTTPS. */
export async function createKeyPair(): Promise<KeyPair> {
  let pair: CryptoKeyPair;
  try {
    pair = (await crypto.subtle.generateKey("Ed25519", false, ["sign", "verify"])) as CryptoKeyPair;
  } catch (error) {
    if (error instanceof DOMException && error.name === "NotSupportedError") {
      return createMemoryPair();
    }
    throw error;
  }
  if (pair.privateKey.extractable) throw new Error("This browser made a key that can be read.");
  const publicKey = new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey));
  return { pubkey: encodePublicKey(publicKey), privateKey: pair.privateKey };
}

/** Whether this browser's WebCrypto has Ed25519 keys, which IndexedDB can store without exposing them. */
export async function hasNativeKeys(): Promise<boolean> {
  try {
    await crypto.subtle.generateKey("Ed25519", false, ["sign", "verify"]);
    return true;
  } catch {
    return false;
  }
}

async function createMemoryPair(): Promise<KeyPair> {
  const { keyOfSeed } = await import("./tweetnacl-ed25519.ts");
  const { publicKey, sign } = keyOfSeed(crypto.getRandomValues(new Uint8Array(32)));
  return { pubkey: encodePublicKey(publicKey), privateKey: new MemoryKey(sign) };
}

/** The 64 bytes of the signature. */
export async function signWithKey(key: PrivateKey, message: Uint8Array): Promise<Uint8Array> {
  if (key instanceof MemoryKey) return key.sign(message);
  return new Uint8Array(await crypto.subtle.sign("Ed25519", key, Uint8Array.from(message)));
}
