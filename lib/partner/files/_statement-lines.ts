/**
 * Rows of a statement, formatted in SQL: the line that `statementLine` gave when the row was booked, and its stored hash. Recomputing the
 * chain verifies this text.
 */
import { type SQL, sql } from "drizzle-orm";
import type { LINE_COLUMNS } from "#lib/partner/ledger/ledger-line.ts";
import { ledgerLines } from "./_ledger-lines.ts";
import { earningCell, feeCell, lineOf, plainCell, timeCell } from "./_sql-cells.ts";
import type { StatementRead } from "./_statement-facts.ts";

/** In the order of LINE_COLUMNS. */
const CELLS: Record<(typeof LINE_COLUMNS)[number], SQL> = {
  seq: sql`l.seq`,
  kind: sql`l.kind`,
  accrued_at: timeCell(sql`l.accrued_at`),
  occurred_at: timeCell(sql`l.occurred_at`),
  debit: sql`l.debit`,
  credit: sql`l.credit`,
  amount: earningCell(sql`l.amount`),
  product: plainCell(sql`l.product`),
  source: plainCell(sql`l.source`),
  referral_id: plainCell(sql`l.referral_id`),
  fee: feeCell(sql`l.fee`),
  gross: feeCell(sql`l.gross`),
  level: plainCell(sql`l.level`),
  share_percent: plainCell(sql`l.percent`),
  window_fees: feeCell(sql`l.window_fees`),
  ruleset: plainCell(sql`l.ruleset`),
  reverses_seq: plainCell(sql`l.reverses_seq`),
  settlement_id: plainCell(sql`l.settlement_id`),
  reference: sql`left(encode(sha256(convert_to(l.key, 'UTF8')), 'hex'), 16)`,
  origin: sql`l.origin`,
  simulated: sql`case when l.simulated then 'yes' else 'no' end`,
};

/** Oldest first; `head` is sent in the same part as the first line. @throws an AbortError */
export function statementLines(
  { db, snapshot: { partnerId }, span }: StatementRead,
  { head, signal }: { head: string; signal: AbortSignal },
): AsyncGenerator<string, void> {
  const line = lineOf([...Object.values(CELLS), sql`l.hash`]);
  return ledgerLines({
    head,
    db,
    partnerId,
    span,
    newestFirst: false,
    line,
    where: sql`true`,
    signal,
  });
}
