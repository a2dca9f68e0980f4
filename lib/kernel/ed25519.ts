/** Ed25519 keys of Node, and signatures that it verifies. */
import { createPrivateKey, createPublicKey, type KeyObject, verify } from "node:crypto";
import {
  isAcceptablePublicKey,
  isAcceptableSignature,
} from "#lib/protocol/signing/canonical-signature.ts";

/** DER of an Ed25519 SubjectPublicKeyInfo up to its 32 key bytes (RFC 8410). */
const SPKI_PREFIX = Buffer.from("302a300506032b6570032100", "hex");

/** DER of an Ed25519 PKCS #8 key up to its 32 seed bytes (RFC 8410). */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");

/** The private key of a seed. @throws TypeError unless `seed` has 32 bytes */
export function privateKeyObject(seed: Uint8Array): KeyObject {
  if (seed.length !== 32) throw new TypeError(`${seed.length} bytes are no seed`);
  const key = Buffer.concat([PKCS8_PREFIX, seed]);
  return createPrivateKey({ key, format: "der", type: "pkcs8" });
}

/** The 32 bytes of the public half of a private key. */
export function publicKeyBytes(privateKey: KeyObject): Uint8Array {
  const spki = createPublicKey(privateKey).export({ format: "der", type: "spki" });
  return new Uint8Array(spki.subarray(SPKI_PREFIX.length));
}

/** @throws TypeError unless `bytes` are 32 */
export function publicKeyObject(bytes: Uint8Array): KeyObject {
  if (bytes.length !== 32) throw new TypeError(`${bytes.length} bytes are no public key`);
  const key = Buffer.concat([SPKI_PREFIX, bytes]);
  return createPublicKey({ key, format: "der", type: "spki" });
}

/** False for everything that is not a valid signature of a key that only its holder can sign with. */
export function isSignedBy(
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  return (
    isAcceptableSignature(signature) &&
    isAcceptablePublicKey(publicKey) &&
    verify(null, message, publicKeyObject(publicKey), signature)
  );
}
