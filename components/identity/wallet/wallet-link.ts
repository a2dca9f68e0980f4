/** Connects wallets and signs in with them: through the wallet adapter, which is loaded for it, or by the Wallet Standard alone. */
import type { Wallet, WalletAccount } from "@wallet-standard/base";
import type { ReactNode } from "react";
import type { AdapterHost } from "#components/identity/wallet-adapter/adapter-host.tsx";
import { isTakenByAdapter } from "./find-wallets.ts";
import { inTime } from "./in-time.ts";
import { noteMemoAccount } from "./memo-accounts.ts";
import { memoOffer, signInByMemo, signsMemos } from "./memo-sign-in.ts";
import { linkWallet, type SignInResult, signIn } from "./session.ts";
import type { ShowMemo } from "./sign-memo.ts";
import {
  connectWallet,
  disconnectWallet,
  onAccountsChange,
  signBytes,
  signingAccount,
  withWalletErrors,
} from "./standard.ts";
import type { ConnectedWallet } from "./wallet-state.ts";

type SignInTerms = {
  isLink: boolean;
  isWanted: () => boolean;
  /** Signs a memo in place of the text; called with the transaction before the wallet is asked. For a sign-in only. */
  showMemo?: ShowMemo | undefined;
};

export class WalletLink {
  readonly #render: (adapter: ReactNode) => void;
  #host: AdapterHost | undefined;
  /** The wallet that the adapter connected last. */
  #adapted: Wallet | undefined;

  /** `render` puts the wallet adapter into the page. */
  constructor(render: (adapter: ReactNode) => void) {
    this.#render = render;
  }

  /**
   * Connects and returns the first account that can sign; `undefined` when the wallet shares none.
   * @throws WalletFault, WalletRejected
   */
  connect(wallet: Wallet, options: { silent: boolean }): Promise<WalletAccount | undefined> {
    return inTime(wallet, this.#connect(wallet, options));
  }

  async #connect(wallet: Wallet, options: { silent: boolean }): Promise<WalletAccount | undefined> {
    // Without the adapter's code the wallet is connected all the same.
    const host = isTakenByAdapter(wallet) ? await this.#load().catch(() => undefined) : undefined;
    if (!host) return connectWallet(wallet, options);
    await withWalletErrors(wallet, host.connect(wallet, options));
    this.#adapted = wallet;
    return signingAccount(wallet.accounts);
  }

  /** The connected wallet as the store holds it. */
  connectedWallet(wallet: Wallet, account: WalletAccount): ConnectedWallet {
    const host = wallet === this.#adapted ? this.#host : undefined;
    if (!host) return { wallet, account };
    return { wallet, account, signMessage: (message) => host.sign(account, message) };
  }

  /** Calls back with the account that the wallet changed to; `undefined` after a disconnect. */
  follow(wallet: Wallet, listener: (account: WalletAccount | undefined) => void): () => void {
    // The wallet's own event comes in its task, before an answer that it gives afterwards; the adapter's state follows.
    const off = onAccountsChange(wallet, (accounts) => listener(signingAccount(accounts)));
    const host = wallet === this.#adapted ? this.#host : undefined;
    host?.listen((isConnected) =>
      listener(isConnected ? signingAccount(wallet.accounts) : undefined),
    );
    return () => {
      off();
      host?.listen(undefined);
    };
  }

  /** Signs in with the wallet, or links it to the signed-in account. Errors of the wallet are passed on. */
  async signIn(
    connected: ConnectedWallet,
    { isLink, isWanted, showMemo }: SignInTerms,
  ): Promise<SignInResult> {
    const { wallet, account } = connected;
    const sign = async (text: Uint8Array) => {
      if (showMemo === undefined) return inTime(wallet, signBytes(connected, text));
      const { signMemo } = await import("./sign-memo.ts");
      return signMemo(connected, text, showMemo);
    };
    const result = await (isLink ? linkWallet : signIn)(account.address, { sign, isWanted });
    if (result.ok && !isLink) noteMemoAccount(account.address, showMemo !== undefined);
    return result;
  }

  readonly signInByMemo = signInByMemo;
  readonly memoOffer = memoOffer;
  readonly signsMemos = signsMemos;

  disconnect(wallet: Wallet): Promise<void> {
    const host = wallet === this.#adapted ? this.#host : undefined;
    return host ? host.disconnect() : disconnectWallet(wallet);
  }

  async #load(): Promise<AdapterHost> {
    const code = await import("#components/identity/wallet-adapter/adapter-host.tsx");
    this.#host ??= new code.AdapterHost(this.#render);
    return this.#host;
  }
}
