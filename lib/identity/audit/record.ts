/** Adds a row to the audit log, in the transaction of the recorded change. */
import "server-only";
import type { Actor, Client } from "#lib/platform/actor.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { auditLog } from "#lib/platform/db/schema/audit.ts";
import { newId } from "#lib/platform/ids.ts";
import type { AuditAction } from "./audit-actions.ts";

/** The actor: a caller, or the service itself. */
export type AuditActor = Actor | { kind: "service" };

export type AuditEntry = {
  now: number;
  /** The affected account. */
  userId: string;
  actor: AuditActor;
  action: AuditAction;
  /** Id of the changed object. */
  target?: string;
  client?: Client;
  /** Few and short; never a secret. Erased with the account. */
  details?: Record<string, string | number | boolean>;
};

/** `db`: the transaction of the change, so that both are committed or neither. */
export async function recordAudit(db: Pick<Database, "insert">, entry: AuditEntry): Promise<void> {
  const { actor, client } = entry;
  await db.insert(auditLog).values({
    id: newId("aud"),
    at: new Date(entry.now),
    userId: entry.userId,
    actorKind: actor.kind,
    actorId: actorId(actor) ?? null,
    action: entry.action,
    target: entry.target ?? null,
    address: client?.address ?? null,
    agent: client?.agent ?? null,
    details: entry.details ?? {},
  });
}

function actorId(actor: AuditActor): string | undefined {
  if (actor.kind === "session") return actor.sessionId;
  if (actor.kind === "oauth_grant") return actor.grantId;
  if (actor.kind === "mcp_key" || actor.kind === "bot_key") return actor.keyId;
  return undefined;
}
