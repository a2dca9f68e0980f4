/**
 * Checks that a signed transaction is the swap to another network that its plan describes, and that
 * its user may still make it.
 */
import "server-only";
import { address, isOffCurveAddress } from "@solana/kit";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { isCrossAsset, MAX_RELAY_BPS, slippageCapBps } from "#lib/protocol/swaps/assets.ts";
import { CROSSING_MARGIN_SECONDS } from "#lib/protocol/swaps/cross/cross-memo.ts";
import { crossImpactBps, referenceOutput } from "#lib/protocol/swaps/cross/cross-price.ts";
import {
  type CrossSwapTransaction,
  readCrossSwap,
} from "#lib/protocol/swaps/cross/cross-swap-transaction.ts";
import { mismatchOfCrossPlan } from "#lib/protocol/swaps/cross/match-cross-plan.ts";
import { planImpactBps } from "#lib/protocol/swaps/plan/price-impact.ts";
import { leastOutput } from "#lib/protocol/swaps/plan/swap-plan.ts";
import { accountsOfPools, livePools } from "#lib/protocol/swaps/pools/live-pools.ts";
import type { RoutePlan } from "#lib/protocol/wire/swaps.ts";
import type { SwapNode } from "#lib/swaps/chain/swap-node.ts";
import type { SwapSettings } from "#lib/swaps/chain/swap-settings.ts";
import {
  heldIn,
  MOVED_BPS,
  mismatch,
  problemOfSigner,
  requireInTime,
  type SwapCheckFacts,
} from "./checks.ts";

/**
 * @throws ROUTE_UNAVAILABLE when no relay leads there, TRANSACTION_MISMATCH with the reason,
 * QUOTE_EXPIRED
 */
export async function checkCrossSwap(
  facts: SwapCheckFacts,
  plan: RoutePlan,
  bytes: Uint8Array,
): Promise<CrossSwapTransaction> {
  const { cross } = facts.settings;
  if (cross === undefined || plan.destination?.network !== cross.network)
    throw new ServiceError("ROUTE_UNAVAILABLE");
  const read = readCrossSwap(bytes, cross.terms);
  if (!read.ok) throw mismatch(read.reason);
  const { swap } = read;
  const problem =
    (await mismatchOfCrossPlan(swap, plan, { ...facts, ...facts.settings })) ??
    problemOfRecipient(swap) ??
    problemOfSigner(swap, facts.account);
  if (problem !== undefined) throw mismatch(problem);
  requireInTime(plan, facts.now, CROSSING_MARGIN_SECONDS);
  return swap;
}

/** The associated account of an address that is not a wallet would have no owner who can sign. */
function problemOfRecipient({ memo }: CrossSwapTransaction): string | undefined {
  return isOffCurveAddress(address(memo.address)) ? "its recipient is not a wallet" : undefined;
}

/**
 * Measures the order by this network's pools. The relay would refuse a minimum that is too high,
 * and a minimum that is too low protects no user.
 * @throws INSUFFICIENT_BALANCE
 * @throws ROUTE_UNAVAILABLE without a price
 * @throws IMPACT_EXCEEDED when the minimum is above the amount's worth
 * @throws QUOTE_EXPIRED when the minimum is below the worth less the assets' slippage cap and the
 * relay's share, or when the impact is larger than the plan states
 */
export async function priceAgain(
  node: SwapNode,
  { venues }: SwapSettings,
  swap: CrossSwapTransaction,
  plan: RoutePlan,
): Promise<void> {
  const accounts = await node.accounts([...accountsOfPools(venues), swap.source]);
  if (heldIn(accounts.get(swap.source)) < swap.amountIn + swap.fee)
    throw new ServiceError("INSUFFICIENT_BALANCE");
  const { asset: assetIn } = plan.in;
  const { asset: assetOut, minOut } = swap.memo;
  if (!isCrossAsset(assetIn)) throw new ServiceError("ROUTE_UNAVAILABLE");
  const pair = { assetIn, assetOut, amountIn: swap.amountIn };
  const worth = referenceOutput(livePools(venues, accounts), pair);
  if (worth === 0n) throw new ServiceError("ROUTE_UNAVAILABLE");
  if (minOut > worth) throw new ServiceError("IMPACT_EXCEEDED");
  const cap = slippageCapBps(assetIn, assetOut) + MAX_RELAY_BPS;
  if (minOut < leastOutput(worth, cap)) throw new ServiceError("QUOTE_EXPIRED");
  const measured = crossImpactBps(livePools(venues, accounts), pair, worth);
  if (measured > planImpactBps(plan) + MOVED_BPS) throw new ServiceError("QUOTE_EXPIRED");
}
