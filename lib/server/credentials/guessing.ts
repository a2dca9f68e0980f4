/** Which refusals at the doors count against the address that they go to. */
import { type ErrorCode, ServiceError } from "#lib/platform/errors.ts";

/** Told to who holds a credential that is, or was, a right one, or cost no look-up: a clock that is wrong is no guess. */
const NOT_A_GUESS = new Set<ErrorCode>([
  // A browser without a session; who shows a token is refused otherwise.
  "SIGN_IN_REQUIRED",
  "REVOKED_KEY",
  "EXPIRED_KEY",
  "EXPIRED_TOKEN",
  "REVOKED_GRANT",
  "BOT_TIMESTAMP_OUT_OF_WINDOW",
  "NONCE_REPLAYED",
]);

/** True for a 401 that somebody who tries out credentials would get. */
export function mayBeGuess(thrown: unknown): boolean {
  if (!(thrown instanceof ServiceError) || thrown.status !== 401) return false;
  return !NOT_A_GUESS.has(thrown.code) && !("wasGood" in thrown.context);
}
