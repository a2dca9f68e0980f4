/** Which purchases the dialog shows. */
import type { Purchase } from "#lib/protocol/wire/onramp.ts";

/** True while another state may follow without the person. */
export function isMoving({ status }: Purchase): boolean {
  return status === "created" || status === "pending" || status === "paid";
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
