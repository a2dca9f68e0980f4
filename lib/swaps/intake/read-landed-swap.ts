/** Reads a swap of the service from a transaction that landed: what moved follows from the balances of the pools. */
import "server-only";
import { decodeTransaction } from "#lib/protocol/solana/decode-transaction.ts";
import { assetOfMint } from "#lib/protocol/swaps/assets.ts";
import { swapFee } from "#lib/protocol/swaps/swap-fee.ts";
import { readSwap } from "#lib/protocol/swaps/swap-transaction.ts";
import type { LandedTransaction } from "#lib/swaps/chain/swap-node.ts";
import type { SwapSettings } from "#lib/swaps/chain/swap-settings.ts";

/** Amounts in base units. */
export type LandedSwap = {
  wallet: string;
  assetIn: string;
  assetOut: string;
  unitsIn: bigint;
  unitsOut: bigint;
  fee: bigint;
  /** Without the discount of referred users, and with it. */
  feeGross: bigint;
  feeReferred: bigint;
  route: string[];
  slot: number;
  /** Unix milliseconds. */
  blockTime: number;
};

/** Undefined for a transaction that failed, or that is no swap of this service. */
export function readLandedSwap(
  landed: LandedTransaction,
  settings: SwapSettings,
): LandedSwap | undefined {
  const { meta, slot, blockTime } = landed;
  const bytes = Uint8Array.from(Buffer.from(landed.transaction[0], "base64"));
  const read = readSwap(bytes, settings);
  if (meta.err !== null || !read.ok) return undefined;
  const { swap } = read;
  const [assetIn, assetOut] = [assetOfMint(swap.mintIn), assetOfMint(swap.mintOut)];
  const passed = swap.hops.map(({ pool }) =>
    settings.venues.find(({ address }) => address === pool),
  );
  const route = passed.flatMap((venue) => venue?.name ?? []);
  const { accounts } = decodeTransaction(bytes);
  const [first, last] = [swap.hops[0], swap.hops.at(-1)];
  if (!assetIn || !assetOut || !first || !last || route.length !== swap.hops.length)
    return undefined;
  const grown = (account: string) => grownBy(landed, accounts.indexOf(account));
  const [unitsIn, unitsOut] = [grown(first.vaultIn), -grown(last.vaultOut)];
  if (unitsIn !== swap.amountIn || unitsOut < swap.minOut) return undefined;
  // What leaves one pool goes into the next one, and nothing else does.
  const isWhole = swap.hops
    .slice(1)
    .every((hop, index) => grown(hop.vaultIn) === -grown(swap.hops[index]?.vaultOut ?? ""));
  if (!isWhole) return undefined;
  const { gross } = swapFee(unitsIn, settings.feePpm, false);
  return {
    wallet: swap.payer,
    assetIn: assetIn.symbol,
    assetOut: assetOut.symbol,
    unitsIn,
    unitsOut,
    fee: swap.fee,
    feeGross: gross,
    feeReferred: swapFee(unitsIn, settings.feePpm, true).charged,
    route,
    slot,
    blockTime: blockTime * 1_000,
  };
}

function grownBy({ meta }: LandedTransaction, index: number): bigint {
  const amountIn = (balances: typeof meta.preTokenBalances): bigint => {
    const found = balances.find(({ accountIndex }) => accountIndex === index);
    return BigInt(found?.uiTokenAmount.amount ?? 0);
  };
  return amountIn(meta.postTokenBalances) - amountIn(meta.preTokenBalances);
}
