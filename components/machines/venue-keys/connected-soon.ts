/** The wallet of the last visit connects by itself: what is signed first waits for it. */

import { REMEMBERED } from "#components/identity/wallet/wallet-state.ts";
import { type WalletStore } from "#components/identity/wallet/wallet-store.ts";

/** A wallet that is locked or gone says nothing: then the person is asked for one. */
const CONNECTED_WITHIN_MS = 2_500;

/** Resolves once the wallet is connected, and at once where none is remembered. Never rejects. */
export function connectedSoon(store: Pick<WalletStore, "get" | "subscribe">): Promise<void> {
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
