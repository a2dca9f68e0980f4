/**
 * The past and coming level changes of a ledger: the rows at which the level changed, and the instants at which it falls between and
 * after them. Everything is as of a row, so that repeated reads agree.
 */
import "server-only";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { standingAt } from "#lib/partner/ledger/ledger-row.ts";
import type { Statements } from "#lib/platform/db/client.ts";
import { LEVELS, levelOf, WINDOW_MS } from "#lib/protocol/partner/partner-levels.ts";
import { pointsAt } from "./timeline.ts";
import { type Fall, fallsOf, feesAfter, reversedAfter } from "./window.ts";

type Reads = Pick<Statements, "execute">;

export type LedgerPosition = {
  /** 0: a ledger without rows. */
  seq: number;
  /** Unix milliseconds. */
  accruedAt: number;
};

/** The ledger's last row, or the last one that accrued before a time. */
export async function lastPosition(
  db: Reads,
  partnerId: string,
  before?: number,
): Promise<LedgerPosition> {
  const upTo = before === undefined ? {} : { time: before - 1 };
  const { seq, accruedAt } = await standingAt(db, partnerId, upTo);
  return { seq, accruedAt };
}

/** A row that changed the level, or before which it had fallen by time. */
export type LevelTurn = { seq: number; at: number; before: number; after: number };

export type TurnsQuery = {
  partnerId: string;
  /** Rows with `after` < seq ≤ `until`; the caller bounds their number. */
  after: number;
  until: number;
  /** After row `after`. */
  level: number;
  /** Maximum of the result. */
  most: number;
};

const Turn = z.object({
  seq: z.string().transform(Number),
  at: z.string().transform(Number),
  before: z.int(),
  after: z.int(),
});

const THRESHOLDS = `{${LEVELS.map(({ threshold }) => threshold).join(",")}}`;

/**
 * In order. A fee's row stores the window before it; the window at a reversal is looked up. Payments do not change the level.
 */
export async function levelTurns(db: Reads, query: TurnsQuery): Promise<LevelTurn[]> {
  const { partnerId, after, until, level, most } = query;
  const levelAt = (fees: ReturnType<typeof sql>) =>
    sql`greatest(1, width_bucket(${fees}, ${THRESHOLDS}::numeric[]))`;
  const { rows } = await db.execute(sql`
    select seq::text, at::text, before, after from (
      select seq, at, before, after, lag(after, 1, ${level}::int) over (order by seq) as told from (
        select seq, accrued_at as at, ${levelAt(sql`fees - moved`)} as before, ${levelAt(sql`fees`)} as after
        from (${feeRows({ partnerId, after, until })}) windows
      ) levels
    ) steps
    where before <> after or before <> told order by steps.seq limit ${most}`);
  return rows.map((row) => Turn.parse(row));
}

/** `fees` of the window after each row, and the row's change of them. */
function feeRows({ partnerId, after, until }: Pick<TurnsQuery, "partnerId" | "after" | "until">) {
  const start = sql`row.accrued_at - ${WINDOW_MS}::bigint`;
  const left = sql`
    row.fees_total
    - coalesce((
      select fees_total from partner_ledger
      where partner_id = row.partner_id and accrued_at <= ${start} order by accrued_at desc, seq desc limit 1), 0)
    - coalesce((
      select sum(fee) from partner_ledger
      where partner_id = row.partner_id and kind = 'reversal' and reversed_accrued_at > ${start} and seq <= row.seq), 0)`;
  return sql`
    select seq, accrued_at,
      case kind when 'accrual' then window_fees + fee else ${left} end as fees,
      case when kind = 'accrual' then fee when reversed_accrued_at > ${start} then -fee else 0 end as moved
    from partner_ledger row
    where partner_id = ${partnerId} and seq > ${after} and seq <= ${until} and kind in ('accrual', 'reversal')`;
}

export type LevelFall = Fall;

/** The future without new rows. */
export type LevelAhead = {
  level: number;
  /** All falls in order. */
  falls: LevelFall[];
  /** When the row that determines it accrued. */
  knownSince: number;
};

/** After row `seq`, at its accrual or at `notBefore`, whichever is later. */
export async function levelAhead(
  db: Reads,
  { partnerId, seq, notBefore }: { partnerId: string; seq: number; notBefore: number },
): Promise<LevelAhead> {
  const standing = await standingAt(db, partnerId, { seq });
  const asOf = Math.max(standing.accruedAt, notBefore);
  const snapshot = { partnerId, asOf, standing };
  const start = asOf - WINDOW_MS;
  const reversed = await reversedAfter(db, snapshot, start);
  const [point] = await pointsAt(db, snapshot, [start]);
  if (point === undefined) throw new Error("A look-up gave no row.");
  const fees = feesAfter(snapshot, { start, feesUntil: point.feesTotal, reversed });
  return {
    level: levelOf(fees).level,
    falls: await fallsOf(db, snapshot, { fees, reversed }),
    knownSince: await lastFeeAt(db, partnerId, seq),
  };
}

async function lastFeeAt(db: Reads, partnerId: string, seq: number): Promise<number> {
  const { rows } = await db.execute(sql`
    select accrued_at::text as at from partner_ledger
    where partner_id = ${partnerId} and seq <= ${seq} and kind in ('accrual', 'reversal') order by seq desc limit 1`);
  return rows[0] === undefined ? 0 : Number(z.object({ at: z.string() }).parse(rows[0]).at);
}
