/** Why an order of a position cannot be sent now. */
import type { Freshness } from "#components/trading/live/freshness.ts";

/** Whether the order only reduces a position, or may open one. */
export type Effect = "reduces" | "opens";

/** Each has a message of its name. */
export type SendingLock = "connectToSign" | "markOld";

/** An old mark blocks orders that may open a position, and never those that only reduce one. */
export function sendingLock(
  effect: Effect,
  { canSign, fresh }: { canSign: boolean; fresh: Freshness },
): SendingLock | undefined {
  if (!canSign) return "connectToSign";
  return effect === "opens" && fresh !== "live" ? "markOld" : undefined;
}
