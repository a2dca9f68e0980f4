"use client";

import type { Wallet } from "@wallet-standard/base";
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from "react";
import { loadDemoWallet } from "./demo.ts";
import { onWalletsChange, solanaWallets } from "./standard.ts";
import { type WalletState, WalletStore } from "./wallet-store.ts";

type WalletContextValue = { store: WalletStore; wallets: readonly Wallet[] };

const WalletContext = createContext<WalletContextValue | undefined>(undefined);

function useWalletContext(): WalletContextValue {
  const value = useContext(WalletContext);
  if (!value) throw new Error("This component must be inside WalletProvider.");
  return value;
}

/** The store itself, for those who must know the state of this very moment. */
export function useWalletStore(): WalletStore {
  return useWalletContext().store;
}

type WalletView = WalletState &
  Pick<
    WalletStore,
    | "setDialogOpen"
    | "stopWaiting"
    | "connect"
    | "signInWithWallet"
    | "signOutAndDisconnect"
    | "recheckSession"
  > & { wallets: readonly Wallet[] };

export function useWallet(): WalletView {
  const { store, wallets } = useWalletContext();
  const state = useSyncExternalStore(store.subscribe, store.get, store.get);
  const { setDialogOpen, stopWaiting, connect } = store;
  const { signInWithWallet, signOutAndDisconnect, recheckSession } = store;
  return {
    ...state,
    wallets,
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
  const [wallets, setWallets] = useState<readonly Wallet[]>([]);
  useEffect(() => store.start(), [store]);
  useEffect(() => {
    const update = () => {
      const found = [...solanaWallets()];
      setWallets(found);
      store.reconnect(found);
    };
    const off = onWalletsChange(update);
    update();
    void loadDemoWallet();
    return off;
  }, [store]);
  const value = useMemo(() => ({ store, wallets }), [store, wallets]);
  return <WalletContext value={value}>{children}</WalletContext>;
}
