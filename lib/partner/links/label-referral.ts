/** What a partner calls a referral, and what they noted about it. The person is not told, and the ledger does not know it. */
import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { lockAccount } from "#lib/identity/person/lock-account.ts";
import { requirePartner } from "#lib/partner/profile/partner.ts";
import type { SessionActor } from "#lib/platform/actor.ts";
import { users } from "#lib/platform/db/schema/identity.ts";
import { partnerReferrals } from "#lib/platform/db/schema/partner.ts";
import { ServiceError } from "#lib/platform/errors.ts";
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
  ctx: { actor: SessionActor };
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
    return changed;
  });
}
