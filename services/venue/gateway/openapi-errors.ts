/** The codes with which each route may refuse. */
import type { ErrorCode } from "#lib/kernel/errors/errors.ts";
import type { Access, Route } from "./route.ts";

const BODY_ERRORS: readonly ErrorCode[] = [
  "MALFORMED_BODY",
  "UNKNOWN_FIELD",
  "MISSING_FIELD",
  "INVALID_FIELD",
  "INVALID_DECIMAL",
  "INVALID_ENUM",
  "BODY_TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE",
];
const KEY_ERRORS: readonly ErrorCode[] = [
  "MISSING_CREDENTIAL",
  "MALFORMED_CREDENTIAL",
  "WRONG_CREDENTIAL",
  "UNKNOWN_API_KEY",
  "EXPIRED_API_KEY",
  "ApiKeyIdentityConflict",
];
const SIGNATURE_ERRORS: readonly ErrorCode[] = [
  "MISSING_SIGNATURE",
  "SIGNER_NOT_AUTHORIZED",
  "TIMESTAMP_MISMATCH",
  "TIMESTAMP_OUT_OF_WINDOW",
  "INVALID_SIGNATURE",
  "DUPLICATE_REQUEST",
  "MEMO_NOT_ACCEPTED",
];
const OPERATOR_ERRORS: readonly ErrorCode[] = [
  "MISSING_CREDENTIAL",
  "MALFORMED_CREDENTIAL",
  "OPERATOR_ONLY",
  "IP_NOT_ALLOWED",
];
const CUSTODY_ERRORS: readonly ErrorCode[] = [
  "MISSING_CREDENTIAL",
  "MALFORMED_CREDENTIAL",
  "CUSTODY_ONLY",
  "IP_NOT_ALLOWED",
];
const ACCESS_ERRORS: Record<Access, readonly ErrorCode[]> = {
  public: [],
  account: KEY_ERRORS,
  reader: [...KEY_ERRORS, "IP_NOT_ALLOWED"],
  signed: [...KEY_ERRORS, ...SIGNATURE_ERRORS],
  owner: SIGNATURE_ERRORS,
  operator: OPERATOR_ERRORS,
  partner: OPERATOR_ERRORS,
  creditor: [...OPERATOR_ERRORS, "CUSTODY_ONLY"],
  custody: CUSTODY_ERRORS,
  custodyReader: CUSTODY_ERRORS,
  streamReader: ["MISSING_CREDENTIAL", "MALFORMED_CREDENTIAL", "IP_NOT_ALLOWED"],
};
export const COMMON_ERRORS: readonly ErrorCode[] = [
  "MALFORMED_QUERY",
  "RATE_LIMITED",
  "DRAINING",
  "NOT_PRIMARY",
  "INTERNAL",
];

/** Every code with which a route may refuse. */
export function errorsOf(route: Route): ErrorCode[] {
  const body = route.body === undefined ? [] : BODY_ERRORS;
  const path = route.path.includes("{") ? (["MALFORMED_PATH"] as const) : [];
  const own = route.errors ?? [];
  const all = [...path, ...ACCESS_ERRORS[route.access], ...body, ...own, ...COMMON_ERRORS];
  return [...new Set(all)];
}
