/**
 * Checks that a transaction is the swap that a plan describes: the page before it is signed, the
 * executor before it is sent.
 */

import type { PoolAddresses } from "#lib/protocol/solana/find-pool.ts";
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import { SIGNATURE_LAMPORTS } from "#lib/protocol/solana/transaction-rules.ts";
import { slippageCapBps } from "#lib/protocol/swaps/assets.ts";
import {
  hasItsAmounts,
  parseExpiry,
  planDigest,
  venueOfJupiter,
} from "#lib/protocol/swaps/plan/swap-plan.ts";
import { swapFee } from "#lib/protocol/swaps/swap-fee.ts";
import type { SwapTransaction } from "#lib/protocol/swaps/swap-rules.ts";
import type { RoutePlan } from "#lib/protocol/wire/swaps.ts";

export type SwapVenue = PoolAddresses & {
  /** Its name in plans and on the tape. */
  name: string;
};

export type PlanFacts = {
  venues: readonly SwapVenue[];
  /** Share of the input, in millionths. */
  feePpm: bigint;
  isReferred: boolean;
  /** The wallet that pays, base58. */
  account: string;
};

/** A technical reason, in English; undefined when it is the swap of the plan. */
export async function mismatchOfPlan(
  swap: SwapTransaction,
  plan: RoutePlan,
  facts: PlanFacts,
): Promise<string | undefined> {
  if (swap.payer !== facts.account) return "another wallet pays it";
  return (
    problemOfPlan(plan) ??
    (await problemOfMemo(swap, plan)) ??
    problemOfTerms(swap, plan) ??
    problemOfRoute(swap, plan, facts.venues) ??
    problemOfFee(swap, facts)
  );
}

export function problemOfPlan(plan: RoutePlan): string | undefined {
  const cap = slippageCapBps(plan.in.asset, plan.out.asset);
  if (plan.slippage_bps > cap) return `its slippage is above the ${cap} bps of these assets`;
  return hasItsAmounts(plan) ? undefined : "the amounts of its plan are not those of its units";
}

export async function problemOfMemo({ memo }: Pick<SwapTransaction, "memo">, plan: RoutePlan) {
  const isOfPlan = memo.digest === (await planDigest(plan)) && memo.expiresAt === parseExpiry(plan);
  return isOfPlan ? undefined : "its memo names another plan";
}

function problemOfTerms(swap: SwapTransaction, plan: RoutePlan): string | undefined {
  if (swap.mintIn !== TOKENS[plan.in.asset].mint || swap.mintOut !== TOKENS[plan.out.asset].mint)
    return "it swaps other assets than its plan";
  if (String(swap.amountIn) !== plan.in.units) return "it swaps another amount than its plan";
  if (String(swap.minOut) !== plan.out.units_min) return "its minimum is not the one of its plan";
  return problemOfPriority(swap, plan);
}

export function problemOfPriority(
  { networkLamports }: Pick<SwapTransaction, "networkLamports">,
  plan: RoutePlan,
) {
  return networkLamports - SIGNATURE_LAMPORTS === BigInt(plan.priority_fee_lamports)
    ? undefined
    : "its priority fee is not the one of its plan";
}

const OTHER_ROUTE = "its route is not the one of its plan";

function problemOfRoute(
  { hops, routed }: SwapTransaction,
  { route }: RoutePlan,
  venues: readonly SwapVenue[],
) {
  const isOfJupiter = route.every(({ venue }) => venue.startsWith(venueOfJupiter("")));
  if (routed !== undefined) return isOfJupiter ? undefined : OTHER_ROUTE;
  const isRoute =
    hops.length === route.length &&
    hops.every((hop, index) => {
      const venue = venues.find(({ address }) => address === hop.pool);
      if (venue === undefined || venue.name !== route[index]?.venue) return false;
      const vaults = [hop.vaultIn, hop.vaultOut];
      return vaults.includes(venue.vaultA) && vaults.includes(venue.vaultB);
    });
  return isRoute ? undefined : OTHER_ROUTE;
}

export function problemOfFee(
  swap: Pick<SwapTransaction, "amountIn" | "fee">,
  { feePpm, isReferred }: Pick<PlanFacts, "feePpm" | "isReferred">,
) {
  const { charged } = swapFee(swap.amountIn, feePpm, isReferred);
  if (charged === 0n && feePpm > 0n) return "its amount is too small to have a fee";
  return swap.fee === charged ? undefined : `its fee is ${swap.fee} units and not ${charged}`;
}
