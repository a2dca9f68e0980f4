/** A ledger row in memory, and its conversion from and to the table. */
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Statements } from "#lib/platform/db/client.ts";
import { type LEDGER_KINDS, ORIGINS } from "#lib/protocol/partner/enumerations.ts";
import {
  FEE_SOURCES,
  type FeeSource,
  type Product,
  productOf,
} from "#lib/protocol/partner/partner-levels.ts";
import { chainStart } from "./hash-chain.ts";
import { readTotals, type Totals, ZERO } from "./totals.ts";

export type LedgerKind = (typeof LEDGER_KINDS)[number];
export type Origin = (typeof ORIGINS)[number];

/** The fee of an accrual or a reversal. Fees in 1e-9 USD. */
export type FeeFacts = {
  source: FeeSource;
  product: Product;
  referralId: string;
  fee: bigint;
  gross: bigint;
  level: number;
  percent: number;
  windowFees: bigint;
  ruleset: string;
};

/** The hashed facts. Times in Unix milliseconds, the amount in 1e-11 USD. */
export type LedgerFacts = {
  seq: number;
  key: string;
  kind: LedgerKind;
  debit: string;
  credit: string;
  amount: bigint;
  accruedAt: number;
  occurredAt: number;
  fee: FeeFacts | null;
  reversal: { seq: number; accruedAt: number } | null;
  settlementId: string | null;
  origin: Origin;
  simulated: boolean;
};

/** Balances and sums of the ledger after a row. */
export type Standing = {
  seq: number;
  accruedAt: number;
  hash: string;
  /** The balance of partner:{id}:accrued, 1e-11 USD. */
  balance: bigint;
  /** The sum of accruals, 1e-9 USD. */
  feesTotal: bigint;
  totals: Totals;
};

export type LedgerRow = LedgerFacts & { standing: Standing; referralTotals: Totals | null };

const big = z.string().transform(BigInt);
const whole = z.string().transform(Number);
const totals = z.string().transform(readTotals);

const STANDING_COLUMNS = sql`seq::text, accrued_at::text, hash, balance::text, fees_total::text, array_to_string(totals, ',') as totals`;

const StandingColumns = z.object({
  seq: whole,
  accrued_at: whole,
  hash: z.string(),
  balance: big,
  fees_total: big,
  totals,
});

/** A ledger without rows. */
export function emptyStanding(partnerId: string): Standing {
  const hash = chainStart(partnerId);
  return { seq: 0, accruedAt: 0, hash, balance: 0n, feesTotal: 0n, totals: ZERO };
}

/** After the last row up to `seq`, or up to a time in Unix milliseconds, or after all rows. */
export async function standingAt(
  db: Pick<Statements, "execute">,
  partnerId: string,
  upTo: { seq?: number | undefined; time?: number | undefined } = {},
): Promise<Standing> {
  const isUpTo = sql.join([
    upTo.seq === undefined ? sql`` : sql` and seq <= ${upTo.seq}`,
    upTo.time === undefined ? sql`` : sql` and accrued_at <= ${upTo.time}`,
  ]);
  // Qualified, because the bare name is the alias of the selected text.
  const newest = sql`partner_ledger.accrued_at desc, partner_ledger.seq desc`;
  const order = upTo.time === undefined ? sql`partner_ledger.seq desc` : newest;
  const { rows } = await db.execute(
    sql`select ${STANDING_COLUMNS} from partner_ledger where partner_id = ${partnerId}${isUpTo} order by ${order} limit 1`,
  );
  return rows[0] === undefined ? emptyStanding(partnerId) : standingOf(rows[0]);
}

function standingOf(columns: unknown): Standing {
  const { accrued_at: accruedAt, fees_total: feesTotal, ...rest } = StandingColumns.parse(columns);
  return { ...rest, accruedAt, feesTotal };
}

const FACT_COLUMNS = sql`seq::text, key, kind, debit, credit, amount::text, accrued_at::text, occurred_at::text, source, referral_id, fee::text,
  gross::text, level, percent, window_fees::text, ruleset, reverses_seq::text, reversed_accrued_at::text, settlement_id, origin, simulated, hash`;

const FactColumns = z.object({
  seq: whole,
  key: z.string(),
  kind: z.enum(["accrual", "reversal", "settlement", "payment", "return"]),
  debit: z.string(),
  credit: z.string(),
  amount: big,
  accrued_at: whole,
  occurred_at: whole,
  source: z.enum(FEE_SOURCES).nullable(),
  referral_id: z.string().nullable(),
  fee: big.nullable(),
  gross: big.nullable(),
  level: z.number().nullable(),
  percent: z.number().nullable(),
  window_fees: big.nullable(),
  ruleset: z.string().nullable(),
  reverses_seq: whole.nullable(),
  reversed_accrued_at: whole.nullable(),
  settlement_id: z.string().nullable(),
  origin: z.enum(ORIGINS),
  simulated: z.boolean(),
  hash: z.string(),
});

export type HashedFacts = LedgerFacts & { hash: string };

/** Rows with their facts and hashes; `rest` is what follows `where`. */
export async function readFacts(
  db: Pick<Statements, "execute">,
  rest: SQL,
): Promise<HashedFacts[]> {
  const { rows } = await db.execute(sql`select ${FACT_COLUMNS} from partner_ledger where ${rest}`);
  return rows.map(factsOf);
}

function factsOf(columns: unknown): HashedFacts {
  const row = FactColumns.parse(columns);
  return {
    seq: row.seq,
    key: row.key,
    kind: row.kind,
    debit: row.debit,
    credit: row.credit,
    amount: row.amount,
    accruedAt: row.accrued_at,
    occurredAt: row.occurred_at,
    fee: feeOf(row),
    reversal:
      row.reverses_seq === null || row.reversed_accrued_at === null
        ? null
        : { seq: row.reverses_seq, accruedAt: row.reversed_accrued_at },
    settlementId: row.settlement_id,
    origin: row.origin,
    simulated: row.simulated,
    hash: row.hash,
  };
}

function feeOf(row: z.output<typeof FactColumns>): FeeFacts | null {
  const { source, referral_id: referralId, fee, gross, level, percent, ruleset } = row;
  const windowFees = row.window_fees;
  if (source === null || referralId === null || fee === null || gross === null) return null;
  if (level === null || percent === null || windowFees === null || ruleset === null) return null;
  const product = productOf(source);
  return { source, product, referralId, fee, gross, level, percent, windowFees, ruleset };
}
