/** What the venue owes in one state: each account, and the sums beside them. A proof of reserves is made of it. */
import type { Owed } from "#lib/kernel/reserves/sum-tree.ts";
import { unsettledFunding } from "./account-margin.ts";
import { totalWorth } from "./isolated.ts";
import { INSURANCE } from "./market-state.ts";
import type { VenueState } from "./venue-state.ts";

/** Money in 1e-9 USDC. */
export type VenueDebts = {
  /** The last block of the state. */
  height: number;
  /** Unix milliseconds. */
  time: number;
  /** All accounts but the insurance fund. */
  accounts: (Owed & { account: string })[];
  fees: bigint;
  insurance: Owed;
  reserved: bigint;
  /** What is left of the funding pool when everybody has settled: nothing but what rounding leaves, never negative. */
  funding: bigint;
};

/**
 * The positions of a market sum to zero, so that unrealised profits and losses cancel out at any mark. Hence all values and sums
 * together are exactly deposits less settled withdrawals. What an isolated position has lost beyond its wallet is the fund's.
 */
export function venueDebts(state: VenueState, height: number): VenueDebts {
  const accounts: VenueDebts["accounts"] = [];
  let insurance: Owed = { balance: 0n, positions: 0n };
  let funding = state.fundingPool;
  let unpaidLosses = 0n;
  for (const account of state.accounts.values()) {
    const { pubkey, balance } = account;
    const { worth, unpaid } = totalWorth(account);
    const positions = worth - balance;
    unpaidLosses += unpaid;
    for (const holding of account.holdings.values()) funding += unsettledFunding(holding);
    if (pubkey === INSURANCE) insurance = { balance, positions };
    else accounts.push({ account: pubkey, balance, positions });
  }
  insurance = { ...insurance, positions: insurance.positions - unpaidLosses };
  const { time, fees, reserved } = state;
  return { height, time, accounts, fees, insurance, reserved, funding };
}
