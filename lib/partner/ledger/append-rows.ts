/** The only writer of the ledger: rows are appended under the lock of their partner, in order, and written together. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Statements } from "#lib/platform/db/client.ts";
import {
  earningOf,
  levelOf,
  type Product,
  productOf,
  RULESET,
  WINDOW_MS,
} from "#lib/protocol/partner/partner-levels.ts";
import { rowHash } from "./hash-chain.ts";
import { statementLine } from "./ledger-line.ts";
import {
  type FeeFacts,
  type HashedFacts,
  type LedgerFacts,
  type LedgerRow,
  type Origin,
  type Standing,
  standingAt,
} from "./ledger-row.ts";
import { readTotals, type Totals, withBooked, writeTotals, ZERO } from "./totals.ts";

type Writes = Pick<Statements, "execute">;

/** A fee of a referred person. */
export type Accrual = {
  kind: "accrual";
  /** Identifies the fee permanently; a second one with the same key is not booked. */
  key: string;
  referralId: string;
  source: FeeFacts["source"];
  /** Charged, above zero, and before the discount: 1e-9 USD. */
  fee: bigint;
  gross: bigint;
  occurredAt: number;
  origin: Origin;
  simulated: boolean;
};

export type Reversal = { kind: "reversal"; original: LedgerFacts; occurredAt: number };

/** A payout to the partner: out of the balance, to the treasury when it was paid, back when the payment failed. */
export type Move = {
  kind: "settlement" | "payment" | "return";
  settlementId: string;
  /** 1e-11 USD. */
  amount: bigint;
  occurredAt: number;
  simulated: boolean;
};

export type Entry = Accrual | Reversal | Move;

/**
 * Locks the ledger of the partner until the end of the transaction; sign-ups by its link do not wait for it.
 * @throws Error when there is no such partner
 */
export async function lockPartner(change: Writes, partnerId: string): Promise<void> {
  const { rows } = await change.execute(
    sql`select id from partners where id = ${partnerId} for no key update`,
  );
  if (rows.length === 0) throw new Error(`There is no partner ${partnerId}.`);
}

export type Append = {
  partnerId: string;
  /** Unix milliseconds; no row accrues after it. */
  now: number;
  entries: readonly Entry[];
};

/**
 * Books the entries that are not booked yet, in the given order, and takes the partner's lock. Call it in a transaction.
 * @returns the written rows
 */
export async function appendEntries(
  change: Writes,
  { partnerId, now, entries }: Append,
): Promise<LedgerRow[]> {
  await lockPartner(change, partnerId);
  const fresh = await withoutBooked(change, entries);
  if (fresh.length === 0) return [];
  const before = await standingAt(change, partnerId);
  const times = accrualTimes(fresh, before.accruedAt, now);
  const windows = await openWindows(change, { partnerId, before, times });
  const referrals = await referralTotals(change, partnerId, fresh);
  let standing = before;
  const rows: LedgerRow[] = [];
  for (const [index, entry] of fresh.entries()) {
    const accruedAt = times[index] ?? now;
    const windowFees = windows.before(accruedAt, standing.feesTotal);
    const facts = factsOf(entry, { partnerId, seq: standing.seq + 1, accruedAt, windowFees });
    const row = rowAfter(standing, facts, referrals);
    windows.note(row);
    standing = row.standing;
    rows.push(row);
  }
  await insertRows(change, partnerId, rows);
  return rows;
}

function keyOf(entry: Entry): string {
  if (entry.kind === "accrual") return entry.key;
  if (entry.kind === "reversal") return `reversal:${entry.original.key}`;
  return `${entry.kind}:${entry.settlementId}`;
}

/** Also drops duplicates within one call. */
async function withoutBooked(change: Writes, entries: readonly Entry[]): Promise<Entry[]> {
  const { rows } = await change.execute(
    sql`select key from partner_ledger where key in (select json_array_elements_text(${JSON.stringify(entries.map(keyOf))}::json))`,
  );
  const booked = new Set(rows.map(({ key }) => z.string().parse(key)));
  return entries.filter((entry) => {
    const key = keyOf(entry);
    if (booked.has(key)) return false;
    booked.add(key);
    return true;
  });
}

/** When it happened; a late entry counts at the time of the previous row, and no entry in the future. */
function accrualTimes(entries: readonly Entry[], after: number, now: number): number[] {
  let last = after;
  return entries.map(({ occurredAt }) => {
    last = Math.max(last, Math.min(occurredAt, now));
    return last;
  });
}

type Windows = {
  /** Fees of the window at `accruedAt`, given all accruals until then. */
  before: (accruedAt: number, feesTotal: bigint) => bigint;
  note: (row: LedgerRow) => void;
};

