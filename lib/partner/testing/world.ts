/** The state of a simulated partner programme: people, operations, and the model of each partner's ledger. */

import type { Chance } from "#lib/kernel/random.testing.ts";
import type { ChargedFee } from "#lib/partner/ledger/book-fees.ts";
import type { TestPartner } from "#lib/partner/partner.testing.ts";
import type { Database } from "#lib/platform/db/client.ts";
import type { ModelLedger } from "./model.ts";

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
  /** Target sum of the fees in a window, in USD, and until when. */
  aim: { usd: number; until: number };
};

export type History = {
  db: Database;
  chance: Chance;
  now: number;
  /** Number of operations; each fee, reversal or change of a payment is one. */
  operations: number;
  sides: Side[];
  /** Keys of booked fees. */
  keys: Set<string>;
  /** The latest fees; some are sent again. */
  sent: ChargedFee[];
  /** Longest usual pause between two steps. */
  pause: number;
  /** Few big fees (each changes the level), and many reversals. */
  isCoarse: boolean;
  /** Approximate number for one partner in one window. */
  feesAWindow: number;
};

/** Sides that have referrals. */
export function busy({ sides }: History): Side[] {
  return sides.slice(0, -1);
}

/** Both sides of one comparison, and how to reproduce it. */
export type Comparison = { what: string; actual: unknown; expected: unknown };
