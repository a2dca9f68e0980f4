/** What a partner calls a referral, and what they noted about it. The person does not see it, and the ledger does not contain it. */
import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import { lockAccount } from "#lib/identity/person/lock-account.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { requirePartner } from "#lib/partner/profile/partner.ts";
import { partnerReferrals } from "#lib/partner/schema/partner.ts";
import type { Client, SessionActor } from "#lib/platform/actor.ts";
import { users } from "#lib/platform/schema/users.ts";
import { ALIAS_LENGTH, NOTE_LENGTH } from "#lib/protocol/partner/enumerations.ts";
import type { ReferralLabel } from "#lib/protocol/wire/partner.ts";

/** Trimmed; an empty text removes it. */
const label = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .transform((text) => (text === "" ? null : text))
    .nullable()
    .optional();

export const LabelParams = z.object({ id: z.string().max(64) });
/** What is absent stays. */
export const LabelBody = z.strictObject({ alias: label(ALIAS_LENGTH), note: label(NOTE_LENGTH) });

type Call = {
  ctx: { actor: SessionActor; client: Client; now: number };
  input: { params: z.output<typeof LabelParams>; body: z.output<typeof LabelBody> };
};

/** Neither of the two accounts can be deleted meanwhile, so nothing stays behind. @throws NOT_A_PARTNER, REFERRAL_NOT_FOUND */
export async function labelReferral({ ctx, input }: Call): Promise<ReferralLabel> {
  const { db, partner } = await requirePartner(ctx.actor);
  const { id, partnerId, userId, alias, note } = partnerReferrals;
  const isOwn = and(eq(id, input.params.id), eq(partnerId, partner.id));
  return db.transaction(async (change) => {
    await lockAccount(change, ctx.actor.userId);
    const referred = await change
      .select({ id: users.id })
      .from(users)
      .innerJoin(partnerReferrals, eq(userId, users.id))
      .where(and(isOwn, isNull(users.deletedAt)))
      .for("share", { of: users });
    if (referred.length === 0) throw new ServiceError("REFERRAL_NOT_FOUND");
    const [changed] = await change
      .update(partnerReferrals)
      // The id is set to itself, because a statement without any value is an error.
      .set({ id: input.params.id, ...input.body })
      .where(isOwn)
      .returning({ id, alias, note });
    if (changed === undefined) throw new ServiceError("REFERRAL_NOT_FOUND");
    // Without the words: they are about another person.
    const { actor, client, now } = ctx;
    const by = { now, userId: actor.userId, actor, client, target: input.params.id };
    await recordAudit(change, { ...by, action: "partner.referral_labelled" });
    return changed;
  });
}
