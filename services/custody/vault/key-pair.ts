/** Derives an Ed25519 key pair from a seed. */
import type { KeyObject } from "node:crypto";
import { privateKeyObject, publicKeyBytes } from "#lib/kernel/ed25519.ts";
import { encodePublicKey } from "#lib/protocol/signing/signing.ts";

export type SignerKeyPair = { privateKey: KeyObject /** base58 */; publicKey: string };

/** @param seed 32 bytes as hex */
export function deriveKeyPair(seed: string): SignerKeyPair {
  const privateKey = privateKeyObject(Buffer.from(seed, "hex"));
  return { privateKey, publicKey: encodePublicKey(publicKeyBytes(privateKey)) };
}
