/** Ed25519 verification: the one place of a gateway that knows what computes it. */
import type { PublicKey } from "#services/venue/public-keys.ts";
import { createVerifier } from "#services/venue/signature/verifier.ts";

const verifier = createVerifier();

/** True when `signature` (64 bytes) is the key's over `message`. */
export function verifySignature(
  key: PublicKey,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  return verifier.verify(key, message, signature);
}
