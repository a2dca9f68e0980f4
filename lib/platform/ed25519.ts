/** Ed25519 signatures, verified by Node. */
import { createPublicKey, type KeyObject, verify } from "node:crypto";
import {
  isAcceptablePublicKey,
  isAcceptableSignature,
} from "#lib/protocol/signing/canonical-signature.ts";

/** DER of an Ed25519 SubjectPublicKeyInfo up to its 32 key bytes (RFC 8410). */
const SPKI_PREFIX = Buffer.from("302a300506032b6570032100", "hex");

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
