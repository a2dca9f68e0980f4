"use client";

import { useTradingKeyState } from "#components/identity/browser-keys/use-trading-key.ts";
import { useWallet } from "#components/identity/wallet/wallet-provider.tsx";
import { canSign, type Readiness, readinessOf } from "./readiness-of.ts";
import { useAccount, useVenueKey } from "./use-account.ts";

export type { Readiness } from "./readiness-of.ts";

export function useReadiness(): Readiness {
  const { connected, sessionAddress } = useWallet();
  const key = useVenueKey();
  const account = useAccount();
  const trading = useTradingKeyState();
  return readinessOf({
    hasWallet: connected !== undefined,
    hasLiveKey: trading.state === "live",
    isSignedIn: sessionAddress !== undefined,
    key,
    account,
  });
}

/** Why the account is `unreadable`, where known. */
export function useUnreadReason(): Error | null {
  const key = useVenueKey();
  const account = useAccount();
  return key.error ?? account.error;
}

/** Whether an order can be signed now, by the wallet or by the trading key. */
export function useCanSign(): boolean {
  const { connected } = useWallet();
  const trading = useTradingKeyState();
  return canSign({ hasWallet: connected !== undefined, hasLiveKey: trading.state === "live" });
}
