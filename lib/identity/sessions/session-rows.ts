/** Sessions as rows: each request reads its own, so that a revoked session ends at the next request in every replica. */
import "server-only";
import { and, eq, gt, isNull, lt } from "drizzle-orm";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import { firstWallet, type ProvedIdentity } from "#lib/identity/person/person.ts";
import { identities, sessions } from "#lib/identity/schema/identity.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { Client, SessionActor } from "#lib/platform/actor.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import { users } from "#lib/platform/schema/users.ts";
import { checkStreamsOf } from "#lib/platform/streams/check-again.ts";
import { networkOf } from "./network-of.ts";
import { SESSION_SECONDS } from "./session-cookie.ts";

/** How often last seen is written. */
const SEEN_EVERY_MS = 60_000;
/** How long a session's address and agent are kept after its end. */
const RETENTION_MS = 30 * 24 * 60 * 60_000;

export type NewSession = {
  userId: string;
  /** The identity that was just proved. */
  proved: ProvedIdentity;
  /** The browser's previous session, whose cookie the new one replaces. */
  replaces?: SessionActor | undefined;
};

/**
 * Opens a session for 24 hours and records the sign-in method in the audit log. The session acts for the proved wallet, else
 * for the first one.
 * @throws SIGN_IN_REFUSED when the identity or the account was deleted concurrently
 */
export async function openSession(
  { userId, proved, replaces }: NewSession,
  { now, client }: { now: number; client: Client },
): Promise<SessionActor> {
  const sessionId = newId("ses");
  const at = new Date(now);
  const db = await database();
  return db.transaction(async (change) => {
    const identityId = await requireLinked(change, userId, proved);
    const newBrowser = replaces?.userId !== userId && (await isNewBrowser(change, userId, client));
    const { kind, subject } = proved;
    const account = kind === "wallet" ? subject : await firstWallet(change, userId);
    const actor: SessionActor = { kind: "session", userId, sessionId, account, provedAt: now };
    await change.insert(sessions).values({
      id: sessionId,
      userId,
      kind,
      identityId,
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
      target: sessionId,
      client,
      details: { kind, ...(newBrowser && { newBrowser }) },
    });
    if (replaces !== undefined) await revokeRow(change, replaces, { now, client });
    await change.delete(sessions).where(hasExpiredLongAgo(userId, now));
    return actor;
  });
}

/** Whether the account had sessions before, and none from this program in this network. */
async function isNewBrowser(
  change: Pick<Database, "select">,
  userId: string,
  { address, agent }: Client,
): Promise<boolean> {
  const before = await change
    .select({ address: sessions.address, agent: sessions.agent })
    .from(sessions)
    .where(eq(sessions.userId, userId));
  const network = networkOf(address);
  const isKnown = before.some((one) => one.agent === agent && networkOf(one.address) === network);
  return before.length > 0 && !isKnown;
}

function hasExpiredLongAgo(userId: string, now: number) {
  return and(eq(sessions.userId, userId), lt(sessions.expiresAt, new Date(now - RETENTION_MS)));
}

/** The identity's id, locked: until the transaction ends, neither it nor the account can be deleted. */
async function requireLinked(
  change: Pick<Database, "select">,
  userId: string,
  { kind, subject }: ProvedIdentity,
): Promise<string> {
  await change.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("share");
  const [linked] = await change
    .select({ id: identities.id })
    .from(identities)
    .where(
      and(
        eq(identities.userId, userId),
        eq(identities.kind, kind),
        eq(identities.subject, subject),
      ),
    );
  if (linked !== undefined) return linked.id;
  throw new ServiceError("SIGN_IN_REFUSED", { reason: "this sign-in method was just removed" });
}

export type LiveSession = { actor: SessionActor; expiresAt: number };

/** The session, unless it is expired or revoked. `client` is recorded as last seen. */
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

/** Ends the caller's own session. Idempotent. */
export async function endSession(actor: SessionActor, now: number, client: Client): Promise<void> {
  const db = await database();
  await db.transaction((change) => revokeRow(change, actor, { now, client }));
  checkStreamsOf(actor.userId);
}

async function revokeRow(
  change: Pick<Database, "insert" | "update" | "execute">,
  actor: SessionActor,
  { now, client }: { now: number; client: Client },
): Promise<void> {
  const { sessionId, userId } = actor;
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
}
