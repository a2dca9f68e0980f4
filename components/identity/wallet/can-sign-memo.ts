import { SolanaSignTransaction } from "@solana/wallet-standard-features";
import type { ConnectedWallet } from "./wallet-state.ts";

/** Whether the account signs transactions without sending them: a hardware wallet signs a memo so, in place of a text. */
export function canSignMemo({ wallet, account }: ConnectedWallet): boolean {
  return (
    SolanaSignTransaction in wallet.features && account.features.includes(SolanaSignTransaction)
  );
}
