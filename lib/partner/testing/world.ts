/** What a simulated partner programme consists of: who there is, what was done, and the model of each partner's ledger. */

import type { ChargedFee } from "#lib/partner/ledger/book-fees.ts";
import type { TestPartner } from "#lib/partner/partner.testing.ts";
import type { Database } from "#lib/platform/db/client.ts";
import type { ModelLedger } from "./model.ts";
import type { Chance } from "./random.ts";

export type Wallet = {
  account: string;
  linkedAt: number;
  boundAt: number | null;
  discountSetAt: number | null;
};
export type Referred = {
  id: string;
  userId: string;
  boundAt: number;
  simulated: boolean;
  wallets: Wallet[];
};

export type Payout = {
  id: string;
  amount: bigint;
  periodEnd: number;
  openedSeq: number;
  createdAt: number;
  submittedAt: number | null;
  signature: string | null;
  endedSeq: number | null;
  endedAt: number | null;
  end: "confirmed" | "failed" | null;
  slot: number | null;
  failure: string | null;
  simulated: boolean;
};

export type Side = {
  partner: TestPartner;
  ledger: ModelLedger;
  referrals: Referred[];
  payouts: Payout[];
  /** What the next weeks' fees are to add up to within a window, in USD, and until when. */
  aim: { usd: number; until: number };
};

export type History = {
  db: Database;
  chance: Chance;
  now: number;
  /** Operations done, a fee or a reversal or a change of a payment each. */
  operations: number;
  sides: Side[];
  /** Names of fees that are in some ledger. */
  keys: Set<string>;
  /** The latest fees, of which some come again. */
  sent: ChargedFee[];
  /** Longest usual pause between two steps. */
  pause: number;
  /** Few big fees, each of which moves the level, and many of them taken back. */
  isCoarse: boolean;
  /** Of one partner in one window, about. */
  feesAWindow: number;
};

/** Sides to which people were brought. */
export function busy({ sides }: History): Side[] {
  return sides.slice(0, -1);
}