/** The fees that leave the window while rows are added: of stored rows, of rows of this call, and reversed ones of either. */
async function openWindows(
  change: Writes,
  of: { partnerId: string; before: Standing; times: readonly number[] },
): Promise<Windows> {
  const { partnerId, before, times } = of;
  const starts = times.map((time) => time - WINDOW_MS);
  const stored = await storedFees(change, of, starts);
  const reversed = await reversedSince(change, partnerId, starts[0] ?? 0);
  const added: { accruedAt: number; feesTotal: bigint }[] = [];
  let left = 0;
  const feesUntil = (start: number): bigint => {
    if (start < before.accruedAt) return stored.get(start) ?? 0n;
    while ((added[left]?.accruedAt ?? Number.POSITIVE_INFINITY) <= start) left += 1;
    return added[left - 1]?.feesTotal ?? before.feesTotal;
  };
  return {
    before: (accruedAt, feesTotal) => {
      const start = accruedAt - WINDOW_MS;
      const taken = reversed.reduce(
        (sum, one) => (one.accruedAt > start ? sum + one.fee : sum),
        0n,
      );
      return feesTotal - feesUntil(start) - taken;
    },
    note: ({ accruedAt, standing, reversal, fee }) => {
      added.push({ accruedAt, feesTotal: standing.feesTotal });
      if (reversal !== null && fee !== null)
        reversed.push({ accruedAt: reversal.accruedAt, fee: fee.fee });
    },
  };
}

/** The running sum of fees at each of these times, in as many look-ups of an index. */
async function storedFees(
  change: Writes,
  { partnerId, before }: { partnerId: string; before: Standing },
  times: readonly number[],
): Promise<Map<number, bigint>> {
  const within = [...new Set(times)].filter((time) => time < before.accruedAt);
  if (within.length === 0) return new Map();
  const { rows } = await change.execute(sql`
    select x::text as at, (
      select fees_total from partner_ledger where partner_id = ${partnerId} and accrued_at <= x
      order by accrued_at desc, seq desc limit 1
    )::text as fees
    from (select json_array_elements_text(${JSON.stringify(within)}::json)::bigint as x) times`);
  const Row = z.object({ at: z.string(), fees: z.string().nullable() });
  return new Map(
    rows.map((row) => {
      const { at, fees } = Row.parse(row);
      return [Number(at), BigInt(fees ?? 0)];
    }),
  );
}

async function reversedSince(
  change: Writes,
  partnerId: string,
  time: number,
): Promise<{ accruedAt: number; fee: bigint }[]> {
  const { rows } = await change.execute(sql`
    select reversed_accrued_at::text as at, fee::text from partner_ledger
    where partner_id = ${partnerId} and kind = 'reversal' and reversed_accrued_at > ${time}`);
  const Row = z.object({ at: z.string(), fee: z.string() });
  return rows.map((row) => {
    const { at, fee } = Row.parse(row);
    return { accruedAt: Number(at), fee: BigInt(fee) };
  });
}

async function referralTotals(
  change: Writes,
  partnerId: string,
  entries: readonly Entry[],
): Promise<Map<string, Totals>> {
  const ids = new Set(
    entries.flatMap((entry) => {
      if (entry.kind === "accrual") return [entry.referralId];
      return entry.kind === "reversal" ? (entry.original.fee?.referralId ?? []) : [];
    }),
  );
  if (ids.size === 0) return new Map();
  const { rows } = await change.execute(sql`
    select id, (
      select array_to_string(referral_totals, ',') from partner_ledger
      where partner_id = ${partnerId} and referral_id = id order by accrued_at desc, seq desc limit 1
    ) as totals
    from (select json_array_elements_text(${JSON.stringify([...ids])}::json) as id) referrals`);
  const Row = z.object({ id: z.string(), totals: z.string().nullable() });
  return new Map(
    rows.map((row) => {
      const { id, totals } = Row.parse(row);
      return [id, totals === null ? ZERO : readTotals(totals)];
    }),
  );
}

type RowPosition = { partnerId: string; seq: number; accruedAt: number; windowFees: bigint };

function factsOf(
  entry: Entry,
  { partnerId, seq, accruedAt, windowFees }: RowPosition,
): LedgerFacts {
  const common = { seq, key: keyOf(entry), accruedAt, occurredAt: entry.occurredAt };
  const own = `partner:${partnerId}:accrued`;
  if (entry.kind === "accrual") {
    const { origin, simulated } = entry;
    const fee = feeFacts(entry, windowFees);
    const amount = earningOf(fee.fee, BigInt(fee.percent));
    const sides = { debit: `expense:${fee.product}`, credit: own };
    const none = { reversal: null, settlementId: null };
    return { ...common, ...sides, ...none, kind: entry.kind, amount, fee, origin, simulated };
  }
  if (entry.kind === "reversal") {
    const { original } = entry;
    return {
      ...common,
      kind: entry.kind,
      debit: original.credit,
      credit: original.debit,
      amount: original.amount,
      // At the original rate, independently of the present level.
      fee: original.fee,
      reversal: { seq: original.seq, accruedAt: original.accruedAt },
      settlementId: null,
      origin: original.origin,
      simulated: original.simulated,
    };
  }
  const { kind, amount, settlementId, simulated } = entry;
  const transit = `settlement:${settlementId}`;
  const sides = {
    settlement: { debit: own, credit: transit },
    payment: { debit: transit, credit: "treasury:usdc" },
    return: { debit: transit, credit: own },
  }[kind];
  const none = { fee: null, reversal: null };
  return {
    ...common,
    ...sides,
    ...none,
    kind,
    amount,
    settlementId,
    origin: "operator",
    simulated,
  };
}

