/** The figures of routes from both sources, in one form. Pure; amounts are in base units. */
import { TOKENS, type TokenSymbol } from "#lib/protocol/solana/tokens.ts";
import { estimatedImpacts, type JupiterQuote } from "#lib/protocol/swaps/jupiter/jupiter-quote.ts";
import { lossToMark, type Marks } from "#lib/protocol/swaps/plan/mark-loss.ts";
import { findBestRoute, type LivePool } from "#lib/protocol/swaps/pools/find-best-route.ts";
import { MAX_HOPS_IN_A_PACKET } from "./read-pools.ts";

/**
 * How far a route moves the price: computed from pools, estimated, or unknown, which counts as more
 * than 1 %.
 */
export type ImpactKind = "exact" | "estimated" | "unknown";

/** A route as its source describes it. */
export type RouteFigures = {
  out: bigint;
  /** The token that each hop reaches, and its impact in basis points. */
  hops: readonly { mintOut: string; impactBps: number }[];
  impact: ImpactKind;
};

export type SwapQuestion = { assetIn: TokenSymbol; assetOut: TokenSymbol; amountIn: bigint };

/** Plans a route over the pools. @param pools undefined before they are read */
export function overPools(
  pools: readonly LivePool[] | undefined,
  { assetIn, assetOut, amountIn }: SwapQuestion,
): RouteFigures | null | undefined {
  if (pools === undefined) return undefined;
  const [mintIn, mintOut] = [TOKENS[assetIn].mint, TOKENS[assetOut].mint];
  const route = findBestRoute(pools, { mintIn, mintOut, amountIn, maxHops: MAX_HOPS_IN_A_PACKET });
  return route === undefined ? null : { ...route, impact: "exact" };
}

/** Jupiter's answer as route figures. */
export function ofJupiter(
  answer: JupiterQuote | null | undefined,
  question: SwapQuestion,
  marks: Marks,
): RouteFigures | null | undefined {
  if (!answer) return answer;
  const { out, hops } = answer;
  const { impacts, impact } = statedImpacts(answer, question, marks);
  return {
    out,
    hops: hops.map(({ mintOut }, index) => ({ mintOut, impactBps: impacts[index] ?? 0 })),
    impact,
  };
}

/** The impact of each hop in basis points, as the plan of a route of Jupiter states it. */
export function statedImpacts(
  answer: JupiterQuote,
  question: SwapQuestion,
  marks: Marks,
): { impacts: readonly number[]; impact: ImpactKind } {
  const loss = lossToMark({ ...question, out: answer.out }, marks);
  return {
    impacts: estimatedImpacts(answer, loss),
    impact: loss === undefined ? "unknown" : "estimated",
  };
}
