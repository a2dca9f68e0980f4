/** The sums of a ledger, or of one referral, at given instants of a snapshot: one index look-up each. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { allProducts, readTotals, type Totals, ZERO } from "#lib/partner/ledger/totals.ts";
import type { Statements } from "#lib/platform/db/client.ts";
import type { Snapshot } from "./snapshot.ts";

type Reads = Pick<Statements, "execute">;

export type Point = {
  /** The sum of accruals, 1e-9 USD. */
  feesTotal: bigint;
  totals: Totals;
};

const NOTHING: Point = { feesTotal: 0n, totals: ZERO };
const Row = z.object({ fees: z.string().nullable(), totals: z.string().nullable() });

/** After the last row that had accrued at each of `times` (Unix milliseconds), in their order. */
export async function pointsAt(
  db: Reads,
  { partnerId, standing }: Snapshot,
  times: readonly number[],
): Promise<Point[]> {
  // Later rows may share the last row's millisecond, so instants from there on use the snapshot's last row.
  const within = times.filter((time) => time < standing.accruedAt);
  const found = new Map<number, Point>();
  if (within.length > 0) {
    const { rows } = await db.execute(sql`
      select row.fees_total::text as fees, array_to_string(row.totals, ',') as totals
      from json_array_elements_text(${JSON.stringify(within)}::json) with ordinality as asked (x, place)
      left join lateral (
        select fees_total, totals from partner_ledger where partner_id = ${partnerId} and accrued_at <= x::bigint
        order by accrued_at desc, seq desc limit 1
      ) row on true order by place`);
    for (const [index, row] of rows.entries()) found.set(within[index] ?? 0, pointOf(row));
  }
  return times.map((time) => found.get(time) ?? standing);
}

/** The same for one referral; `referralId` has to be the partner's. */
export async function referralPointsAt(
  db: Reads,
  { partnerId, standing }: Snapshot,
  request: { referralId: string; times: readonly number[] },
): Promise<Point[]> {
  const { rows } = await db.execute(sql`
    select null as fees, array_to_string(row.referral_totals, ',') as totals
    from json_array_elements_text(${JSON.stringify(request.times)}::json) with ordinality as asked (x, place)
    left join lateral (
      select referral_totals from partner_ledger
      where partner_id = ${partnerId} and referral_id = ${request.referralId} and accrued_at <= x::bigint and seq <= ${standing.seq}
      order by accrued_at desc, seq desc limit 1
    ) row on true order by place`);
  return rows.map(pointOf);
}

function pointOf(row: unknown): Point {
  const { fees, totals } = Row.parse(row);
  if (totals === null) return NOTHING;
  const read = readTotals(totals);
  return { feesTotal: fees === null ? allProducts(read).accrued : BigInt(fees), totals: read };
}
