/** The state of a page's wallet and session. */
import type { Wallet, WalletAccount } from "@wallet-standard/base";
import type { ReactNode } from "react";

export type ConnectedWallet = {
  wallet: Wallet;
  account: WalletAccount;
  /** Asks the wallet through the wallet adapter; `undefined` where that holds another account, or none. */
  signMessage?: (message: Uint8Array) => Promise<Uint8Array> | undefined;
};

export type WalletState = {
  connected: ConnectedWallet | undefined;
  /** The signed-in address; account data is read for this one. */
  sessionAddress: string | undefined;
  /**
   * The page's work belongs to the signed-in account, so another account in the wallet does not end its session; on trading
   * pages it does.
   */
  keepsSession: boolean;
  /** The signed-in account has no wallet, which orders and account data need. */
  withoutWallet: boolean;
  /** That user has connected a wallet and must choose between linking and switching. */
  choosing: boolean;
  /** The wallet is being asked for its account, or for the sign-in signature. */
  busy: "connecting" | "signing-in" | undefined;
  dialogOpen: boolean;
  /** The installed wallets, in the order of their announcement; `undefined` until they were read. */
  wallets: readonly Wallet[] | undefined;
  /** The wallet adapter, once it is loaded. It renders nothing that is seen. */
  adapter: ReactNode;
};

/** Storage key of the name of the last used wallet. */
export const REMEMBERED = "svc.wallet";
