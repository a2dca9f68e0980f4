/**
 * A ledger row as a line of the statement, over which its hash is computed. No cell has a comma, a quote or a line break, so a line of
 * the CSV file without its last cell is the hashed text.
 */
import { formatDecimal } from "#lib/protocol/decimal.ts";
import { EARNING_DECIMALS, FEE_DECIMALS } from "#lib/protocol/partner/partner-levels.ts";
import { referenceOf } from "./hash-chain.ts";
import type { LedgerFacts } from "./ledger-row.ts";

export const LINE_COLUMNS = [
  "seq",
  "kind",
  "accrued_at",
  "occurred_at",
  "debit",
  "credit",
  "amount",
  "product",
  "source",
  "referral_id",
  "fee",
  "gross",
  "level",
  "share_percent",
  "window_fees",
  "ruleset",
  "reverses_seq",
  "settlement_id",
  "reference",
  "origin",
  "simulated",
] as const;

const PLAIN = /^[\w.:-]*$/;

/** @throws Error when a cell contains a separator, which booked values cannot */
export function statementLine(row: LedgerFacts): string {
  const cells: Record<(typeof LINE_COLUMNS)[number], string> = {
    seq: row.seq.toString(),
    kind: row.kind,
    accrued_at: isoTime(row.accruedAt),
    occurred_at: isoTime(row.occurredAt),
    debit: row.debit,
    credit: row.credit,
    amount: formatDecimal(row.amount, EARNING_DECIMALS),
    product: row.fee?.product ?? "",
    source: row.fee?.source ?? "",
    referral_id: row.fee?.referralId ?? "",
    fee: row.fee === null ? "" : formatDecimal(row.fee.fee, FEE_DECIMALS),
    gross: row.fee === null ? "" : formatDecimal(row.fee.gross, FEE_DECIMALS),
    level: row.fee?.level.toString() ?? "",
    share_percent: row.fee?.percent.toString() ?? "",
    window_fees: row.fee === null ? "" : formatDecimal(row.fee.windowFees, FEE_DECIMALS),
    ruleset: row.fee?.ruleset ?? "",
    reverses_seq: row.reversal?.seq.toString() ?? "",
    settlement_id: row.settlementId ?? "",
    reference: referenceOf(row.key),
    origin: row.origin,
    simulated: row.simulated ? "yes" : "no",
  };
  const line = LINE_COLUMNS.map((column) => cells[column]);
  if (!line.every((cell) => PLAIN.test(cell)))
    throw new Error("A cell of the statement contains a separator.");
  return line.join(",");
}

export function isoTime(time: number): string {
  return new Date(time).toISOString();
}
