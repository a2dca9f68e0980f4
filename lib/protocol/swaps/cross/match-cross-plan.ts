/**
 * Checks that a transaction is the swap to another network that a plan describes. Page and executor
 * use it like `match-plan.ts`.
 */
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import { venueOfRelay } from "#lib/protocol/swaps/plan/swap-plan.ts";
import {
  type PlanFacts,
  problemOfFee,
  problemOfMemo,
  problemOfPlan,
  problemOfPriority,
} from "#lib/protocol/swaps/verify/match-plan.ts";
import type { RoutePlan } from "#lib/protocol/wire/swaps.ts";
import type { CrossSwapTransaction } from "./cross-swap-transaction.ts";

/** A technical reason, in English; undefined when it is the swap of the plan. */
export async function mismatchOfCrossPlan(
  swap: CrossSwapTransaction,
  plan: RoutePlan,
  facts: Omit<PlanFacts, "venues">,
): Promise<string | undefined> {
  if (swap.payer !== facts.account) return "another wallet pays it";
  return (
    problemOfPlan(plan) ??
    (await problemOfMemo(swap, plan)) ??
    problemOfOrder(swap, plan) ??
    problemOfPriority(swap, plan) ??
    problemOfFee(swap, facts)
  );
}

function problemOfOrder(swap: CrossSwapTransaction, plan: RoutePlan): string | undefined {
  const { memo } = swap;
  const { destination } = plan;
  if (swap.mintIn !== TOKENS[plan.in.asset].mint || memo.asset !== plan.out.asset)
    return "it swaps other assets than its plan";
  if (String(swap.amountIn) !== plan.in.units) return "it swaps another amount than its plan";
  if (String(memo.minOut) !== plan.out.units_min) return "its minimum is not the one of its plan";
  if (memo.network !== destination?.network) return "it leads to another network than its plan";
  if (memo.address !== destination.address) return "it pays another wallet than its plan";
  const [hop, second] = plan.route;
  const isRelay = hop?.venue === venueOfRelay(memo.network) && second === undefined;
  return isRelay ? undefined : "its route is not the one of its plan";
}
