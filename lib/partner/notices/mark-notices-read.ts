/** The partner marks all notices up to one as read. */
import "server-only";
import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { requirePartner } from "#lib/partner/profile/partner.ts";
import type { SessionActor } from "#lib/platform/actor.ts";
import { partnerNotices } from "#lib/platform/db/schema/partner.ts";
import { ServiceError } from "#lib/platform/errors.ts";

export const NoticesRead = z.strictObject({
  /** This one and all older ones. */
  up_to: z.string().max(64),
});

/** Idempotent: the first time of reading is kept. @throws NOT_A_PARTNER, NOTICE_NOT_FOUND */
export async function markNoticesRead(call: {
  ctx: { actor: SessionActor; now: number };
  input: { body: z.output<typeof NoticesRead> };
}): Promise<void> {
  const { db, partner } = await requirePartner(call.ctx.actor);
  const { id, at, position, partnerId, readAt } = partnerNotices;
  const own = eq(partnerId, partner.id);
  const [last] = await db
    .select({ at, position })
    .from(partnerNotices)
    .where(and(eq(id, call.input.body.up_to), own));
  if (last === undefined) throw new ServiceError("NOTICE_NOT_FOUND");
  await db
    .update(partnerNotices)
    .set({ readAt: new Date(call.ctx.now) })
    .where(and(own, isNull(readAt), sql`(${at}, ${position}) <= (${last.at}, ${last.position})`));
}
