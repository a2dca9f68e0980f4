/** Waits for the wallet of the last visit, which reconnects on its own, before the first signature. */

import { REMEMBERED } from "#components/identity/wallet/wallet-state.ts";
import type { WalletStore } from "#components/identity/wallet/wallet-store.ts";

/** A locked or removed wallet does not respond; the user then chooses one. */
const CONNECTED_WITHIN_MS = 2_500;

/** Resolves once the wallet is connected, or at once when none is remembered. Never rejects. */
export function walletReconnected(store: Pick<WalletStore, "get" | "subscribe">): Promise<void> {
  if (store.get().connected || !isRemembered()) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      off();
      resolve();
    };
    const timer = setTimeout(end, CONNECTED_WITHIN_MS);
    const off = store.subscribe(() => {
      if (store.get().connected) end();
    });
  });
}

function isRemembered(): boolean {
  try {
    return localStorage.getItem(REMEMBERED) !== null;
  } catch {
    return false;
  }
}
