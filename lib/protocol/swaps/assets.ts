/** The assets that can be swapped, and how far their prices may move between plan and chain. */
import { SWAP_ASSETS } from "#lib/protocol/enumerations.ts";
import { TOKENS, type Token, type TokenSymbol } from "#lib/protocol/solana/tokens.ts";

/** In basis points. Users cannot raise these caps (docs/api/swaps.md). */
const STABLE_CAP_BPS = 50;
const MAJOR_CAP_BPS = 100;
const OTHER_CAP_BPS = 300;
const MAJORS: readonly TokenSymbol[] = ["SOL", "BTC", "ETH"];

export const DEFAULT_SLIPPAGE_BPS = 50;
/** The service's default fee, in millionths of the input. The operator can set another. */
export const DEFAULT_FEE_PPM = 1_000n;
/** The maximum number of pools in a route. */
export const MAX_HOPS = 3;

/**
 * Assets that can be swapped to another network. SOL is left out, because it would have to be
 * wrapped on both sides.
 */
export const CROSS_ASSETS = ["USDC", "BTC", "ETH"] as const satisfies readonly TokenSymbol[];
export type CrossAsset = (typeof CROSS_ASSETS)[number];
/** The most that a relay may keep, in basis points of the output at the reference price. */
export const MAX_RELAY_BPS = 50;

export function isCrossAsset(symbol: string): symbol is CrossAsset {
  return CROSS_ASSETS.some((one) => one === symbol);
}

export function isSwapAsset(symbol: string): symbol is TokenSymbol {
  return SWAP_ASSETS.some((one) => one === symbol);
}

/** Undefined for a mint that cannot be swapped. */
export function assetOfMint(mint: string): (Token & { symbol: TokenSymbol }) | undefined {
  return SWAP_ASSETS.map((symbol) => TOKENS[symbol]).find((token) => token.mint === mint);
}

function capOf(asset: TokenSymbol): number {
  if (asset === "USDC") return STABLE_CAP_BPS;
  return MAJORS.includes(asset) ? MAJOR_CAP_BPS : OTHER_CAP_BPS;
}

/** The maximum slippage of a pair, in basis points: the larger cap of the two. */
export function slippageCapBps(one: TokenSymbol, other: TokenSymbol): number {
  return Math.max(capOf(one), capOf(other));
}
