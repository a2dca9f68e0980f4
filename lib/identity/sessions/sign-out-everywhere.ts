/** Ends all of the caller's own sessions, or all but the calling one. */
import "server-only";
import { and, eq, gt, isNull, ne } from "drizzle-orm";
import { z } from "zod";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import { sessions } from "#lib/identity/schema/identity.ts";
import type { Client, SessionActor } from "#lib/platform/actor.ts";
import { database } from "#lib/platform/db/client.ts";
import { checkStreamsOf } from "#lib/platform/streams/check-again.ts";

export const SignOutEverywhere = z.strictObject({
  /** Whether the calling session stays. */
  keepThis: z.boolean().default(false),
});
export const EndedSessions = z.strictObject({ ended: z.int().min(0) });

export async function signOutEverywhere(call: {
  ctx: { actor: SessionActor; client: Client; now: number };
  input: { body: z.output<typeof SignOutEverywhere> };
}): Promise<z.output<typeof EndedSessions>> {
  const { actor, client, now } = call.ctx;
  const { keepThis } = call.input.body;
  const at = new Date(now);
  const db = await database();
  const answer = await db.transaction(async (change) => {
    const ended = await change
      .update(sessions)
      .set({ revokedAt: at })
      .where(
        and(
          eq(sessions.userId, actor.userId),
          isNull(sessions.revokedAt),
          gt(sessions.expiresAt, at),
          keepThis ? ne(sessions.id, actor.sessionId) : undefined,
        ),
      )
      .returning({ id: sessions.id });
    await recordAudit(change, {
      now,
      userId: actor.userId,
      actor,
      action: "session.revoked_all",
      client,
      details: { ended: ended.length, keepThis },
    });
    return { ended: ended.length };
  });
  checkStreamsOf(actor.userId);
  return answer;
}
