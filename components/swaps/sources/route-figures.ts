/** What the sources of routes say, in one form. Pure; amounts are in base units. */
import { TOKENS, type TokenSymbol } from "#lib/protocol/solana/tokens.ts";
import { estimatedImpacts, type JupiterQuote } from "#lib/protocol/swaps/jupiter-quote.ts";
import { lossToMark, type Marks } from "#lib/protocol/swaps/mark-loss.ts";
import { type LivePool, planRoute } from "#lib/protocol/swaps/plan-route.ts";
import { MOST_HOPS_IN_A_PACKET } from "./read-pools.ts";

/** How far a route moves the price: computed from pools, an estimate, or more than a percent because nobody knows it. */
export type ImpactKind = "exact" | "estimated" | "unknown";

/** What a source says of a route. */
export type RouteFigures = {
  out: bigint;
  /** The token that each reaches, and its impact in basis points. */
  hops: readonly { mintOut: string; impactBps: number }[];
  impact: ImpactKind;
};

export type Asked = { assetIn: TokenSymbol; assetOut: TokenSymbol; amountIn: bigint };

/** Planned here. @param pools undefined before they are read */
export function overPools(
  pools: readonly LivePool[] | undefined,
  { assetIn, assetOut, amountIn }: Asked,
): RouteFigures | null | undefined {
  if (pools === undefined) return undefined;
  const [mintIn, mintOut] = [TOKENS[assetIn].mint, TOKENS[assetOut].mint];
  const route = planRoute(pools, { mintIn, mintOut, amountIn, maxHops: MOST_HOPS_IN_A_PACKET });
  return route === undefined ? null : { ...route, impact: "exact" };
}

/** As Jupiter has answered. */
export function ofJupiter(
  answer: JupiterQuote | null | undefined,
  asked: Asked,
  marks: Marks,
): RouteFigures | null | undefined {
  if (!answer) return answer;
  const { out, hops } = answer;
  const { impacts, impact } = statedImpacts(answer, asked, marks);
  return {
    out,
    hops: hops.map(({ mintOut }, index) => ({ mintOut, impactBps: impacts[index] ?? 0 })),
    impact,
  };
}

/** In basis points, one for each hop: as the plan of a route of Jupiter states them. */
export function statedImpacts(
  answer: JupiterQuote,
  asked: Asked,
  marks: Marks,
): { impacts: readonly number[]; impact: ImpactKind } {
  const loss = lossToMark({ ...asked, out: answer.out }, marks);
  return {
    impacts: estimatedImpacts(answer, loss),
    impact: loss === undefined ? "unknown" : "estimated",
  };
}
