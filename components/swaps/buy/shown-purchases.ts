/** Which purchases the dialog shows. */
import { isOpen } from "#lib/protocol/onramp.ts";
import type { Purchase } from "#lib/protocol/wire/onramp.ts";

const DAY_MS = 86_400_000;

/** True while another state may follow without the person. */
export function isMoving({ status, reason }: Purchase): boolean {
  if (status === "paid") return reason === null || isOpen(reason);
  return status === "created" || status === "pending";
}

/**
 * True when only the provider can say what became of the money: it has it, and the chain does not show that it was sent.
 * @param now Unix milliseconds: a transaction may be named later, but not after a day
 */
export function needsSupport(
  { status, reason, changed_at: paidAt }: Purchase,
  now: number,
): boolean {
  if (status !== "paid" || reason === null) return false;
  return reason === "not_named" ? now - paidAt > DAY_MS : !isOpen(reason);
}

/**
 * Those under way, those that were shown before, so that none disappears when it ends, and the one that the person comes back for.
 * A checkout that was left before a payment began is not shown otherwise.
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
