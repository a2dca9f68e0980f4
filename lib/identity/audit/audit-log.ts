/** Adds a row to the audit log, in the transaction of the recorded change, and sends the owner a notice of what concerns security. */
import "server-only";
import { auditLog } from "#lib/identity/schema/audit.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { AuditActor, AuditDatabase, AuditEntry } from "./audit-entry.ts";
import { notifyOwner } from "./notify-owner.ts";

/** `db`: the transaction of the change, so that both are committed or neither. */
export async function recordAudit(db: AuditDatabase, entry: AuditEntry): Promise<void> {
  const { actor, client } = entry;
  const id = newId("aud");
  await db.insert(auditLog).values({
    id,
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
  await notifyOwner(db, entry, id);
}

function actorId(actor: AuditActor): string | undefined {
  if (actor.kind === "session") return actor.sessionId;
  if (actor.kind === "oauth_grant") return actor.grantId;
  if (actor.kind === "mcp_key" || actor.kind === "bot_key") return actor.keyId;
  return undefined;
}
