/** The key that every swap of a service names, so that its swaps are found on the chain. */
import { encodePublicKey } from "#lib/protocol/signing/signing.ts";

/** Nobody has its private key: it is a hash of the wallet that takes the fees, base58. */
export async function referenceKey(feeOwner: string): Promise<string> {
  const text = new TextEncoder().encode(`svc:swap:reference:${feeOwner}`);
  return encodePublicKey(new Uint8Array(await crypto.subtle.digest("SHA-256", text)));
}
