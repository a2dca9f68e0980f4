/** Serializes changes of an account, and refuses them once the account or the caller's session is gone. */
import "server-only";
import { and, eq, gt, isNull } from "drizzle-orm";
import { sessions } from "#lib/identity/schema/identity.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { SessionActor } from "#lib/platform/actor.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { users } from "#lib/platform/schema/users.ts";

/** Holds until the transaction `change` ends. @throws SIGN_IN_REQUIRED when the account was deleted */
export async function lockAccount(
  change: Pick<Database, "select">,
  userId: string,
): Promise<{ createdAt: Date }> {
  const [row] = await change
    .select({ createdAt: users.createdAt })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for("update");
  if (row === undefined) throw new ServiceError("SIGN_IN_REQUIRED");
  return row;
}

/**
 * The same for creations that outlive the calling session: a session that ended since the request arrived creates nothing,
 * and ending it waits until the change is committed. Callers of another issuer have no session row.
 * @throws SIGN_IN_REQUIRED
 */
export async function lockSession(
  change: Pick<Database, "select">,
  { userId, sessionId }: Pick<SessionActor, "userId" | "sessionId">,
  now: number,
): Promise<void> {
  await lockAccount(change, userId);
  if (sessionId === `${userId}.external`) return;
  const live = await change
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        eq(sessions.id, sessionId),
        eq(sessions.userId, userId),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, new Date(now)),
      ),
    )
    .for("share");
  if (live.length === 0) throw new ServiceError("SIGN_IN_REQUIRED");
}
