/** What keeps an order of a position from being sent. */
import type { Freshness } from "#components/trading/live/freshness.ts";

/** Whether it can only make the position smaller, or may open one. */
export type Effect = "reduces" | "opens";

/** Each has a message of its name. */
export type SendingLock = "connectToSign" | "markOld";

/**
 * An old mark locks what opens: nobody can judge it. Who wants to leave a position must not be held by a page that waits
 * for a price.
 */
export function sendingLock(
  effect: Effect,
  { canSign, fresh }: { canSign: boolean; fresh: Freshness },
): SendingLock | undefined {
  if (!canSign) return "connectToSign";
  return effect === "opens" && fresh !== "live" ? "markOld" : undefined;
}
