/** The partner marks all notices up to one as read. */
import "server-only";
import { z } from "zod";
import { requirePartner } from "#lib/partner/profile/partner.ts";
import type { SessionActor } from "#lib/platform/actor.ts";
import { markNoticesRead as markRead } from "#lib/platform/inbox/read-notices.ts";
import { PARTNER_NOTICE_TYPES } from "./notice-types.ts";

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
  const { up_to: upTo } = call.input.body;
  const inbox = { userId: partner.userId, types: PARTNER_NOTICE_TYPES };
  await markRead(db, inbox, { upTo, now: call.ctx.now });
}
