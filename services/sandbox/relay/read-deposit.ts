/** Reads a deposit at the relay, and the order in its memo. */

import type { TransactionBytes } from "#lib/kernel/chain-client/chain-reads.ts";
import { decodeTransaction } from "#lib/protocol/solana/decode-transaction.ts";
import { TOKENS, type Token } from "#lib/protocol/solana/tokens.ts";
import { every } from "#lib/protocol/solana/transaction-rules.ts";
import { CROSS_ASSETS, type CrossAsset } from "#lib/protocol/swaps/assets.ts";
import { type CrossMemo, readCrossMemo } from "#lib/protocol/swaps/cross/cross-memo.ts";

export type Deposit = {
  signature: string;
  asset: CrossAsset;
  token: Token;
  /** Base units. */
  units: bigint;
  /** Wallet that is paid back, base58. */
  sender: string;
  /** Time of its block, in Unix milliseconds. */
  time: number;
  /** Undefined for a memo that is not an order: the deposit is paid back. */
  order: CrossMemo | undefined;
};

/**
 * Undefined for a transaction that is not exactly one transfer into a deposit account.
 * @param accounts the relay's, by asset
 */
export function readDeposit(
  signature: string,
  { bytes, failed, time }: TransactionBytes,
  accounts: ReadonlyMap<CrossAsset, string>,
): Deposit | undefined {
  if (failed) return undefined;
  const { instructions } = decodeTransaction(bytes);
  const found = every(instructions, "token-transfer").flatMap((transfer) => {
    const asset = CROSS_ASSETS.find((one) => accounts.get(one) === transfer.destination);
    return asset === undefined ? [] : [{ asset, transfer }];
  });
  const [only, second] = found;
  if (only === undefined || second !== undefined || only.transfer.amount === 0n) return undefined;
  const { asset, transfer } = only;
  const [memo, other] = every(instructions, "memo");
  const order = memo === undefined || other !== undefined ? undefined : readCrossMemo(memo.text);
  const { amount: units, authority: sender } = transfer;
  return { signature, asset, token: TOKENS[asset], units, sender, time, order };
}
