/** What holds for the expiry and the label of API keys and signers alike. */
import { refusal } from "#lib/kernel/errors/errors.ts";
import type { Outcome } from "./outcome.ts";
import type { VenueState } from "./venue-state.ts";

const LABEL_LENGTH = 64;

/** Refuses an expiry (Unix ms) that is not in the future. 0 is never, where that is allowed. */
export function checkExpiry(
  state: VenueState,
  expiresAt: bigint,
  mayBeNever: boolean,
): Outcome | undefined {
  if (expiresAt === 0n && mayBeNever) return undefined;
  if (expiresAt > BigInt(state.time) && expiresAt <= BigInt(Number.MAX_SAFE_INTEGER)) {
    return undefined;
  }
  const reason = mayBeNever
    ? "give a time in the future in Unix milliseconds, or 0 for a key that does not expire"
    : "give a time in the future in Unix milliseconds";
  return { kind: "refused", refusal: refusal("INVALID_FIELD", { field: "expires_at", reason }) };
}

/** Refuses a label above 64 characters. */
export function checkLabel(label: string): Outcome | undefined {
  if (label.length <= LABEL_LENGTH) return undefined;
  const reason = `at most ${LABEL_LENGTH} characters`;
  return { kind: "refused", refusal: refusal("INVALID_FIELD", { field: "label", reason }) };
}
