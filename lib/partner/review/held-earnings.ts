/** What referrals in review have earned: it is booked, and not paid while they are held or after they were rejected. */
import "server-only";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { allProducts, readTotals } from "#lib/partner/ledger/totals.ts";
import type { Statements } from "#lib/platform/db/client.ts";

/** A referral whose earnings are not paid. */
export const IS_WITHHELD = sql`r.review in ('held', 'rejected')`;

const Row = z.object({ totals: z.string() });

/** 1e-11 USD, of all held and rejected referrals of the partner. */
export async function heldEarnings(
  db: Pick<Statements, "execute">,
  partnerId: string,
): Promise<bigint> {
  const { rows } = await db.execute(sql`
    select array_to_string(latest.referral_totals, ',') as totals
    from partner_referrals r cross join lateral (
      select l.referral_totals from partner_ledger l
      where l.partner_id = r.partner_id and l.referral_id = r.id
      order by l.accrued_at desc, l.seq desc limit 1) latest
    where r.partner_id = ${partnerId} and ${IS_WITHHELD}`);
  return rows
    .map((row) => allProducts(readTotals(Row.parse(row).totals)).earned)
    .reduce((sum, earned) => sum + earned, 0n);
}
