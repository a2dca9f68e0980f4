/** The headers of a signed write, checked before anything is sent. */
import "server-only";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { WalletActor } from "#lib/platform/actor.ts";
import {
  decodePublicKey,
  NEW_SIGNER_HEADER,
  SIGNATURE_HEADER,
} from "#lib/protocol/signing/signing.ts";
import { MEMO_HEADER } from "#lib/protocol/solana/memo-operations.ts";
import { MAX_MEMO_HEADER_LENGTH } from "#lib/protocol/solana/memo-transaction.ts";

const isPublicKey = (text: string): boolean => decodePublicKey(text) !== undefined;

const isSignature = (text: string): boolean => /^[0-9a-fA-F]{128}$/.test(text);

/** The form of each header. The venue verifies the signature itself. */
const FORMS: Record<string, (value: string) => boolean> = {
  [SIGNATURE_HEADER.signature]: isSignature,
  [SIGNATURE_HEADER.timestamp]: (value) => /^\d{1,16}$/.test(value),
  [SIGNATURE_HEADER.signer]: isPublicKey,
  [SIGNATURE_HEADER.account]: isPublicKey,
};

/**
 * The four headers and no other, for a request that names the signed-in account.
 * @throws MISSING_SIGNATURE, ACCOUNT_MISMATCH; MEMO_NOT_ACCEPTED for a memo transaction
 */
export function signatureHeaders(headers: Headers, actor: WalletActor): Record<string, string> {
  if (headers.has(MEMO_HEADER))
    throw new ServiceError("MEMO_NOT_ACCEPTED", { operation: "this request" });
  return fourHeaders(headers, actor);
}

function fourHeaders(headers: Headers, actor: WalletActor): Record<string, string> {
  const entries = Object.keys(FORMS).map((name) => [name, headers.get(name) ?? ""] as const);
  const missing = entries.filter(([name, value]) => FORMS[name]?.(value) !== true);
  if (missing.length > 0) {
    throw new ServiceError("MISSING_SIGNATURE", {
      missing: missing.map(([name]) => name).join(", "),
    });
  }
  if (headers.get(SIGNATURE_HEADER.account) !== actor.account) {
    throw new ServiceError("ACCOUNT_MISMATCH");
  }
  return Object.fromEntries(entries);
}

/**
 * The same headers, and the memo transaction that a hardware wallet signs in their place: for what leads to a trading key.
 * The venue reads it.
 * @throws MISSING_SIGNATURE, ACCOUNT_MISMATCH, MEMO_MALFORMED
 */
export function headersWithMemo(headers: Headers, actor: WalletActor): Record<string, string> {
  const signed = fourHeaders(headers, actor);
  const memo = headers.get(MEMO_HEADER);
  if (memo === null) return signed;
  if (memo.length > MAX_MEMO_HEADER_LENGTH)
    throw new ServiceError("MEMO_MALFORMED", { reason: "it is too long" });
  return { ...signed, [MEMO_HEADER]: memo };
}

/**
 * The same headers and the signature by which a new signer accepts its registration.
 * @throws MISSING_SIGNATURE, ACCOUNT_MISMATCH, MEMO_MALFORMED
 */
export function registrationHeaders(headers: Headers, actor: WalletActor): Record<string, string> {
  const signed = headersWithMemo(headers, actor);
  const acceptance = headers.get(NEW_SIGNER_HEADER) ?? "";
  if (!isSignature(acceptance)) {
    throw new ServiceError("MISSING_SIGNATURE", { missing: NEW_SIGNER_HEADER });
  }
  return { ...signed, [NEW_SIGNER_HEADER]: acceptance };
}
