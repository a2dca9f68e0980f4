/** The key that every swap of a service names, by which its swaps are found on the chain. */
import { encodePublicKey } from "#lib/protocol/signing/signing.ts";

/** The key has no private key: it is a hash of the base58 wallet that receives the fees. */
export async function referenceKey(feeOwner: string): Promise<string> {
  const text = new TextEncoder().encode(`svc:swap:reference:${feeOwner}`);
  return encodePublicKey(new Uint8Array(await crypto.subtle.digest("SHA-256", text)));
}
