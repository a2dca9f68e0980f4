/**
 * Above 1 % impact the wallet does not open before the user has acknowledged the plan
 * (docs/api/swaps.md).
 */
import { isFlagged } from "#lib/protocol/swaps/plan/price-impact.ts";
import type { RoutePlan } from "#lib/protocol/wire/swaps.ts";

/**
 * @param acknowledged digest of the plan that the user acknowledged. It counts for this plan only
 */
export function mayBeSigned(
  { plan, digest }: { plan: RoutePlan; digest: string },
  acknowledged: string | undefined,
): boolean {
  return !isFlagged(plan) || acknowledged === digest;
}
