/** Whether a signed transaction is the swap to another network that its plan describes, and one that its user may still make. */
import "server-only";
import { address, isOffCurveAddress } from "@solana/kit";
import { ServiceError } from "#lib/platform/errors.ts";
import { isCrossAsset, MOST_RELAY_BPS, slippageCapBps } from "#lib/protocol/swaps/assets.ts";
import { CROSSING_MARGIN_SECONDS } from "#lib/protocol/swaps/cross-memo.ts";
import { crossImpactBps, referenceOutput } from "#lib/protocol/swaps/cross-price.ts";
import {
  type CrossSwapTransaction,
  readCrossSwap,
} from "#lib/protocol/swaps/cross-swap-transaction.ts";
import { accountsOfPools, livePools } from "#lib/protocol/swaps/live-pools.ts";
import { mismatchOfCrossPlan } from "#lib/protocol/swaps/match-cross-plan.ts";
import { planImpactBps } from "#lib/protocol/swaps/plan-impact.ts";
import { leastOutput } from "#lib/protocol/swaps/route-plan.ts";
import type { RoutePlan } from "#lib/protocol/wire/swaps.ts";
import type { SwapNode } from "#lib/swaps/chain/swap-node.ts";
import type { SwapSettings } from "#lib/swaps/chain/swap-settings.ts";
import { heldIn } from "./check-chain.ts";
import {
  MOVED_BPS,
  mismatch,
  problemOfSigner,
  requireInTime,
  type SwapFacts,
} from "./check-swap.ts";

/** @throws ROUTE_UNAVAILABLE when swaps do not lead there, TRANSACTION_MISMATCH with the reason, QUOTE_EXPIRED */
export async function checkCrossSwap(
  facts: SwapFacts,
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

/** The associated account of another address would be nobody's. */
function problemOfRecipient({ memo }: CrossSwapTransaction): string | undefined {
  return isOffCurveAddress(address(memo.address)) ? "its recipient is not a wallet" : undefined;
}

/**
 * Measures the order by the pools of this network: the relay would refuse a minimum that is too high, and a low one protects nobody.
 * @throws INSUFFICIENT_BALANCE, ROUTE_UNAVAILABLE without a price, IMPACT_EXCEEDED when more is wanted than the amount is worth,
 * QUOTE_EXPIRED when the minimum protects less than the cap of the assets and what a relay may keep
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
  const cap = slippageCapBps(assetIn, assetOut) + MOST_RELAY_BPS;
  if (minOut < leastOutput(worth, cap)) throw new ServiceError("QUOTE_EXPIRED");
  const measured = crossImpactBps(livePools(venues, accounts), pair, worth);
  if (measured > planImpactBps(plan) + MOVED_BPS) throw new ServiceError("QUOTE_EXPIRED");
}
