/** Connects wallets: through the wallet adapter, which is loaded for it, or by the Wallet Standard alone. */
import {
  SolanaSignAndSendTransaction,
  SolanaSignTransaction,
} from "@solana/wallet-standard-features";
import type { Wallet, WalletAccount } from "@wallet-standard/base";
import { StandardConnect, StandardEvents } from "@wallet-standard/features";
import type { AdapterHost } from "#components/identity/wallet-adapter/adapter-host.tsx";
import {
  connectWallet,
  disconnectWallet,
  onAccountsChange,
  signingAccount,
  solanaWallets,
  withWalletErrors,
} from "./standard.ts";
import type { ConnectedWallet } from "./wallet-state.ts";

export class WalletLink {
  #host: AdapterHost | undefined;
  /** The wallet that the adapter connected last. */
  #adapted: Wallet | undefined;

  /** Connects and returns the first account that can sign; `undefined` when the wallet shares none. */
  async connect(wallet: Wallet, options: { silent: boolean }): Promise<WalletAccount | undefined> {
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

  disconnect(wallet: Wallet): Promise<void> {
    const host = wallet === this.#adapted ? this.#host : undefined;
    return host ? host.disconnect() : disconnectWallet(wallet);
  }

  async #load(): Promise<AdapterHost> {
    const code = await import("#components/identity/wallet-adapter/adapter-host.tsx");
    this.#host ??= new code.AdapterHost();
    return this.#host;
  }
}

/** The adapter leaves out wallets that cannot sign transactions, and finds the others by their names. */
export function isTakenByAdapter(wallet: Wallet): boolean {
  const has = (feature: string) => feature in wallet.features;
  return (
    has(StandardConnect) &&
    has(StandardEvents) &&
    (has(SolanaSignTransaction) || has(SolanaSignAndSendTransaction)) &&
    solanaWallets().find(({ name }) => name === wallet.name) === wallet
  );
}
