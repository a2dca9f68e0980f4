"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import { useCanSign } from "#components/trading/account-state/readiness.ts";
import { useMarket } from "#components/trading/live/market-stream.tsx";
import { useFreshness } from "#components/trading/live/use-freshness.ts";
import { type Effect, sendingLock } from "./sending-lock.ts";

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
