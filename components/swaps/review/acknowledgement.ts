/** No wallet is asked to sign a plan above 1 % of impact that its user has not acknowledged (spec 3, Swaps). */
import { isFlagged } from "#lib/protocol/swaps/plan-impact.ts";
import type { RoutePlan } from "#lib/protocol/wire/swaps.ts";

/** @param acknowledged digest of the plan that the user has acknowledged: it counts for no other one */
export function mayBeSigned(
  { plan, digest }: { plan: RoutePlan; digest: string },
  acknowledged: string | undefined,
): boolean {
  return !isFlagged(plan) || acknowledged === digest;
}
