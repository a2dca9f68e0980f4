/** The caller's own live sessions, newest first. */
import "server-only";
import { and, desc, eq, gt, isNull } from "drizzle-orm";
import { sessions } from "#lib/identity/schema/identity.ts";
import type { SessionActor } from "#lib/platform/actor.ts";
import { database } from "#lib/platform/db/client.ts";
import type { SessionList } from "#lib/protocol/wire/identity.ts";

export async function listSessions(call: {
  ctx: { actor: SessionActor; now: number };
}): Promise<SessionList> {
  const { actor, now } = call.ctx;
  const db = await database();
  const rows = await db
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, actor.userId),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, new Date(now)),
      ),
    )
    .orderBy(desc(sessions.createdAt), desc(sessions.id));
  return {
    sessions: rows.map(({ id, kind, address, agent, createdAt, lastSeenAt, expiresAt }) => ({
      id,
      kind,
      address,
      agent,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      current: id === actor.sessionId,
    })),
  };
}
