/** What a token account holds. */
import { decodePublicKey, encodePublicKey } from "#lib/protocol/signing/signing.ts";

/** Addresses are base58, the amount is in base units. */
export type TokenHolding = { mint: string; owner: string; amount: bigint };

const MINT_AT = 0;
const OWNER_AT = 32;
const AMOUNT_AT = 64;
const AMOUNT_BYTES = 8;
const STATE_AT = 108;
const INITIALIZED = 1;
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

/** All of an open account's data but its amount, as text: owner, delegate, close authority and the rest. Undefined as above. */
export function tokenAccountState(data: Uint8Array): string | undefined {
  if (readTokenHolding(data) === undefined) return undefined;
  const rest = [...data.subarray(0, AMOUNT_AT), ...data.subarray(AMOUNT_AT + AMOUNT_BYTES)];
  return rest.map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The same of an account that was just opened for `owner`. @param mint base58, not that of SOL */
export function freshTokenAccountState(mint: string, owner: string): string | undefined {
  const data = new Uint8Array(ACCOUNT_BYTES);
  const [ofMint, ofOwner] = [decodePublicKey(mint), decodePublicKey(owner)];
  if (ofMint === undefined || ofOwner === undefined) return undefined;
  data.set(ofMint, MINT_AT);
  data.set(ofOwner, OWNER_AT);
  data[STATE_AT] = INITIALIZED;
  return tokenAccountState(data);
}
