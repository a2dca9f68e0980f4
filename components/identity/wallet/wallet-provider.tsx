"use client";

import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from "react";
import type { WalletState } from "./wallet-state.ts";
import { WalletStore } from "./wallet-store.ts";

const WalletContext = createContext<WalletStore | undefined>(undefined);

/** The store itself, for callers that need the current state and not that of the last render. */
export function useWalletStore(): WalletStore {
  const value = useContext(WalletContext);
  if (!value) throw new Error("This component must be inside WalletProvider.");
  return value;
}

type WalletView = WalletState &
  Pick<
    WalletStore,
    | "prepare"
    | "setDialogOpen"
    | "stopWaiting"
    | "connect"
    | "signInWithWallet"
    | "chooseAccount"
    | "stopChoosing"
    | "signInByMemo"
    | "closeMemo"
    | "disconnect"
    | "signOutAndDisconnect"
    | "recheckSession"
  >;

export function useWallet(): WalletView {
  const store = useWalletStore();
  const state = useSyncExternalStore(store.subscribe, store.get, store.get);
  // oxlint-disable-next-line typescript/no-misused-spread -- the store's functions are its own properties
  return { ...store, ...state };
}

type WalletProviderProps = {
  initialAddress: string | undefined;
  /** The signed-in account has no wallet. */
  withoutWallet: boolean;
  children: ReactNode;
};

/** Provides the connected wallet and the session. */
export function WalletProvider(props: WalletProviderProps) {
  const { initialAddress, withoutWallet, children } = props;
  const [store] = useState(() => new WalletStore(initialAddress, { withoutWallet }));
  useEffect(() => store.start(), [store]);
  const adapter = useSyncExternalStore(store.subscribe, () => store.get().adapter, noAdapter);
  return (
    <WalletContext value={store}>
      {children}
      {adapter}
    </WalletContext>
  );
}

const noAdapter = (): undefined => undefined;
