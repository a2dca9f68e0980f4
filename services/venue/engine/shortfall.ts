/** An account without positions owes nothing: the insurance fund pays what it lacks. */
import { accountChanged, insuranceOf } from "./accounts.ts";
import type { Account } from "./market-state.ts";
import type { VenueState } from "./venue-state.ts";

/** Moves what an account without positions has below zero to the fund. */
export function coverShortfall(state: VenueState, account: Account): void {
  const insurance = insuranceOf(state);
  if (account.balance >= 0n || account === insurance || hasPosition(account)) return;
  moveBalance(state, account, insurance);
}

/** Everything that the account has, or owes, becomes the other's. */
export function moveBalance(state: VenueState, from: Account, to: Account): void {
  to.balance += from.balance;
  from.balance = 0n;
  accountChanged(state, from);
  accountChanged(state, to);
}

export function hasPosition(account: Account): boolean {
  for (const { size } of account.holdings.values()) if (size !== 0) return true;
  return false;
}
