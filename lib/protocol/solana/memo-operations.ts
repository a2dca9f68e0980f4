/** What a memo transaction may sign at the venue (memo-transaction.ts), in few bytes for a page. */

/** Operations of the venue that a memo transaction may sign: those that lead to a trading key, and no other. */
const MEMO_OPERATIONS = ["register_signer", "create_api_key"] as const;
export type MemoOperation = (typeof MEMO_OPERATIONS)[number];

export function isMemoOperation(operation: string): operation is MemoOperation {
  return MEMO_OPERATIONS.some((one) => one === operation);
}

/** Header of a signed write: base64 of the signed memo transaction. `X-Signature` then has the signature of its message. */
export const MEMO_HEADER = "x-memo-transaction";

/** The memo of a signed write. `digest`: the lowercase hex text that other wallets sign. */
export function memoOfWrite(operation: MemoOperation, digest: string): string {
  return `svc-trading:${operation}:${digest}`;
}
