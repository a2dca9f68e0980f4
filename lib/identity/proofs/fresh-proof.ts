/** Changes of sign-in methods and account deletion need more than a cookie: a recent proof of an identity. */
import "server-only";
import { and, eq, gt, isNull } from "drizzle-orm";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import type { IdentityKind } from "#lib/identity/person/person.ts";
import { sessions } from "#lib/identity/schema/identity.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { Client, SessionActor } from "#lib/platform/actor.ts";
import type { Database } from "#lib/platform/db/client.ts";

const FRESH_MINUTES = 10;

/** Until when the proof is fresh, ISO 8601; null when it is not. */
export function freshUntil(provedAt: number, now: number): string | null {
  const until = provedAt + FRESH_MINUTES * 60_000;
  return until > now ? new Date(until).toISOString() : null;
}

/** @throws FRESH_PROOF_REQUIRED */
export function requireFreshProof({ provedAt }: SessionActor, now: number): void {
  if (freshUntil(provedAt, now) === null) {
    throw new ServiceError("FRESH_PROOF_REQUIRED", { withinMinutes: FRESH_MINUTES });
  }
}

/**
 * Records that the person of the session has proved an identity of the account. The session keeps its id.
 * @throws SIGN_IN_REQUIRED when it has ended, or is not a session of this service
 */
export async function markProved(
  change: Pick<Database, "insert" | "update" | "execute">,
  actor: SessionActor,
  { now, client, kind }: { now: number; client: Client; kind: IdentityKind },
): Promise<string | null> {
  const at = new Date(now);
  const { userId, sessionId } = actor;
  const marked = await change
    .update(sessions)
    .set({ provedAt: at })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt), gt(sessions.expiresAt, at)))
    .returning({ id: sessions.id });
  if (marked.length === 0) throw new ServiceError("SIGN_IN_REQUIRED");
  await recordAudit(change, {
    now,
    userId,
    actor,
    action: "session.proved",
    target: sessionId,
    client,
    details: { kind },
  });
  return freshUntil(now, now);
}
