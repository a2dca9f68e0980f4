/** SQL of referrals: by which link they came, and what they brought, by the running sums that each row of the ledger has of its referral. */
import { type SQL, sql } from "drizzle-orm";
import type { Product } from "#lib/protocol/partner/partner-levels.ts";
import type { Snapshot } from "./snapshot.ts";

/** The last row of the referral `r` that accrued before a time, within the snapshot. */
export function lastRow({ partnerId, standing }: Snapshot, before: number): SQL {
  return sql`select accrued_at, referral_totals from partner_ledger
    where partner_id = ${partnerId} and referral_id = r.id and accrued_at < ${before} and seq <= ${standing.seq}
    order by accrued_at desc, seq desc limit 1`;
}

/** Indexes in the running sums: see lib/partner/ledger/totals.ts. */
const SUM_INDEXES = {
  fees: { perp: 2, swap: 6, prediction: 10 },
  earned: { perp: 3, swap: 7, prediction: 11 },
  count: { perp: 4, swap: 8, prediction: 12 },
} as const satisfies Record<string, Readonly<Record<Product, number>>>;

/** What was booked between the rows `before` and `until`, which are `lastRow`s. */
export function sumBetween(name: keyof typeof SUM_INDEXES, product: Product | undefined): SQL {
  const indexOf: Readonly<Record<Product, number>> = SUM_INDEXES[name];
  const indexes = product === undefined ? Object.values(indexOf) : [indexOf[product]];
  const sumOf = (row: SQL) => {
    const sums = indexes.map(
      (at) => sql`coalesce(${row}.referral_totals[${sql.raw(String(at))}], 0)`,
    );
    return sql`(${sql.join(sums, sql` + `)})`;
  };
  return sql`${sumOf(sql`until`)} - ${sumOf(sql`before`)}`;
}
