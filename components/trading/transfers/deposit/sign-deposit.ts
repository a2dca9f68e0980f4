/** Lets the wallet sign a prepared deposit. */
import { signPrepared } from "#components/chain/sign-prepared.ts";
import type { ConnectedWallet } from "#components/identity/wallet/wallet-state.ts";
import { formatDecimal } from "#lib/protocol/decimal.ts";
import { isSameDeposit, readDeposit } from "#lib/protocol/solana/deposit-transaction.ts";
import { USDC_DECIMALS } from "#lib/protocol/solana.ts";
import type { VaultTerms } from "#lib/protocol/wire/chain.ts";
import type { DepositRecord } from "./deposit-types.ts";
import type { PreparedDeposit } from "./prepare-deposit.ts";

/** @throws WalletRejected when the user declines; WalletFault when the wallet fails or signed something else */
export async function signDeposit(
  connected: ConnectedWallet,
  { mint, address: vault, network }: VaultTerms,
  { bytes, deposit, lastValidHeight }: PreparedDeposit,
): Promise<DepositRecord> {
  const readSame = (signed: Uint8Array) => {
    const read = readDeposit(signed, { mint, vault });
    return read.ok && isSameDeposit(deposit, read.deposit) ? read.deposit : undefined;
  };
  const record = await signPrepared(connected, { bytes, network, lastValidHeight, readSame });
  return { ...record, amount: formatDecimal(deposit.amount, USDC_DECIMALS) };
}
