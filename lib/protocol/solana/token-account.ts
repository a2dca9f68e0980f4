/** What a token account holds. */
import { encodePublicKey } from "#lib/protocol/signing/signing.ts";

/** Addresses are base58, the amount is in base units. */
export type TokenHolding = { mint: string; owner: string; amount: bigint };

const MINT_AT = 0;
const OWNER_AT = 32;
const AMOUNT_AT = 64;
const STATE_AT = 108;
const ACCOUNT_BYTES = 165;

/** Undefined for data that is no open token account. That the token program owns the account is the caller's to check. */
export function readTokenHolding(data: Uint8Array): TokenHolding | undefined {
  if (data.length !== ACCOUNT_BYTES || data[STATE_AT] === 0) return undefined;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  return {
    mint: encodePublicKey(data.subarray(MINT_AT, OWNER_AT)),
    owner: encodePublicKey(data.subarray(OWNER_AT, AMOUNT_AT)),
    amount: view.getBigUint64(AMOUNT_AT, true),
  };
}
