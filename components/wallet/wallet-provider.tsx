"use client";

import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from "react";
import { type WalletState, WalletStore } from "./wallet-store.ts";

const WalletContext = createContext<WalletStore | undefined>(undefined);

/** The store itself, for those who must know the state of this very moment. */
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
    | "signOutAndDisconnect"
    | "recheckSession"
  >;

export function useWallet(): WalletView {
  const store = useWalletStore();
  const state = useSyncExternalStore(store.subscribe, store.get, store.get);
  const { prepare, setDialogOpen, stopWaiting, connect } = store;
  const { signInWithWallet, signOutAndDisconnect, recheckSession } = store;
  return {
    ...state,
    prepare,
    setDialogOpen,
    stopWaiting,
    connect,
    signInWithWallet,
    signOutAndDisconnect,
    recheckSession,
  };
}

type WalletProviderProps = { initialAddress: string | undefined; children: ReactNode };

/** Holds the connected wallet and the session for everything below it. */
export function WalletProvider({ initialAddress, children }: WalletProviderProps) {
  const [store] = useState(() => new WalletStore(initialAddress));
  useEffect(() => store.start(), [store]);
  return <WalletContext value={store}>{children}</WalletContext>;
}
