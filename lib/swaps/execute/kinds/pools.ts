/**
 * Checks that a signed transaction is the swap of its plan on this network, that its user may still
 * make it, and that the pools would now make it as planned.
 */
import "server-only";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { LoadedAddresses } from "#lib/protocol/solana/wire-transaction.ts";
import { slippageCapBps } from "#lib/protocol/swaps/assets.ts";
import { planImpactBps } from "#lib/protocol/swaps/plan/price-impact.ts";
import { leastOutput } from "#lib/protocol/swaps/plan/swap-plan.ts";
import { outputAlong } from "#lib/protocol/swaps/pools/find-best-route.ts";
import { accountsOfPools, livePools } from "#lib/protocol/swaps/pools/live-pools.ts";
import type { SwapTransaction } from "#lib/protocol/swaps/swap-rules.ts";
import { mismatchOfPlan } from "#lib/protocol/swaps/verify/match-plan.ts";
import { readSwap } from "#lib/protocol/swaps/verify/swap-transaction.ts";
import type { RoutePlan } from "#lib/protocol/wire/swaps.ts";
import type { SwapNode } from "#lib/swaps/chain/swap-node.ts";
import type { SwapSettings } from "#lib/swaps/chain/swap-settings.ts";
import {
  MOVED_BPS,
  mismatch,
  problemOfSigner,
  requireInput,
  requireInTime,
  type SwapCheckFacts,
} from "./checks.ts";

/**
 * @param loaded addresses of the transaction's lookup tables
 * @throws TRANSACTION_MISMATCH with the reason, QUOTE_EXPIRED
 * @throws ROUTE_UNAVAILABLE for a route of Jupiter where the service offers none
 */
export async function checkSwap(
  facts: SwapCheckFacts,
  plan: RoutePlan,
  { bytes, loaded }: { bytes: Uint8Array; loaded: LoadedAddresses | undefined },
): Promise<SwapTransaction> {
  const read = readSwap(bytes, facts.settings, loaded);
  if (!read.ok) throw mismatch(read.reason);
  const { swap } = read;
  if (swap.routed !== undefined && facts.settings.routesUrl === undefined)
    throw new ServiceError("ROUTE_UNAVAILABLE");
  const problem =
    (await mismatchOfPlan(swap, plan, { ...facts, ...facts.settings })) ??
    problemOfSigner(swap, facts.account);
  if (problem !== undefined) throw mismatch(problem);
  requireInTime(plan, facts.now);
  return swap;
}

/**
 * Computes the swap again on the confirmed pools.
 * @throws INSUFFICIENT_BALANCE when the wallet has no account of the input, or too little in it
 * @throws ROUTE_UNAVAILABLE when a pool is gone or gives nothing
 * @throws IMPACT_EXCEEDED when less than the minimum would arrive
 * @throws QUOTE_EXPIRED when the price rose so much that the minimum no longer protects the assets'
 * slippage cap, or when the impact is larger than the plan states
 */
export async function planAgain(
  node: SwapNode,
  { venues }: SwapSettings,
  swap: SwapTransaction,
  plan: RoutePlan,
): Promise<void> {
  const passed = swap.hops.flatMap(
    ({ pool }) => venues.find(({ address }) => address === pool) ?? [],
  );
  const accounts = await node.accounts([...accountsOfPools(passed), swap.source]);
  requireInput(swap, accounts);
  const pools = livePools(passed, accounts);
  const route =
    pools.length === swap.hops.length ? outputAlong(pools, swap.mintIn, swap.amountIn) : undefined;
  if (route === undefined || route.out === 0n || route.hops.at(-1)?.mintOut !== swap.mintOut)
    throw new ServiceError("ROUTE_UNAVAILABLE");
  if (route.out < swap.minOut) throw new ServiceError("IMPACT_EXCEEDED");
  const cap = slippageCapBps(plan.in.asset, plan.out.asset);
  if (swap.minOut < leastOutput(route.out, cap)) throw new ServiceError("QUOTE_EXPIRED");
  if (route.impactBps > planImpactBps(plan) + MOVED_BPS) throw new ServiceError("QUOTE_EXPIRED");
}
