/** What a page knows of its wallet and its session. */
import type { Wallet, WalletAccount } from "@wallet-standard/base";

export type ConnectedWallet = { wallet: Wallet; account: WalletAccount };

export type WalletState = {
  connected: ConnectedWallet | undefined;
  /** The signed-in address; account data is read for this one. */
  sessionAddress: string | undefined;
  /** Somebody is signed in whose account has no wallet; orders and account data take one. */
  withoutWallet: boolean;
  /** That person has connected a wallet and is asked whose account it is to be. */
  choosing: boolean;
  /** The wallet is being asked for its account, or for the sign-in signature. */
  busy: "connecting" | "signing-in" | undefined;
  dialogOpen: boolean;
  /** Those that announced themselves, in that order; `undefined` until somebody has looked. */
  wallets: readonly Wallet[] | undefined;
};

/** Where the name of the wallet of the last visit is kept. */
export const REMEMBERED = "svc.wallet";
