/** Ed25519 by tweetnacl, loaded where WebCrypto has none. It never runs on the server. */
import nacl from "tweetnacl";
import {
  isAcceptablePublicKey,
  isAcceptableSignature,
} from "#lib/protocol/signing/canonical-signature.ts";

export type SeedKey = {
  publicKey: Uint8Array;
  /** The 64 bytes of the signature. */
  sign: (message: Uint8Array) => Uint8Array;
};

/** Keeps the secret in a closure, so that it can sign but not be read. */
export function keyOfSeed(seed: Uint8Array): SeedKey {
  const { publicKey, secretKey } = nacl.sign.keyPair.fromSeed(seed);
  return { publicKey, sign: (message) => nacl.sign.detached(message, secretKey) };
}

/**
 * False for everything that the venue refuses. tweetnacl alone also accepts a signature whose S was raised by the group's
 * order, and throws when a length is wrong.
 */
export function verify(publicKey: Uint8Array, signature: Uint8Array, message: Uint8Array): boolean {
  return (
    isAcceptablePublicKey(publicKey) &&
    isAcceptableSignature(signature) &&
    nacl.sign.detached.verify(message, signature, publicKey)
  );
}
