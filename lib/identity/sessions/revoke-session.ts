/** Ends one of the caller's own sessions; its next request, and those of its tokens, are refused in every replica. */
import "server-only";
import { and, eq, gt, isNull } from "drizzle-orm";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import { sessions } from "#lib/identity/schema/identity.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { Client, SessionActor } from "#lib/platform/actor.ts";
import { database } from "#lib/platform/db/client.ts";
import { checkStreamsOf } from "#lib/platform/streams/check-again.ts";

/** @throws SESSION_NOT_FOUND alike for another person's, an ended and an unknown session */
export async function revokeSession(call: {
  ctx: { actor: SessionActor; client: Client; now: number };
  input: { params: { id: string } };
}): Promise<void> {
  const { actor, client, now } = call.ctx;
  const { id } = call.input.params;
  const at = new Date(now);
  const db = await database();
  await db.transaction(async (change) => {
    const ended = await change
      .update(sessions)
      .set({ revokedAt: at })
      .where(
        and(
          eq(sessions.id, id),
          eq(sessions.userId, actor.userId),
          isNull(sessions.revokedAt),
          gt(sessions.expiresAt, at),
        ),
      )
      .returning({ id: sessions.id });
    if (ended.length === 0) throw new ServiceError("SESSION_NOT_FOUND");
    await recordAudit(change, {
      now,
      userId: actor.userId,
      actor,
      action: "session.revoked",
      target: id,
      client,
    });
  });
  checkStreamsOf(actor.userId);
}
