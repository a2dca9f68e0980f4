/**
 * Reads a swap of the service from a transaction that landed. The amounts follow from the balances.
 */
import "server-only";
import { decodeTransaction } from "#lib/protocol/solana/decode-transaction.ts";
import { NATIVE_MINT } from "#lib/protocol/solana/tokens.ts";
import type { DestinationNetwork } from "#lib/protocol/solana.ts";
import { assetOfMint } from "#lib/protocol/swaps/assets.ts";
import { readCrossSwap } from "#lib/protocol/swaps/cross/cross-swap-transaction.ts";
import { JUPITER_VENUE, venueOfRelay } from "#lib/protocol/swaps/plan/swap-plan.ts";
import { swapFee } from "#lib/protocol/swaps/swap-fee.ts";
import type { SwapTransaction } from "#lib/protocol/swaps/swap-rules.ts";
import { readSwap } from "#lib/protocol/swaps/verify/swap-transaction.ts";
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
  /** The fee without the discount of referred users, and with it. */
  feeGross: bigint;
  feeReferred: bigint;
  route: string[];
  /**
   * For a swap to another network: the network and the wallet that receive the output. Then
   * `unitsOut` is the minimum.
   */
  destination: DestinationNetwork | null;
  recipient: string | null;
  slot: number;
  /** Unix milliseconds. */
  blockTime: number;
};

/** Undefined for a transaction that failed or is not a swap of this service. */
export function readLandedSwap(
  landed: LandedTransaction,
  settings: SwapSettings,
): LandedSwap | undefined {
  const { meta, slot, blockTime } = landed;
  const bytes = Uint8Array.from(Buffer.from(landed.transaction[0], "base64"));
  if (meta.err !== null) return undefined;
  const read = readSwap(bytes, settings, meta.loadedAddresses);
  if (!read.ok) return readLandedCross(landed, bytes, settings);
  const { swap } = read;
  const [assetIn, assetOut] = [assetOfMint(swap.mintIn), assetOfMint(swap.mintOut)];
  const moved = swap.routed === undefined ? movedByPools : movedByRoute;
  const { accounts } = decodeTransaction(bytes, meta.loadedAddresses);
  const found = moved({ landed, accounts, swap, settings });
  if (!assetIn || !assetOut || found === undefined) return undefined;
  return {
    wallet: swap.payer,
    assetIn: assetIn.symbol,
    assetOut: assetOut.symbol,
    ...found,
    fee: swap.fee,
    ...feesOf(swap.amountIn, settings),
    destination: null,
    recipient: null,
    slot,
    blockTime: blockTime * 1_000,
  };
}

type Landed = {
  landed: LandedTransaction;
  /** In the order of the balances. */
  accounts: readonly string[];
  swap: SwapTransaction;
  settings: SwapSettings;
};
type Moved = Pick<LandedSwap, "unitsIn" | "unitsOut" | "route"> | undefined;

/** Undefined for a route through unknown pools, or one that leaves a part between two pools. */
function movedByPools({ landed, accounts, swap, settings }: Landed): Moved {
  const { hops } = swap;
  const passed = hops.map(({ pool }) => settings.venues.find(({ address }) => address === pool));
  const route = passed.flatMap((venue) => venue?.name ?? []);
  const [first, last] = [hops[0], hops.at(-1)];
  if (!first || !last || route.length !== hops.length) return undefined;
  const grown = (account: string) => grownBy(landed, accounts.indexOf(account));
  const [unitsIn, unitsOut] = [grown(first.vaultIn), -grown(last.vaultOut)];
  if (unitsIn !== swap.amountIn || unitsOut < swap.minOut) return undefined;
  // All that leaves one pool must enter the next one, and nothing else may.
  const isWhole = hops
    .slice(1)
    .every((hop, index) => grown(hop.vaultIn) === -grown(hops[index]?.vaultOut ?? ""));
  return isWhole ? { unitsIn, unitsOut, route } : undefined;
}

/** Whatever markets a route used, the wallet's own balances show what it paid and received. */
function movedByRoute({ landed, accounts, swap }: Landed): Moved {
  const { mintIn, mintOut, source, destination, fee, amountIn, minOut } = swap;
  const grown = (account: string) => grownBy(landed, accounts.indexOf(account));
  const sol = lamportsGained(landed, accounts, swap);
  const unitsIn = -(mintIn === NATIVE_MINT ? sol : grown(source)) - fee;
  const unitsOut = mintOut === NATIVE_MINT ? sol : grown(destination);
  if (unitsIn <= 0n || unitsIn > amountIn || unitsOut < minOut) return undefined;
  return { unitsIn, unitsOut, route: [JUPITER_VENUE] };
}

/**
 * The wallet's gain in lamports, without the network's fee and the rent of accounts that it opened.
 */
function lamportsGained(
  { meta }: LandedTransaction,
  accounts: readonly string[],
  { payer, destination, opensDestination, between }: SwapTransaction,
): bigint {
  const change = (account: string): bigint => {
    const index = accounts.indexOf(account);
    return BigInt(meta.postBalances[index] ?? 0) - BigInt(meta.preBalances[index] ?? 0);
  };
  const opened = [...(opensDestination ? [destination] : []), ...between];
  const rent = opened.reduce((sum, account) => sum + change(account), 0n);
  return change(payer) + BigInt(meta.fee) + rent;
}

function feesOf(unitsIn: bigint, { feePpm }: SwapSettings) {
  return {
    feeGross: swapFee(unitsIn, feePpm, false).gross,
    feeReferred: swapFee(unitsIn, feePpm, true).charged,
  };
}

/** A deposit at the relay. The output is decided on the other network. */
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
