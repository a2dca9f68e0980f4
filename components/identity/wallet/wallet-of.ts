/** Finds the connected wallet of an account before the first signature. */

import { walletReconnected } from "./wallet-reconnected.ts";
import type { ConnectedWallet } from "./wallet-state.ts";
import type { WalletStore } from "./wallet-store.ts";

type Store = Pick<WalletStore, "get" | "subscribe" | "setDialogOpen" | "connect">;

/** Waits for the wallet of the last visit, else for the user's choice or until the signal aborts. Never rejects. */
export async function walletOf(
  store: Store,
  account: string,
  signal?: AbortSignal,
): Promise<ConnectedWallet | "not-connected" | "other-account"> {
  await walletReconnected(store);
  if (signal?.aborted === true || !(await walletConnectedByUser(store, signal)))
    return "not-connected";
  return (await connectedOn(store, account)) ?? "other-account";
}

/** Asks a wallet on another account once more, because not every wallet announces that its account was switched. */
async function connectedOn(store: Store, account: string): Promise<ConnectedWallet | undefined> {
  const { connected } = store.get();
  if (connected !== undefined && connected.account.address !== account) {
    await store.connect(connected.wallet);
  }
  const again = store.get().connected;
  return again?.account.address === account ? again : undefined;
}

/**
 * Opens the list of wallets when none is connected, and waits for the user's choice. Resolves to whether one is connected.
 */
function walletConnectedByUser(store: Store, signal?: AbortSignal): Promise<boolean> {
  if (store.get().connected) return Promise.resolve(true);
  store.setDialogOpen(true);
  return new Promise((resolve) => {
    const end = (isConnected: boolean) => {
      off();
      signal?.removeEventListener("abort", abort);
      resolve(isConnected);
    };
    const off = store.subscribe(() => {
      const { connected, dialogOpen, busy } = store.get();
      if (!dialogOpen && busy === undefined) end(connected !== undefined);
    });
    const abort = () => end(false);
    signal?.addEventListener("abort", abort);
  });
}
