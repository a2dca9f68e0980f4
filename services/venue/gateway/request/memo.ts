/** Memo transactions: a hardware wallet signs one in place of the digest, for the two operations that lead to a trading key. */
import { refusalError, ServiceError } from "#lib/kernel/errors/errors.ts";
import type { SigningOperation } from "#lib/protocol/signing/signing.ts";
import {
  isMemoOperation,
  MEMO_HEADER,
  type MemoOperation,
  memoOfWrite,
} from "#lib/protocol/solana/memo-operations.ts";
import { readMemoText } from "#lib/protocol/solana/memo-transaction.ts";
import type { PublicKey } from "#services/venue/signature/public-keys.ts";
import type { Exchange } from "./exchange.ts";

/** The memo transaction of a request, as base64, and the operation that it may sign. */
export type PresentMemo = { operation: MemoOperation; encoded: string };

/** `undefined` for a request without one. @throws MEMO_NOT_ACCEPTED for every other operation */
export function memoHeader(
  exchange: Exchange,
  operation: SigningOperation,
): PresentMemo | undefined {
  const encoded = exchange.headers[MEMO_HEADER];
  if (encoded === undefined) return undefined;
  if (!isMemoOperation(operation)) throw new ServiceError("MEMO_NOT_ACCEPTED", { operation });
  return { operation, encoded: String(encoded) };
}

/**
 * The bytes that the signer has signed: the message of a transaction that says exactly which write this is.
 * @throws MEMO_* for a transaction that does not; INVALID_SIGNATURE when `signature` is not the one in it
 */
export function memoMessage(
  { operation, encoded }: PresentMemo,
  { signer, signature }: { signer: PublicKey; signature: Uint8Array },
  digest: string,
): Uint8Array {
  const terms = { account: signer.bytes, text: memoOfWrite(operation, digest) };
  const memo = readMemoText(encoded, terms);
  if (!memo.ok) throw refusalError(memo.fault);
  if (Buffer.compare(memo.signature, signature) !== 0) throw new ServiceError("INVALID_SIGNATURE");
  return memo.message;
}
