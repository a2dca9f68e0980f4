/** How far a plan moves the price, as the plan itself states it (spec 3, Swaps). */
import type { RoutePlan } from "#lib/protocol/wire/swaps.ts";

const BPS = 10_000;

/** Above it, the user acknowledges the impact before the wallet is asked. */
export const FLAGGED_IMPACT_BPS = 100;

/** Of all hops together, in basis points, rounded up. */
export function planImpactBps({ route }: Pick<RoutePlan, "route">): number {
  let kept = 1n;
  let whole = 1n;
  for (const { impact_bps: impact } of route) {
    kept *= BigInt(BPS - impact);
    whole *= BigInt(BPS);
  }
  return BPS - Number((kept * BigInt(BPS)) / whole);
}

export function isFlagged(plan: Pick<RoutePlan, "route">): boolean {
  return planImpactBps(plan) > FLAGGED_IMPACT_BPS;
}
