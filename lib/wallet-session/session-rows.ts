/** Sessions as rows: each request reads its own, so that one that is revoked ends at the next request, in every replica. */
import "server-only";
import { and, eq, gt, isNull } from "drizzle-orm";
import type { Client, SessionActor } from "#lib/actor.ts";
import { recordAudit } from "#lib/audit/record.ts";
import { database } from "#lib/db/client.ts";
import { sessions } from "#lib/db/schema/identity.ts";
import { newId } from "#lib/ids.ts";
import { SESSION_SECONDS } from "./session-cookie.ts";

/** Last seen is written this often and not with each request. */
const SEEN_EVERY_MS = 60_000;

export type NewSession = {
  userId: string;
  kind: (typeof sessions.$inferSelect)["kind"];
  /** The wallet that it acts for. */
  account: string | undefined;
};

/** Opens a session that lasts 24 hours; how the person came in is in the audit log. */
export async function openSession(
  { userId, kind, account }: NewSession,
  { now, client }: { now: number; client: Client },
): Promise<SessionActor> {
  const id = newId("ses");
  const at = new Date(now);
  const db = await database();
  const actor: SessionActor = { kind: "session", userId, sessionId: id, account, provedAt: now };
  await db.transaction(async (change) => {
    await change.insert(sessions).values({
      id,
      userId,
      kind,
      account: account ?? null,
      createdAt: at,
      provedAt: at,
      expiresAt: new Date(now + SESSION_SECONDS * 1_000),
      lastSeenAt: at,
      ...client,
    });
    await recordAudit(change, {
      now,
      userId,
      actor,
      action: "session.opened",
      target: id,
      client,
      details: { kind },
    });
  });
  return actor;
}

export type LiveSession = { actor: SessionActor; expiresAt: number };

/** The session, when it is neither expired nor revoked. `client`: whoever uses it now is noted as last seen. */
export async function liveSession(
  id: string,
  now: number,
  client?: Client,
): Promise<LiveSession | undefined> {
  const db = await database();
  const [row] = await db
    .select()
    .from(sessions)
    .where(
      and(eq(sessions.id, id), isNull(sessions.revokedAt), gt(sessions.expiresAt, new Date(now))),
    );
  if (row === undefined) return undefined;
  if (client !== undefined && now - row.lastSeenAt.getTime() >= SEEN_EVERY_MS) {
    await db
      .update(sessions)
      .set({ lastSeenAt: new Date(now), ...client })
      .where(eq(sessions.id, id));
  }
  const actor: SessionActor = {
    kind: "session",
    userId: row.userId,
    sessionId: row.id,
    account: row.account ?? undefined,
    provedAt: row.provedAt.getTime(),
  };
  return { actor, expiresAt: row.expiresAt.getTime() };
}

/** Ends the session for good; one that has ended stays as it is. */
export async function endSession(actor: SessionActor, now: number, client: Client): Promise<void> {
  const { sessionId, userId } = actor;
  const db = await database();
  await db.transaction(async (change) => {
    const ended = await change
      .update(sessions)
      .set({ revokedAt: new Date(now) })
      .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)))
      .returning({ id: sessions.id });
    if (ended.length === 0) return;
    await recordAudit(change, {
      now,
      userId,
      actor,
      action: "session.revoked",
      target: sessionId,
      client,
    });
  });
}
