/** Builds the transaction of a swap to another network with kit, which is loaded on demand. */
import { address, createNoopSigner } from "@solana/kit";
import { getTransferCheckedInstruction } from "@solana-program/token";
import { tokenAccountOf } from "#lib/protocol/solana/find-token-account.ts";
import {
  budget,
  buildMemo,
  compile,
  feeTransfer,
  type SwapOrder,
} from "#lib/protocol/swaps/pools/build-swap.ts";
import { type CrossMemo, crossMemo } from "./cross-memo.ts";
import type { CrossTerms } from "./cross-swap-transaction.ts";

/** Addresses are base58, amounts in base units. */
export type CrossOrder = Pick<
  SwapOrder,
  "payer" | "decimals" | "amountIn" | "fee" | "units" | "price" | "blockhash" | "lastValidHeight"
> & { mintIn: string; memo: CrossMemo };

/** The bytes that the wallet signs, with room for its signature. */
export async function buildCrossSwap(order: CrossOrder, terms: CrossTerms): Promise<Uint8Array> {
  const { payer, mintIn: mint, decimals, amountIn, memo } = order;
  const deposit = terms.depositAccounts[mint];
  if (deposit === undefined) throw new RangeError(`the relay takes no deposits in ${mint}`);
  const source = await tokenAccountOf(payer, mint);
  return compile(order, [
    ...budget(order),
    feeTransfer({ ...order, mint, source }, terms),
    getTransferCheckedInstruction({
      source,
      mint: address(mint),
      destination: address(deposit),
      authority: createNoopSigner(address(payer)),
      amount: amountIn,
      decimals,
    }),
    buildMemo(crossMemo(memo)),
  ]);
}
