import type { WalletStore } from "#components/identity/wallet/wallet-store.ts";

/**
 * Shows the wallets where none is connected, and waits for the person's choice. Answers whether there is one now; the
 * session is looked at by what signs.
 */
export function connectedByPerson(
  store: Pick<WalletStore, "get" | "subscribe" | "setDialogOpen">,
): Promise<boolean> {
  if (store.get().connected) return Promise.resolve(true);
  store.setDialogOpen(true);
  return new Promise((resolve) => {
    const off = store.subscribe(() => {
      const { connected, dialogOpen, busy, sessionAddress } = store.get();
      if (dialogOpen || busy !== undefined) return;
      off();
      resolve(connected !== undefined && sessionAddress === connected.account.address);
    });
  });
}
