/** An account without positions owes nothing: the insurance fund pays what its balance lacks. */
import { accountChanged, insuranceOf } from "./accounts.ts";
import type { EngineEvents } from "./events.ts";
import { crossPositions } from "./isolated.ts";
import type { Account } from "./market-state.ts";
import type { VenueState } from "./venue-state.ts";

/** Moves what an account has below zero to the fund, when no position shares its balance. */
export function coverShortfall(state: VenueState, account: Account, events: EngineEvents): void {
  const insurance = insuranceOf(state);
  if (account.balance >= 0n || account === insurance || crossPositions(account).length > 0) return;
  moveBalance(state, { from: account, to: insurance }, events);
}

/** Everything that the account has, or owes, becomes the other's. */
export function moveBalance(
  state: VenueState,
  { from, to }: { from: Account; to: Account },
  events: EngineEvents,
): void {
  const amount = from.balance;
  to.balance += amount;
  from.balance = 0n;
  const move = { kind: "INSURANCE", market: null } as const;
  events.balance({ ...move, account: from.pubkey, amount: -amount });
  events.balance({ ...move, account: to.pubkey, amount });
  accountChanged(state, from);
  accountChanged(state, to);
}

export function hasPosition(account: Account): boolean {
  for (const { size } of account.holdings.values()) if (size !== 0) return true;
  return false;
}
