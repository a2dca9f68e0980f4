/** Builds the memo transaction that a hardware wallet signs in place of a text (memo-transaction.ts). */

import { decodePublicKey } from "#lib/protocol/signing/signing.ts";
import { MEMO_PROGRAM } from "./programs.ts";
import { MAX_TRANSACTION_BYTES } from "./wire-transaction.ts";

const SIGNATURE_BYTES = 64;
const KEY_BYTES = 32;
/** One signer who pays, no read-only signer, one read-only program. */
const HEADER = [1, 0, 1];
const PAYER = 0;
const PROGRAM = 1;

/**
 * An unsigned legacy transaction: the account pays, and the one instruction is the memo `text`, signed by the account. Its
 * blockhash is zeros, so no network ever executes it.
 * @param account 32 bytes of the public key
 * @throws RangeError when the text does not fit into a transaction
 */
export function buildMemoTransaction(account: Uint8Array, text: string): Uint8Array {
  const program = decodePublicKey(MEMO_PROGRAM);
  if (account.length !== KEY_BYTES || program === undefined)
    throw new RangeError("a public key has 32 bytes");
  const memo = new TextEncoder().encode(text);
  const transaction = Uint8Array.from([
    1,
    ...new Uint8Array(SIGNATURE_BYTES),
    ...HEADER,
    2,
    ...account,
    ...program,
    ...new Uint8Array(KEY_BYTES),
    1,
    PROGRAM,
    1,
    PAYER,
    ...compactLength(memo.length),
    ...memo,
  ]);
  if (transaction.length > MAX_TRANSACTION_BYTES)
    throw new RangeError(`a memo of ${memo.length} bytes does not fit into a transaction`);
  return transaction;
}

/** A number below 2^14 in compact-u16: seven bits a byte, the lowest first. */
function compactLength(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, value >> 7];
}
