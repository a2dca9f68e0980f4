/** Reads a swap of the service from a transaction that landed: what moved follows from the balances of the pools. */
import "server-only";
import { decodeTransaction } from "#lib/protocol/solana/decode-transaction.ts";
import type { DestinationNetwork } from "#lib/protocol/solana.ts";
import { assetOfMint } from "#lib/protocol/swaps/assets.ts";
import { readCrossSwap } from "#lib/protocol/swaps/cross-swap-transaction.ts";
import { venueOfRelay } from "#lib/protocol/swaps/route-plan.ts";
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
  /** Network and wallet that get the output, of a swap to another network; then `unitsOut` is the least of it. */
  destination: DestinationNetwork | null;
  recipient: string | null;
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
  if (meta.err !== null) return undefined;
  const read = readSwap(bytes, settings);
  if (!read.ok) return readLandedCross(landed, bytes, settings);
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
  return {
    wallet: swap.payer,
    assetIn: assetIn.symbol,
    assetOut: assetOut.symbol,
    unitsIn,
    unitsOut,
    fee: swap.fee,
    ...feesOf(unitsIn, settings),
    route,
    destination: null,
    recipient: null,
    slot,
    blockTime: blockTime * 1_000,
  };
}

function feesOf(unitsIn: bigint, { feePpm }: SwapSettings) {
  return {
    feeGross: swapFee(unitsIn, feePpm, false).gross,
    feeReferred: swapFee(unitsIn, feePpm, true).charged,
  };
}

/** A deposit at the relay: what it gives follows from the other network. */
function readLandedCross(
  { slot, blockTime }: LandedTransaction,
  bytes: Uint8Array,
  settings: SwapSettings,
): LandedSwap | undefined {
  const { cross } = settings;
  const read = cross && readCrossSwap(bytes, cross.terms);
  if (!cross || !read?.ok || read.swap.memo.network !== cross.network) return undefined;
  const { payer, mintIn, amountIn, fee, memo } = read.swap;
  const assetIn = assetOfMint(mintIn);
  if (assetIn === undefined) return undefined;
  return {
    wallet: payer,
    assetIn: assetIn.symbol,
    assetOut: memo.asset,
    unitsIn: amountIn,
    unitsOut: memo.minOut,
    fee,
    ...feesOf(amountIn, settings),
    route: [venueOfRelay(cross.network)],
    destination: cross.network,
    recipient: memo.address,
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
