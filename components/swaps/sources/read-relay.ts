/**
 * The source of routes to another network: a relay with the form of LiFi's API. The browser asks it
 * directly.
 */
import type { TokenSymbol } from "#lib/protocol/solana/tokens.ts";
import { isCrossAsset } from "#lib/protocol/swaps/assets.ts";
import {
  quoteAddress,
  type ReadCrossQuote,
  readCrossQuote,
} from "#lib/protocol/swaps/cross/cross-quote.ts";
import { askSource } from "./ask-source.ts";
import type { SwapTerms } from "./read-pools.ts";

export type Destination = SwapTerms["destinations"][number];

export type RelayQuestion = {
  /** Base58 wallets on this network and on the other. */
  account: string;
  address: string;
  assetIn: TokenSymbol;
  assetOut: TokenSymbol;
  /** Base units. */
  amountIn: bigint;
  slippageBps: number;
};

/** Also reads the relay's own transaction: a route through an unknown program is refused. */
export async function readRelay(
  destination: Destination,
  { account: payer, assetIn, assetOut, ...terms }: RelayQuestion,
  signal?: AbortSignal,
): Promise<ReadCrossQuote> {
  if (!isCrossAsset(assetIn) || !isCrossAsset(assetOut))
    return { ok: false, reason: "the relay does not take these assets" };
  const { network, from_chain: fromChain, to_chain: toChain } = destination;
  const { address, amountIn, slippageBps } = terms;
  const pair = { assetIn, assetOut, amountIn, payer, address, slippageBps };
  const question = { fromChain, toChain, network, ...pair };
  const answer = await askSource(quoteAddress(destination.quote_url, question), signal);
  if (!answer.ok) return answer;
  const { deposit_accounts: depositAccounts } = destination;
  return readCrossQuote(answer.body, question, { depositAccounts });
}
