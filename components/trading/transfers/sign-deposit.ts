/** Lets the wallet sign a prepared deposit, and checks what comes back before anything is kept or sent. */
import { base58 } from "@scure/base";
import { clientText } from "#components/i18n/client-text.ts";
import { WalletFault } from "#components/identity/wallet/failures.ts";
import { signTransaction } from "#components/identity/wallet/sign-transaction.ts";
import { faultOfSignature } from "#components/identity/wallet/verify-signature.ts";
import type { ConnectedWallet } from "#components/identity/wallet/wallet-state.ts";
import { formatDecimal } from "#lib/protocol/decimal.ts";
import { isSameDeposit, readDeposit } from "#lib/protocol/solana/deposit-transaction.ts";
import { USDC_DECIMALS } from "#lib/protocol/solana.ts";
import type { VaultTerms } from "#lib/protocol/wire/chain.ts";
import { toBase64 } from "./base64.ts";
import type { DepositRecord } from "./deposit-types.ts";
import type { PreparedDeposit } from "./prepare-deposit.ts";

/**
 * The wallet may add guards, and change nothing else.
 * @throws WalletRejected when the user declines; WalletFault when the wallet fails or signed something else
 */
export async function signDeposit(
  connected: ConnectedWallet,
  { mint, address: vault, network }: VaultTerms,
  { bytes, deposit: shown, lastValidHeight }: PreparedDeposit,
): Promise<DepositRecord> {
  const signed = await signTransaction(connected, bytes, network);
  const text = clientText("transfers");
  const named = { wallet: connected.wallet.name };
  const read = readDeposit(signed, { mint, vault });
  if (!read.ok || !isSameDeposit(shown, read.deposit))
    throw new WalletFault(text("walletChangedIt", named));
  const { deposit } = read;
  const { publicKey } = connected.account;
  if (await faultOfSignature(publicKey, deposit.signature, deposit.message))
    throw new WalletFault(text("walletSignedWrongly", named));
  return {
    version: 1,
    signature: base58.encode(deposit.signature),
    account: deposit.account,
    network,
    amount: formatDecimal(deposit.amount, USDC_DECIMALS),
    transaction: toBase64(signed),
    lastValidHeight,
    createdAt: Date.now(),
  };
}
