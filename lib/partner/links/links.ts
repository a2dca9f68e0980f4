/** Adds and renames the links of a partner. The first one is the `referral` of the summary. */
import "server-only";
import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { AuditDatabase } from "#lib/identity/audit/audit-entry.ts";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import { lockAccount } from "#lib/identity/person/lock-account.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { newCode, requirePartner } from "#lib/partner/profile/partner.ts";
import { requireFreeCode } from "#lib/partner/referrals/free-code.ts";
import { CODE } from "#lib/partner/referrals/referral-code.ts";
import { partnerLinks } from "#lib/partner/schema/partner.ts";
import type { Client, SessionActor } from "#lib/platform/actor.ts";
import { ALIAS_LENGTH, MAX_LINKS } from "#lib/protocol/partner/enumerations.ts";
import type { PartnerLinks } from "#lib/protocol/wire/partner.ts";
import { allLinks } from "./read-links.ts";

const name = z.string().trim().min(1).max(ALIAS_LENGTH);

export const LinkBody = z.strictObject({
  name,
  /** Permanent, so that published links keep working. Absent: generated. */
  code: z
    .string()
    .trim()
    .toLowerCase()
    .regex(CODE, "must be 3 to 24 of a to z, 0 to 9 and - between them")
    .optional(),
});
export const LinkParams = z.object({ code: z.string().max(64) });
export const LinkNameBody = z.strictObject({ name });

type Context = { actor: SessionActor; client: Client; now: number };

/** @throws NOT_A_PARTNER, CODE_TAKEN, TOO_MANY_LINKS */
export async function createLink({
  ctx,
  input,
}: {
  ctx: Context;
  input: { body: z.output<typeof LinkBody> };
}): Promise<PartnerLinks> {
  const { db, partner } = await requirePartner(ctx.actor);
  const { code = newCode(), name: called } = input.body;
  return db.transaction(async (change) => {
    // Of simultaneous requests each one counts the links of the other.
    await lockAccount(change, partner.userId);
    const { results } = await allLinks(change, partner.id, ctx.now);
    if (results.length >= MAX_LINKS) throw new ServiceError("TOO_MANY_LINKS");
    await requireFreeCode(change, code);
    const createdAt = new Date(ctx.now);
    await change
      .insert(partnerLinks)
      .values({ code, partnerId: partner.id, name: called, createdAt });
    await recordLink(change, ctx, { action: "partner.link_created", code, name: called });
    return allLinks(change, partner.id, ctx.now);
  });
}

/** The first link has no name. @throws NOT_A_PARTNER, LINK_NOT_FOUND */
export async function renameLink({
  ctx,
  input,
}: {
  ctx: Context;
  input: { params: z.output<typeof LinkParams>; body: z.output<typeof LinkNameBody> };
}): Promise<PartnerLinks> {
  const { db, partner } = await requirePartner(ctx.actor);
  const { code, partnerId } = partnerLinks;
  await db.transaction(async (change) => {
    await lockAccount(change, ctx.actor.userId);
    const [changed] = await change
      .update(partnerLinks)
      .set({ name: input.body.name })
      .where(and(eq(code, input.params.code), eq(partnerId, partner.id)))
      .returning({ code, name: partnerLinks.name });
    if (changed === undefined) throw new ServiceError("LINK_NOT_FOUND");
    await recordLink(change, ctx, { action: "partner.link_renamed", ...changed });
  });
  return allLinks(db, partner.id, ctx.now);
}

async function recordLink(
  change: AuditDatabase,
  { actor, client, now }: Context,
  link: { action: "partner.link_created" | "partner.link_renamed"; code: string; name: string },
): Promise<void> {
  const { action, code, name: called } = link;
  const by = { now, userId: actor.userId, actor, client };
  await recordAudit(change, { ...by, action, target: code, details: { code, name: called } });
}
