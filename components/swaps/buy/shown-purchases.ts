/** Which purchases the dialog shows. */
import { DAY_MS } from "#lib/protocol/durations.ts";
import { isOpenReason } from "#lib/protocol/onramp.ts";
import type { Purchase } from "#lib/protocol/wire/onramp.ts";

/** True while the state may still change without the user. */
export function isMoving({ status, reason }: Purchase): boolean {
  if (status === "paid") return reason === null || isOpenReason(reason);
  return status === "created" || status === "pending";
}

/**
 * True when only the provider can say where the money is: the provider has it, and the chain shows
 * no payment.
 * @param now Unix milliseconds. The provider has a day to name the transaction
 */
export function needsSupport(
  { status, reason, changed_at: paidAt }: Purchase,
  now: number,
): boolean {
  if (status !== "paid" || reason === null) return false;
  return reason === "not_named" ? now - paidAt > DAY_MS : !isOpenReason(reason);
}

/**
 * Purchases under way, purchases that were shown before, so that none disappears when it ends, and
 * the one that the user returns from. Other purchases without a payment are left out.
 */
export function shownPurchases(
  read: readonly Purchase[],
  before: readonly Purchase[] | undefined,
  wanted: string | undefined,
): Purchase[] {
  const known = new Set(before?.map(({ id }) => id));
  return read.filter(
    ({ id, status }) => status === "pending" || status === "paid" || known.has(id) || id === wanted,
  );
}
