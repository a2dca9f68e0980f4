/** The impact of a plan, from the plan's own figures (docs/api/swaps.md). */
import type { RoutePlan } from "#lib/protocol/wire/swaps.ts";

const BPS = 10_000;

/** Above this the user must acknowledge the impact before the wallet opens. */
export const FLAGGED_IMPACT_BPS = 100;
/** From here the impact is shown as a danger, with the loss in money. */
export const HIGH_IMPACT_BPS = 500;
/** From here the user types a word, because a tick is easily made without reading. */
export const TYPED_IMPACT_BPS = 1_500;

/** The impact of all hops together, in basis points, rounded up. */
export function planImpactBps({ route }: Pick<RoutePlan, "route">): number {
  let remaining = 1n;
  let whole = 1n;
  for (const { impact_bps: impact } of route) {
    remaining *= BigInt(BPS - impact);
    whole *= BigInt(BPS);
  }
  return BPS - Number((remaining * BigInt(BPS)) / whole);
}

export function isFlagged(plan: Pick<RoutePlan, "route">): boolean {
  return planImpactBps(plan) > FLAGGED_IMPACT_BPS;
}
