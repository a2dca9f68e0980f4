/** The assets that can be swapped, and how far the price of each may move between the plan and the chain. */
import { SWAP_ASSETS } from "#lib/protocol/enumerations.ts";
import { TOKENS, type Token, type TokenSymbol } from "#lib/protocol/solana/tokens.ts";

/** In basis points. Users cannot switch these caps off (spec 3, Limits). */
const STABLE_CAP_BPS = 50;
const MAJOR_CAP_BPS = 100;
const OTHER_CAP_BPS = 300;
const MAJORS: readonly TokenSymbol[] = ["SOL", "BTC", "ETH"];

export const DEFAULT_SLIPPAGE_BPS = 50;
/** The service's fee unless the operator sets another one, in millionths of the input. */
export const DEFAULT_FEE_PPM = 1_000n;
/** Pools that a route may pass. */
export const MOST_HOPS = 3;

/** Assets that can be swapped to another network. SOL would have to be wrapped on both sides. */
export const CROSS_ASSETS = ["USDC", "BTC", "ETH"] as const satisfies readonly TokenSymbol[];
export type CrossAsset = (typeof CROSS_ASSETS)[number];
/** What a relay may keep at most, in basis points of what the reference price gives. */
export const MOST_RELAY_BPS = 50;

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

/** The most slippage of a pair, in basis points: the larger cap of the two. */
export function slippageCapBps(one: TokenSymbol, other: TokenSymbol): number {
  return Math.max(capOf(one), capOf(other));
}
