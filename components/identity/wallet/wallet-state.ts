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
  /** The signed-in account has no wallet, which orders and account data need. */
  withoutWallet: boolean;
  /**
   * The user is asked what the connected wallet, which is not the account's, is for: a user without a wallet may link it, and
   * any user may sign in with it.
   */
  choosing: boolean;
  /** The wallet is being asked for its account, or for the sign-in signature. */
  busy: "connecting" | "signing-in" | undefined;
  dialogOpen: boolean;
  /** The sign-in by a memo that is offered to a hardware wallet. */
  memo: MemoOffer | undefined;
  /** The installed wallets, in the order of their announcement; `undefined` until they were read. */
  wallets: readonly Wallet[] | undefined;
  /** The wallet adapter, once it is loaded. It renders nothing that is seen. */
  adapter: ReactNode;
};

export type MemoOffer = {
  connected: ConnectedWallet;
  /** The transaction that the wallet is asked to sign, unsigned; absent before. */
  asked?: Uint8Array | undefined;
  /** Why the last attempt failed. */
  problem?: string | undefined;
};

/** The address of a wallet that is not the signed-in account's and so cannot sign for it; `undefined` when there is none. */
export function otherWallet({
  connected,
  sessionAddress,
}: Pick<WalletState, "connected" | "sessionAddress">): string | undefined {
  const address = connected?.account.address;
  return sessionAddress === undefined || address === sessionAddress ? undefined : address;
}

/** Storage key of the accounts that signed a memo (memo-accounts.ts). */
export const MEMO_ACCOUNTS = "svc.memo-accounts";

/** Storage key of the name of the last used wallet. */
export const REMEMBERED = "svc.wallet";
