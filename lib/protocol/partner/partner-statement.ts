/**
 * A partner's statement (`GET /api/v1/partner/statement`; docs/api/partner.md): every ledger row of a range and the balances before and
 * after it, with the hash chain that proves that no row is missing or changed.
 */
import type { FeeSource, Product } from "./partner-levels.ts";
import type { At, Figures, LevelRule, ProductFigures } from "./partner-reads.ts";

export const STATEMENT_FORMATS = ["json", "csv", "pdf"] as const;

/** A ledger row under the names of the CSV file: the hashed fields and the hash. */
export type StatementEntry = {
  seq: number;
  /**
   * accrual: a fee's share, from expense:{product} to partner:{id}:accrued. reversal: the other way. settlement: from there to
   * settlement:{id}, on its way to the partner. payment: from there to treasury:usdc. return (the payment failed): back.
   */
  kind: "accrual" | "reversal" | "settlement" | "payment" | "return";
  accrued_at: string;
  occurred_at: string;
  debit: string;
  credit: string;
  /** Above zero. */
  amount: string;
  product: Product | null;
  source: FeeSource | null;
  referral_id: string | null;
  fee: string | null;
  gross: string | null;
  level: number | null;
  share_percent: number | null;
  window_fees: string | null;
  ruleset: string | null;
  reverses_seq: number | null;
  settlement_id: string | null;
  /** Identifies trade and order without revealing whose they were. */
  reference: string;
  origin: "venue" | "operator";
  simulated: boolean;
  /** SHA-256 of the hash before, a line feed, and the line of this row. */
  hash: string;
};

/** The ledger between two rows. */
export type StatementEdge = {
  /** The row before; 0 before the first one. */
  seq: number;
  hash: string;
  balances: { accrued: string; settled: string; in_transit: string; pending: string };
  /** The balances by account: those with a balance, and the partner's own. Debits equal credits. */
  accounts: { account: string; side: "debit" | "credit"; amount: string }[];
};

export type PartnerStatementFile = At & {
  partner: { id: string; code: string };
  /** Null: from the first row on. */
  from: string | null;
  /** Exclusive. */
  to: string;
  tz: string;
  /** At `as_of`, whatever the range. */
  now: { level: number; share_percent: number; referred_fees_30d: string; head_hash: string };
  opening: StatementEdge;
  closing: StatementEdge;
  /** Sums of the range: accrued less reversed, and settled, paid and returned. */
  totals: Figures & {
    by_product: ProductFigures[];
    copy: Figures;
    settlements: string;
    payments: string;
    returns: string;
  };
  ruleset: { id: string; window_hours: number; levels: LevelRule[] };
  simulated: boolean;
  /** Oldest first. */
  entries: StatementEntry[];
};
