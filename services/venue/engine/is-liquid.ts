/** Accounts are liquidated only on a fresh mark, in a market that trades. */
import { MARK_DEAD_MS } from "./funding.ts";
import type { Holding } from "./market-state.ts";
import type { VenueState } from "./venue-state.ts";

export function isLiquid(state: VenueState, { market }: Holding): boolean {
  const { status } = market.listing;
  const dead = state.time - market.markTime > MARK_DEAD_MS;
  return !dead && status !== "Halted" && status !== "PostOnly";
}
