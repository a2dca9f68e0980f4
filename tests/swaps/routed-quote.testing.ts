/**
 * Swaps along routes of the simulated aggregator, made as the page makes them: from its answer,
 * with a transaction of our own around it.
 */
import { createSolanaRpc } from "@solana/kit";
import { readLookupTable } from "#lib/protocol/solana/lookup-tables.ts";
import { TOKENS, type TokenSymbol } from "#lib/protocol/solana/tokens.ts";
import { DEFAULT_FEE_PPM, DEFAULT_SLIPPAGE_BPS } from "#lib/protocol/swaps/assets.ts";
import {
  buildRoutedSwap,
  type RoutedOrder,
} from "#lib/protocol/swaps/jupiter/build-routed-swap.ts";
import {
  estimatedImpacts,
  type JupiterQuote,
  readJupiterQuote,
} from "#lib/protocol/swaps/jupiter/jupiter-quote.ts";
import { lossToMark, type Marks } from "#lib/protocol/swaps/plan/mark-loss.ts";
import {
  makeSwapPlan,
  parseExpiry,
  planDigest,
  venueOfPool,
} from "#lib/protocol/swaps/plan/swap-plan.ts";
import { swapFee } from "#lib/protocol/swaps/swap-fee.ts";
import type { RoutePlan } from "#lib/protocol/wire/swaps.ts";
import { routeAnswer } from "#services/sandbox/routes/route-answer.ts";
import { RouteChain } from "#services/sandbox/routes/route-chain.ts";
import { type Swapper, type SwapWorld, transactionSignature } from "./swap-world.testing.ts";

export const MARKS: Marks = { SOL: "150", BTC: "64000", ETH: "3200" };

export type RoutedChange = {
  /** Pools that the aggregator may use; all by default. */
  passes?: readonly string[];
  /** Changes the aggregator's answer. */
  quote?: (quote: JupiterQuote) => JupiterQuote;
  plan?: (plan: RoutePlan) => RoutePlan;
  order?: Partial<RoutedOrder>;
};
export type RoutedSwap = {
  quote: JupiterQuote;
  plan: RoutePlan;
  bytes: Uint8Array;
  transaction: string;
  signature: string;
};

export type RoutedParties = { world: SwapWorld; wallet: Swapper };

let seeds = 0;

async function quoteOf(
  { world, wallet }: RoutedParties,
  [assetIn, assetOut]: readonly [TokenSymbol, TokenSymbol],
  amountIn: bigint,
  passes?: readonly string[],
): Promise<JupiterQuote> {
  const [inputMint, outputMint] = [TOKENS[assetIn].mint, TOKENS[assetOut].mint];
  const state = await new RouteChain(createSolanaRpc(world.chain.url)).read();
  if (state === undefined) throw new Error("the chain has no aggregator");
  const terms = { slippageBps: DEFAULT_SLIPPAGE_BPS, maxAccounts: 64 };
  const taker = wallet.address;
  const query = { inputMint, outputMint, amount: amountIn, taker, ...terms };
  const pools = state.pools.filter((pool) => passes?.includes(venueOfPool({ pool })) ?? true);
  const answer: unknown = JSON.parse(JSON.stringify(await routeAnswer({ ...state, pools }, query)));
  const question = { mintIn: inputMint, mintOut: outputMint, amountIn, payer: taker, ...terms };
  const read = readJupiterQuote(answer, question);
  if (!read.ok) throw new Error(read.reason);
  return read.quote;
}

export async function routedSwap(
  parties: RoutedParties,
  pair: readonly [TokenSymbol, TokenSymbol],
  amountIn: bigint,
  change: RoutedChange = {},
): Promise<RoutedSwap> {
  const { world, wallet } = parties;
  const [assetIn, assetOut] = pair;
  const given = await quoteOf(parties, pair, amountIn, change.passes);
  const quote = change.quote?.(given) ?? given;
  const loss = lossToMark({ assetIn, amountIn, assetOut, out: quote.out }, MARKS);
  const impacts = estimatedImpacts(quote, loss);
  const hops = impacts.map((impactBps) => ({ impactBps }));
  const venues = quote.hops.map(({ venue }) => venue);
  const made = makeSwapPlan({ out: quote.out, hops }, venues, {
    assetIn,
    assetOut,
    amountIn,
    slippageBps: DEFAULT_SLIPPAGE_BPS,
    priorityFeeLamports: 0n,
    expiresAt: Math.floor(Date.now() / 1_000) + 20,
  });
  const plan = change.plan?.(made) ?? made;
  const data = await world.data(quote.tables);
  seeds += 1;
  const order: RoutedOrder = {
    payer: wallet.address,
    mintIn: TOKENS[assetIn].mint,
    mintOut: TOKENS[assetOut].mint,
    decimals: TOKENS[assetIn].decimals,
    amountIn,
    minOut: BigInt(plan.out.units_min),
    fee: swapFee(amountIn, DEFAULT_FEE_PPM, false).charged,
    memo: { digest: await planDigest(plan), expiresAt: parseExpiry(plan) },
    seed: `r${seeds}`,
    units: 600_000,
    price: 0n,
    ...(await world.life()),
    instruction: quote.instruction,
    between: quote.between,
    tables: Object.fromEntries(
      [...data].map(([key, bytes]) => [key, readLookupTable(bytes) ?? []]),
    ),
    ...change.order,
  };
  const bytes = wallet.sign(await buildRoutedSwap(order, world.terms));
  const transaction = Buffer.from(bytes).toString("base64");
  return { quote, plan, bytes, transaction, signature: transactionSignature(bytes) };
}
