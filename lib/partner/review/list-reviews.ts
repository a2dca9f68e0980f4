/** Referrals that wait for the operator, because they look like the partner's own. */
import "server-only";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { earningText } from "#lib/partner/ledger/figures.ts";
import { isoTime } from "#lib/partner/ledger/ledger-line.ts";
import { allProducts, readTotals } from "#lib/partner/ledger/totals.ts";
import { database } from "#lib/platform/db/client.ts";
import { REVIEW_REASONS, REVIEW_STATES } from "#lib/protocol/partner/enumerations.ts";

export const ReviewedReferral = z.strictObject({
  referral_id: z.string(),
  partner_id: z.string(),
  /** The code of the partner's first link. */
  code: z.string(),
  user_id: z.string(),
  wallets: z.array(z.string()),
  joined_at: z.iso.datetime(),
  review: z.enum(REVIEW_STATES),
  /** Why it was held. */
  reason: z.enum(REVIEW_REASONS),
  /** USD that it has earned the partner so far. */
  earned: z.string(),
});

export const ReviewPage = z.strictObject({ results: z.array(ReviewedReferral) });

const MOST = 1_000;

const Row = z.object({
  id: z.string(),
  partner_id: z.string(),
  code: z.string(),
  user_id: z.string(),
  wallets: z.array(z.string()),
  bound_at: z.string().transform(Number),
  review: z.enum(REVIEW_STATES),
  review_reason: z.enum(REVIEW_REASONS),
  totals: z.string().nullable(),
});

/** For the operator only: held referrals, the oldest first, at most 1,000. */
export async function listReviews(): Promise<z.output<typeof ReviewPage>> {
  return { results: await reviewed(sql`r.review = 'held'`) };
}

/** Referrals with what was noticed of them. */
export async function reviewed(
  which: ReturnType<typeof sql>,
): Promise<z.output<typeof ReviewedReferral>[]> {
  const db = await database();
  const { rows } = await db.execute(sql`
    select r.id, r.partner_id, p.code, r.user_id, r.bound_at::text, r.review, r.review_reason,
      array(select a.account from partner_accounts a where a.referral_id = r.id order by a.account) as wallets,
      (select array_to_string(l.referral_totals, ',') from partner_ledger l
        where l.partner_id = r.partner_id and l.referral_id = r.id
        order by l.accrued_at desc, l.seq desc limit 1) as totals
    from partner_referrals r join partners p on p.id = r.partner_id
    where ${which} order by r.bound_at, r.id limit ${MOST}`);
  return rows.map((row) => {
    const { id, bound_at: boundAt, review_reason: reason, totals, ...others } = Row.parse(row);
    const earned = totals === null ? 0n : allProducts(readTotals(totals)).earned;
    const joined_at = isoTime(boundAt);
    return { referral_id: id, ...others, joined_at, reason, earned: earningText(earned) };
  });
}
