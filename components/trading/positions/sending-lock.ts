/** Why an order of a position cannot be sent now. */
"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import type { Freshness } from "#components/trading/live/freshness.ts";
import { useMarket } from "#components/trading/live/market-stream.tsx";
import { useFreshness } from "#components/trading/live/use-freshness.ts";
import { useCanSign } from "#components/trading/readiness/readiness.ts";

/** Whether the order only reduces a position, or may open one. */
type Effect = "reduces" | "opens";

/** Each has a message of its name. */
type SendingLock = "connectToSign" | "markOld";

/** An old mark blocks orders that may open a position, and never those that only reduce one. */
export function sendingLock(
  effect: Effect,
  { canSign, fresh }: { canSign: boolean; fresh: Freshness },
): SendingLock | undefined {
  if (!canSign) return "connectToSign";
  return effect === "opens" && fresh !== "live" ? "markOld" : undefined;
}

/**
 * Why an order in this market cannot be sent now. The page follows only its own market's mark; for others the venue
 * checks.
 */
export function useSendingLock(
  symbol: string | undefined,
  effect: Effect,
): { locked: boolean; reason: string | undefined } {
  const text = useText("account");
  const canSign = useCanSign();
  const market = useMarket();
  const freshness = useFreshness();
  const lock = sendingLock(effect, {
    canSign,
    fresh: symbol === market.symbol ? freshness : "live",
  });
  return { locked: lock !== undefined, reason: lock && text(lock) };
}
