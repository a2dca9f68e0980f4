/** Asks the connected wallet to sign a transaction, by the Wallet Standard. The wallet sends nothing. */
import {
  SolanaSignTransaction,
  type SolanaSignTransactionFeature,
} from "@solana/wallet-standard-features";
import type { IdentifierString } from "@wallet-standard/base";
import { clientText } from "#components/i18n/client-text.ts";
import type { SolanaNetwork } from "#lib/protocol/solana.ts";
import { WalletFault } from "./failures.ts";
import { inTime } from "./in-time.ts";
import { withWalletErrors } from "./standard.ts";
import type { ConnectedWallet } from "./wallet-state.ts";

/** Names of the Wallet Standard. Wallets know no simulated network but a local one. */
const CHAINS: Readonly<Record<SolanaNetwork, IdentifierString>> = {
  "mainnet-beta": "solana:mainnet",
  devnet: "solana:devnet",
  testnet: "solana:testnet",
  simulated: "solana:localnet",
};

/**
 * The signed transaction as the wallet gives it: it may have added instructions. `network` is absent for one that is never
 * sent.
 * @throws WalletRejected when the user declines; WalletFault when the wallet cannot, does not answer or fails
 */
export async function signTransaction(
  { wallet, account }: ConnectedWallet,
  transaction: Uint8Array,
  network?: SolanaNetwork,
): Promise<Uint8Array> {
  const named = { wallet: wallet.name };
  const feature = (wallet.features as Partial<SolanaSignTransactionFeature>)[SolanaSignTransaction];
  if (!feature) throw new WalletFault(clientText("wallet")("cannotSignTransactions", named));
  const chain = network && CHAINS[network];
  const isNamed = chain !== undefined && account.chains.includes(chain);
  const input = { account, transaction, ...(isNamed && { chain }) };
  const [output] = await inTime(wallet, withWalletErrors(wallet, feature.signTransaction(input)));
  if (!output) throw new WalletFault(clientText("wallet")("gaveNone", named));
  return Uint8Array.from(output.signedTransaction);
}
