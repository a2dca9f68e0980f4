/** Compares the rows of the ledger table with those of the model. */
import { sql } from "drizzle-orm";
import type { Database } from "#lib/platform/db/client.ts";
import { type ModelRow, pendingOf, productNamed, sidesOf } from "./model.ts";
import type { Comparison, Side } from "./world.ts";

const COLUMNS = `seq, key, kind, debit, credit, amount, accrued_at, occurred_at, source, product, referral_id, fee, gross, level, percent,
  window_fees, ruleset, reverses_seq, reversed_accrued_at, settlement_id, origin, simulated, hash, balance`;

/** Every column of the rows after `after`. */
export async function compareRows(db: Database, side: Side, after: number): Promise<Comparison> {
  const { partner, ledger } = side;
  // As text, because drivers return integers in different types.
  const cells = sql.raw(
    COLUMNS.split(",")
      .map((column) => `${column}::text`)
      .join(", "),
  );
  const { rows: actual } = await db.execute(
    sql`select ${cells} from partner_ledger row where partner_id = ${partner.id} and seq > ${after} order by row.seq`,
  );
  let balance = pendingOf(ledger.rows.slice(0, after));
  const expected = ledger.rows.slice(after).map((row) => {
    balance += pendingOf([row]);
    return columnsOf(row, partner.id, balance);
  });
  return {
    what: `rows of ${partner.code} behind ${after}`,
    actual,
    expected,
  };
}

function columnsOf(row: ModelRow, partnerId: string, balance: bigint) {
  const { of: basis } = row;
  const [debit, credit] = sidesOf(row, partnerId);
  return {
    seq: text(row.seq),
    key: row.key,
    kind: row.kind,
    debit,
    credit,
    amount: text(row.amount),
    accrued_at: text(row.accruedAt),
    occurred_at: text(row.occurredAt),
    source: text(basis?.source),
    product: basis === null ? null : productNamed(basis.source),
    referral_id: text(basis?.referralId),
    fee: text(basis?.fee),
    gross: text(basis?.gross),
    level: text(basis?.level),
    percent: text(basis?.percent),
    window_fees: text(basis?.windowFees),
    ruleset: basis === null ? null : "levels-1",
    reverses_seq: text(row.reverses?.seq),
    reversed_accrued_at: text(row.reverses?.accruedAt),
    settlement_id: row.settlementId,
    origin: row.origin,
    simulated: text(row.simulated),
    hash: row.hash,
    balance: text(balance),
  };
}

function text(cell: string | number | bigint | boolean | null | undefined): string | null {
  return cell === null || cell === undefined ? null : String(cell);
}

/** In the order in which they were booked. */
export async function keysOf(db: Database, partnerId: string): Promise<string[]> {
  const { rows } = await db.execute(
    sql`select key from partner_ledger where partner_id = ${partnerId} order by seq`,
  );
  return rows.map(({ key }) => key as string);
}
