/** An Ed25519 key pair of a seed. */
import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { encodePublicKey } from "#lib/protocol/signing/signing.ts";

/** DER of an Ed25519 PKCS #8 key up to its 32 seed bytes (RFC 8410). */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");
const KEY_BYTES = 32;

export type KeyPair = { privateKey: KeyObject /** base58 */; publicKey: string };

/** @param seed 32 bytes as hex */
export function keyPairOf(seed: string): KeyPair {
  const der = Buffer.concat([PKCS8_PREFIX, Buffer.from(seed, "hex")]);
  const privateKey = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  const spki = createPublicKey(privateKey).export({ format: "der", type: "spki" });
  return { privateKey, publicKey: encodePublicKey(spki.subarray(-KEY_BYTES)) };
}
