/** The Wallet Standard: finding wallets. */
import {
  SolanaSignAndSendTransaction,
  SolanaSignMessage,
  SolanaSignTransaction,
} from "@solana/wallet-standard-features";
import { getWallets } from "@wallet-standard/app";
import type { Wallet } from "@wallet-standard/base";
import { StandardConnect, StandardEvents } from "@wallet-standard/features";

/** Wallets for Solana accounts, in the order in which they announced themselves. */
export function solanaWallets(): readonly Wallet[] {
  return getWallets()
    .get()
    .filter((wallet) => wallet.chains.some((chain) => chain.startsWith("solana:")));
}

export function onWalletsChange(listener: () => void): () => void {
  const wallets = getWallets();
  const offRegister = wallets.on("register", listener);
  const offUnregister = wallets.on("unregister", listener);
  return () => {
    offRegister();
    offUnregister();
  };
}

/** Sign-in and orders need a signed text or, from a hardware wallet, a signed memo; a wallet that signs neither is of no use. */
export function canSignIn({ features }: Wallet): boolean {
  return (
    StandardConnect in features &&
    (SolanaSignMessage in features || SolanaSignTransaction in features)
  );
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
