/** The signed-in user marks all notices up to one as read. */
import "server-only";
import { z } from "zod";
import type { SessionActor } from "#lib/platform/actor.ts";
import { database } from "#lib/platform/db/client.ts";
import { markNoticesRead } from "#lib/platform/inbox/read-notices.ts";

export const InboxRead = z.strictObject({
  /** This one and all older ones. */
  up_to: z.string().max(64),
});

/** Idempotent: the first time of reading is kept. @throws NOTICE_NOT_FOUND */
export async function markInboxRead(call: {
  ctx: { actor: SessionActor; now: number };
  input: { body: z.output<typeof InboxRead> };
}): Promise<void> {
  const { actor, now } = call.ctx;
  const { up_to: upTo } = call.input.body;
  await markNoticesRead(await database(), { userId: actor.userId }, { upTo, now });
}
