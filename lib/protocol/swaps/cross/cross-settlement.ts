/**
 * How a relay ends a deposit: it pays the order on the other network, or refunds the deposit on
 * this one. Both transactions name a key that is derived from the deposit's signature, so the
 * chains alone show the outcome.
 */
import { encodePublicKey } from "#lib/protocol/signing/signing.ts";
import { decodeTransaction } from "#lib/protocol/solana/decode-transaction.ts";
import { only, requireKinds } from "#lib/protocol/solana/transaction-rules.ts";

/** Addresses are base58, amounts in base units. */
export type RelaySettlement = {
  /** The payer is the only signer. */
  payer: string;
  mint: string;
  /** Token account. */
  destination: string;
  amount: bigint;
  /** `settlementKey` of the deposit that the payment ends. */
  reference: string;
};

const KINDS = ["compute-limit", "compute-price", "create-token-account", "token-transfer"] as const;

/** The key has no private key: it is a hash of the deposit's signature. */
export async function settlementKey(deposit: string): Promise<string> {
  const text = new TextEncoder().encode(`svc:cross:settlement:${deposit}`);
  return encodePublicKey(new Uint8Array(await crypto.subtle.digest("SHA-256", text)));
}

/**
 * Undefined for a transaction that is not exactly one such payment, because one payment ends one
 * deposit.
 */
export function readSettlement(bytes: Uint8Array): RelaySettlement | undefined {
  try {
    const decoded = decodeTransaction(bytes);
    requireKinds(decoded, KINDS);
    const { mint, destination, amount, authority, references } = only(
      decoded.instructions,
      "token-transfer",
    );
    const [reference, ...others] = references;
    if (authority !== decoded.payer || reference === undefined || others.length > 0)
      return undefined;
    return { payer: decoded.payer, mint, destination, amount, reference };
  } catch {
    return undefined;
  }
}
