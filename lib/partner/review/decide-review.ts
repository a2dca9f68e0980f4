/** The operator decides about a held referral. */
import "server-only";
import { and, eq, isNotNull, sql } from "drizzle-orm";
import { z } from "zod";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { OperatorContext } from "#lib/machines/operator/key-record.ts";
import { appendEntries, lockPartner } from "#lib/partner/ledger/append-rows.ts";
import { readFacts } from "#lib/partner/ledger/ledger-row.ts";
import { partnerReferrals, partners } from "#lib/partner/schema/partner.ts";
import { database } from "#lib/platform/db/client.ts";
import { ReviewedReferral, reviewed } from "./list-reviews.ts";

export const ReviewParams = z.object({ id: z.string() });

export const ReviewBody = z
  .strictObject({
    decision: z.enum(["accepted", "rejected"]),
    /** The partner reads it. */
    reason: z.string().trim().min(3, "say it in words").max(300),
  })
  .meta({ examples: [{ decision: "accepted", reason: "Two people share a computer." }] });

export const ReviewAnswer = z.strictObject({ referral: ReviewedReferral });

/**
 * For the operator only. An accepted referral is paid as any other, with what it earned meanwhile. A rejected one earns nothing more,
 * and all its fees are reversed. Deciding again changes the decision, but brings no reversed fee back.
 * @throws REFERRAL_NOT_FOUND also for a referral that was never held
 */
export async function decideReview({
  ctx,
  input,
}: {
  ctx: OperatorContext;
  input: { params: z.output<typeof ReviewParams>; body: z.output<typeof ReviewBody> };
}): Promise<z.output<typeof ReviewAnswer>> {
  const { now, actor, client } = ctx;
  const { id } = input.params;
  const { decision, reason } = input.body;
  const isThis = and(eq(partnerReferrals.id, id), isNotNull(partnerReferrals.review));
  const db = await database();
  await db.transaction(async (change) => {
    const [found] = await change
      .select({ partnerId: partners.id, userId: partners.userId })
      .from(partnerReferrals)
      .innerJoin(partners, eq(partners.id, partnerReferrals.partnerId))
      .where(isThis);
    if (found === undefined) throw new ServiceError("REFERRAL_NOT_FOUND");
    const { partnerId, userId } = found;
    await lockPartner(change, partnerId);
    await change.update(partnerReferrals).set({ review: decision }).where(isThis);
    if (decision === "rejected") {
      const which = sql`partner_id = ${partnerId} and kind = 'accrual' and referral_id = ${id}`;
      const fees = await readFacts(change, sql`${which} order by seq`);
      const entries = fees.map(
        (original) => ({ kind: "reversal", original, occurredAt: now }) as const,
      );
      await appendEntries(change, { partnerId, now, entries });
    }
    await recordAudit(change, {
      now,
      userId,
      actor,
      action: decision === "accepted" ? "partner.referral_accepted" : "partner.referral_rejected",
      target: id,
      client,
      details: { reason },
    });
  });
  const [referral] = await reviewed(sql`r.id = ${id}`);
  if (referral === undefined) throw new ServiceError("REFERRAL_NOT_FOUND");
  return { referral };
}
