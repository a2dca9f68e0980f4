/** Which authentication failures count against the client's address. */
import { type ErrorCode, ServiceError } from "#lib/kernel/errors/errors.ts";

/** Refusals of credentials that are or were valid, or that cost no query: a wrong clock, for example, is not a guess. */
const NOT_A_GUESS = new Set<ErrorCode>([
  // A browser without a session; a refused token gets another code.
  "SIGN_IN_REQUIRED",
  "REVOKED_KEY",
  "EXPIRED_KEY",
  "EXPIRED_TOKEN",
  "REVOKED_GRANT",
  "BOT_TIMESTAMP_OUT_OF_WINDOW",
  "NONCE_REPLAYED",
]);

/** True for a 401 that a client that guesses credentials would get. */
export function mayBeGuess(thrown: unknown): boolean {
  if (!(thrown instanceof ServiceError) || thrown.status !== 401) return false;
  return !NOT_A_GUESS.has(thrown.code) && !("wasGood" in thrown.context);
}