/** The rate of a fee is that of the level before it counts. */
function feeFacts({ source, referralId, fee, gross }: Accrual, windowFees: bigint): FeeFacts {
  const product: Product = productOf(source);
  const { level, percent } = levelOf(windowFees);
  const rate = { level, percent: Number(percent), windowFees, ruleset: RULESET };
  return { source, product, referralId, fee, gross, ...rate };
}

function rowAfter(
  standing: Standing,
  facts: LedgerFacts,
  referrals: Map<string, Totals>,
): LedgerRow {
  const { fee, kind, amount, seq, accruedAt } = facts;
  const isFee = fee !== null && (kind === "accrual" || kind === "reversal");
  const booked = (totals: Totals): Totals =>
    isFee ? withBooked(totals, { source: fee.source, fee: fee.fee, earned: amount }, kind) : totals;
  const referralTotals = isFee ? booked(referrals.get(fee.referralId) ?? ZERO) : null;
  if (isFee && referralTotals !== null) referrals.set(fee.referralId, referralTotals);
  const sign = facts.credit.startsWith("partner:")
    ? 1n
    : facts.debit.startsWith("partner:")
      ? -1n
      : 0n;
  return {
    ...facts,
    referralTotals,
    standing: {
      seq,
      accruedAt,
      hash: rowHash(standing.hash, statementLine(facts)),
      balance: standing.balance + sign * amount,
      feesTotal: standing.feesTotal + (kind === "accrual" && fee !== null ? fee.fee : 0n),
      totals: booked(standing.totals),
    },
  };
}

/** One parameter for all rows, because the columns of a big batch would exceed the parameters of a statement. */
async function insertRows(
  change: Writes,
  partnerId: string,
  rows: readonly LedgerRow[],
): Promise<void> {
  await change.execute(sql`
    insert into partner_ledger (partner_id, seq, key, kind, debit, credit, amount, accrued_at, occurred_at, source, product, referral_id,
      fee, gross, level, percent, window_fees, ruleset, reverses_seq, reversed_accrued_at, settlement_id, origin, simulated, hash, balance,
      fees_total, totals, referral_totals)
    select ${partnerId}, seq, key, kind, debit, credit, amount, accrued_at, occurred_at, source, product, referral_id,
      fee, gross, level, percent, window_fees, ruleset, reverses_seq, reversed_accrued_at, settlement_id, origin, simulated, hash, balance,
      fees_total, ('{' || totals || '}')::numeric[], ('{' || referral_totals || '}')::numeric[]
    from json_to_recordset(${JSON.stringify(rows.map(columnsOf))}::json) as row (seq bigint, key text, kind text, debit text, credit text,
      amount numeric, accrued_at bigint, occurred_at bigint, source text, product text, referral_id text, fee numeric, gross numeric,
      level smallint, percent smallint, window_fees numeric, ruleset text, reverses_seq bigint, reversed_accrued_at bigint,
      settlement_id text, origin text, simulated boolean, hash text, balance numeric, fees_total numeric, totals text, referral_totals text)`);
}

function columnsOf(row: LedgerRow & Partial<HashedFacts>): Record<string, unknown> {
  const { standing, fee, reversal } = row;
  return {
    seq: row.seq,
    key: row.key,
    kind: row.kind,
    debit: row.debit,
    credit: row.credit,
    amount: row.amount.toString(),
    accrued_at: row.accruedAt,
    occurred_at: row.occurredAt,
    source: fee?.source,
    product: fee?.product,
    referral_id: fee?.referralId,
    fee: fee?.fee.toString(),
    gross: fee?.gross.toString(),
    level: fee?.level,
    percent: fee?.percent,
    window_fees: fee?.windowFees.toString(),
    ruleset: fee?.ruleset,
    reverses_seq: reversal?.seq,
    reversed_accrued_at: reversal?.accruedAt,
    settlement_id: row.settlementId,
    origin: row.origin,
    simulated: row.simulated,
    hash: standing.hash,
    balance: standing.balance.toString(),
    fees_total: standing.feesTotal.toString(),
    totals: writeTotals(standing.totals),
    referral_totals: row.referralTotals === null ? undefined : writeTotals(row.referralTotals),
  };
}
