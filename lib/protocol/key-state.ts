/** The state of a key over time, by one rule for pages and the server. */

export const KEY_STATES = ["active", "expiring", "expired", "revoked"] as const;

export type KeyState = (typeof KEY_STATES)[number];

/** How many calls a minute a key may make: elevated limits are granted by the operator. */
export const KEY_TIERS = ["default", "elevated"] as const;

/** Days before expiry at which the owner is reminded, most first. */
export const REMINDER_DAYS = [14, 3, 1] as const;

const EXPIRING_MS = REMINDER_DAYS[0] * 86_400_000;

/** `now` in Unix milliseconds; a key without an end never expires. */
export function keyState(
  key: { expiresAt: Date | null; revokedAt: Date | null },
  now: number,
): KeyState {
  if (key.revokedAt !== null) return "revoked";
  if (key.expiresAt === null) return "active";
  const leftMs = key.expiresAt.getTime() - now;
  if (leftMs <= 0) return "expired";
  return leftMs < EXPIRING_MS ? "expiring" : "active";
}
