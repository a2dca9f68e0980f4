/**
 * The source of routes on a real network: Jupiter. The browser asks it directly, and uses one
 * instruction of the answer.
 */
import type { Answer, Failure } from "#components/data/http.ts";
import { TOKENS, type TokenSymbol } from "#lib/protocol/solana/tokens.ts";
import {
  type JupiterQuote,
  readJupiterQuote,
  routeAddress,
} from "#lib/protocol/swaps/jupiter/jupiter-quote.ts";
import { askSource } from "./ask-source.ts";

export type RouteAsk = {
  /** Base58. Visitors send a key without an owner. */
  account: string;
  assetIn: TokenSymbol;
  assetOut: TokenSymbol;
  /** Base units. */
  amountIn: bigint;
  slippageBps: number;
};

/** Jupiter answers only so many requests without a key. */
export const ROUTES_BUSY = "ROUTES_BUSY";
const NO_ROUTE = "No routes found";

/**
 * @param routesUrl of the terms
 * @returns null without a route. A failure has a technical reason as its message
 */
export async function readRoute(
  routesUrl: string,
  { account: payer, assetIn, assetOut, amountIn, slippageBps }: RouteAsk,
  signal?: AbortSignal,
): Promise<Answer<JupiterQuote | null>> {
  const [mintIn, mintOut] = [TOKENS[assetIn].mint, TOKENS[assetOut].mint];
  const question = { mintIn, mintOut, amountIn, slippageBps, payer };
  const answer = await askSource(routeAddress(routesUrl, question), signal);
  if (!answer.ok) {
    const { status, reason } = answer;
    return status === 400 && reason === NO_ROUTE
      ? { ok: true, status, body: null }
      : failure(reason, status);
  }
  const read = readJupiterQuote(answer.body, question);
  return read.ok ? { ok: true, status: 200, body: read.quote } : failure(read.reason, 200);
}

function failure(message: string, status: number): Failure {
  const code = status === 429 ? ROUTES_BUSY : "ROUTES_UNREADABLE";
  return { ok: false, status, code, message, data: undefined };
}
