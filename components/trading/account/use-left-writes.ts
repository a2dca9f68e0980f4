"use client";

import { useEffect } from "react";
import { useWallet } from "#components/identity/wallet/wallet-provider.tsx";
import { openIntentStorage } from "#components/trading/writes/intent-storage.ts";
import { followWrites } from "#components/trading/writes/load-orders.ts";

/**
 * Follows writes that were on their way when the trading page was left. The code for it is loaded when there is one: these
 * pages send no orders.
 */
export function useLeftWrites(): void {
  const { sessionAddress } = useWallet();
  useEffect(() => {
    if (sessionAddress === undefined) return followWrites(undefined);
    const storage = openIntentStorage(globalThis.indexedDB);
    let gone = false;
    let stop: (() => void) | undefined;
    const look = async (): Promise<void> => {
      if (stop || document.hidden) return;
      const left = await storage.all();
      if (gone || stop || !left.some(({ account }) => account === sessionAddress)) return;
      stop = followWrites(sessionAddress);
    };
    void look();
    // A trading page in another tab may have been closed meanwhile.
    const onVisible = () => void look();
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      gone = true;
      document.removeEventListener("visibilitychange", onVisible);
      stop?.();
    };
  }, [sessionAddress]);
}
