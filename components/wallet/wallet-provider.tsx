"use client";

import type { Wallet, WalletAccount } from "@wallet-standard/base";
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { notify } from "#components/ui/notify.ts";
import { loadDemoWallet } from "./demo.ts";
import { readSessionAddress, signIn, signOut } from "./session.ts";
import {
  canSignMessages,
  connectWallet,
  disconnectWallet,
  onAccountsChange,
  onWalletsChange,
  signBytes,
  signingAccount,
  solanaWallets,
  WalletRejected,
} from "./standard.ts";

export type ConnectedWallet = { wallet: Wallet; account: WalletAccount };

type WalletContextValue = {
  wallets: readonly Wallet[];
  connected: ConnectedWallet | undefined;
  /** The signed-in address; account data is read for this one. */
  sessionAddress: string | undefined;
  /** The wallet is being asked for its account, or for the sign-in signature. */
  busy: "connecting" | "signing-in" | undefined;
  dialogOpen: boolean;
  setDialogOpen: (open: boolean) => void;
  connect: (wallet: Wallet) => Promise<void>;
  signInWithWallet: () => Promise<void>;
  signOutAndDisconnect: () => Promise<void>;
};

const WalletContext = createContext<WalletContextValue | undefined>(undefined);
const REMEMBERED = "svc.wallet";

export function useWallet(): WalletContextValue {
  const value = useContext(WalletContext);
  if (!value) throw new Error("This component must be inside WalletProvider.");
  return value;
}

type WalletProviderProps = { initialAddress: string | undefined; children: ReactNode };

/** Holds the connected wallet and the session. A session belongs to one address: another account ends it. */
export function WalletProvider({ initialAddress, children }: WalletProviderProps) {
  const [wallets, setWallets] = useState<readonly Wallet[]>([]);
  const [connected, setConnected] = useState<ConnectedWallet | undefined>();
  const [sessionAddress, setSessionAddress] = useState(initialAddress);
  const [busy, setBusy] = useState<WalletContextValue["busy"]>();
  const [dialogOpen, setDialogOpen] = useState(false);

  useWalletList(setWallets);

  const adopt = useCallback(
    (wallet: Wallet, account: WalletAccount | undefined) => {
      setConnected(account ? { wallet, account } : undefined);
      if (!account) return;
      localStorage.setItem(REMEMBERED, wallet.name);
      if (!sessionAddress || account.address === sessionAddress) return;
      setSessionAddress(undefined);
      void signOut();
      notify({
        tone: "neutral",
        text: "The wallet switched to another account. Sign in again to trade with it.",
      });
    },
    [sessionAddress],
  );

  useRemembered(wallets, connected, adopt);

  useEffect(() => {
    if (!connected) return;
    return onAccountsChange(connected.wallet, (accounts) => {
      adopt(connected.wallet, signingAccount(accounts));
    });
  }, [connected, adopt]);

  const { connect, signInWithWallet, signOutAndDisconnect } = useWalletActions({
    connected,
    adopt,
    setBusy,
    setConnected,
    setSessionAddress,
    setDialogOpen,
  });

  const value = useMemo(
    () => ({
      wallets,
      connected,
      sessionAddress,
      busy,
      dialogOpen,
      setDialogOpen,
      connect,
      signInWithWallet,
      signOutAndDisconnect,
    }),
    [
      wallets,
      connected,
      sessionAddress,
      busy,
      dialogOpen,
      connect,
      signInWithWallet,
      signOutAndDisconnect,
    ],
  );
  return <WalletContext value={value}>{children}</WalletContext>;
}

function useWalletList(setWallets: (wallets: readonly Wallet[]) => void): void {
  useEffect(() => {
    const update = () => setWallets([...solanaWallets()]);
    const off = onWalletsChange(update);
    update();
    void loadDemoWallet();
    return off;
  }, [setWallets]);
}

/** Connects the wallet of the last visit without a prompt, as soon as it announces itself. */
function useRemembered(
  wallets: readonly Wallet[],
  connected: ConnectedWallet | undefined,
  adopt: (wallet: Wallet, account: WalletAccount | undefined) => void,
): void {
  const tried = useRef(false);
  useEffect(() => {
    if (connected || tried.current) return;
    const remembered = localStorage.getItem(REMEMBERED);
    const wallet = wallets.find((one) => one.name === remembered && canSignMessages(one));
    if (!wallet) return;
    tried.current = true;
    connectWallet(wallet, { silent: true }).then(
      (account) => adopt(wallet, account),
      () => undefined,
    );
  }, [wallets, connected, adopt]);
}

type ActionParts = {
  connected: ConnectedWallet | undefined;
  adopt: (wallet: Wallet, account: WalletAccount | undefined) => void;
  setBusy: (busy: WalletContextValue["busy"]) => void;
  setConnected: (connected: ConnectedWallet | undefined) => void;
  setSessionAddress: (address: string | undefined) => void;
  setDialogOpen: (open: boolean) => void;
};

function useWalletActions(parts: ActionParts) {
  const { connected, adopt, setBusy, setConnected, setSessionAddress, setDialogOpen } = parts;

  const signInTo = useCallback(
    async ({ wallet, account }: ConnectedWallet) => {
      setBusy("signing-in");
      try {
        const result = await signIn(account.address, (text) => signBytes(wallet, account, text));
        if (result.ok) setSessionAddress(account.address);
        else notify({ tone: "bad", text: result.message });
      } catch (error) {
        if (error instanceof WalletRejected)
          notify({ tone: "neutral", text: "Not signed. You are not signed in." });
        else notify({ tone: "bad", text: messageOf(error) });
      } finally {
        setBusy(undefined);
      }
    },
    [setBusy, setSessionAddress],
  );

  const connect = useCallback(
    async (wallet: Wallet) => {
      setBusy("connecting");
      try {
        const account = await connectWallet(wallet, { silent: false });
        adopt(wallet, account);
        setDialogOpen(false);
        if (!account)
          notify({ tone: "bad", text: `${wallet.name} shares no account that can sign messages.` });
        else if ((await readSessionAddress()) === account.address)
          setSessionAddress(account.address);
        else await signInTo({ wallet, account });
      } catch (error) {
        if (error instanceof WalletRejected)
          notify({ tone: "neutral", text: "The wallet was not connected." });
        else notify({ tone: "bad", text: messageOf(error) });
      } finally {
        setBusy(undefined);
      }
    },
    [adopt, setBusy, setDialogOpen, setSessionAddress, signInTo],
  );

  const signInWithWallet = useCallback(async () => {
    if (connected) await signInTo(connected);
    else setDialogOpen(true);
  }, [connected, signInTo, setDialogOpen]);

  const signOutAndDisconnect = useCallback(async () => {
    localStorage.removeItem(REMEMBERED);
    if (!(await signOut())) {
      notify({
        tone: "bad",
        text: "The server did not answer: you are still signed in. Try again.",
      });
      return;
    }
    setSessionAddress(undefined);
    if (connected) await disconnectWallet(connected.wallet).catch(() => undefined);
    setConnected(undefined);
  }, [connected, setConnected, setSessionAddress]);

  return { connect, signInWithWallet, signOutAndDisconnect };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "The wallet failed.";
}
