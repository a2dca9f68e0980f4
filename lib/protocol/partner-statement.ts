/**
 * A partner's statement (`GET /api/v1/partner/statement`; docs/api/partner.md): every row of the ledger of a range, what stood before it and
 * what stands after it, with the chain of hashes that proves that nothing is missing and nothing was changed.
 */
import type { FeeSource, Product } from "./partner-levels.ts";
import type { At, Figures, LevelRule, ProductFigures } from "./partner-reads.ts";

export const STATEMENT_FORMATS = ["json", "csv", "pdf"] as const;

/** A row of the ledger, under the names of the CSV file: what its hash is over, and the hash. */
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
  /** Names trade and order without telling whose they were. */
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
  /** The same by accounts: those with a balance, and the partner's own. Debits and credits add up to the same. */
  accounts: { account: string; side: "debit" | "credit"; amount: string }[];
};

export type PartnerStatementFile = At & {
  partner: { id: string; code: string };
  /** Null: from the first row on. */
  from: string | null;
  /** Does not count. */
  to: string;
  tz: string;
  /** At `as_of`, whatever the range. */
  now: { level: number; share_percent: number; referred_fees_30d: string; head_hash: string };
  opening: StatementEdge;
  closing: StatementEdge;
  /** Of the range: what accrued less what was reversed, and what was put on its way, paid, and returned. */
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
