/** A signed-in person revokes one of their keys: its next call fails in every replica, because each call reads its row. */
import "server-only";
import { and, isNull, type SQL } from "drizzle-orm";
import type { AuditActor } from "#lib/identity/audit/audit-entry.ts";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import type { Client, SessionActor } from "#lib/platform/actor.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import { checkStreamsOf } from "#lib/platform/streams/check-again.ts";
import { ownKey, requireOwnKey } from "./key-record.ts";
import { KEY_KINDS, type KeyKind, type KeyKindName } from "./kinds.ts";

export type RevokeContext = { actor: SessionActor; client: Client; now: number };

/** Idempotent. @throws KEY_NOT_FOUND */
export async function revokeKey(
  name: KeyKindName,
  { ctx, input }: { ctx: RevokeContext; input: { params: { id: string } } },
): Promise<void> {
  const kind = KEY_KINDS[name];
  const own = { id: input.params.id, userId: ctx.actor.userId };
  const db = await database();
  await db.transaction(async (change) => {
    const revoked = await endKeys(change, kind, ownKey(kind, own), ctx);
    if (revoked === 0) await requireOwnKey(change, kind, own);
  });
  checkStreamsOf(own.userId);
}

type Ended = { now: number; actor: AuditActor; client: Client; details?: { reason: string } };

/**
 * Ends those keys that are not revoked yet, and records each for its owner, who knows it by its name unless there are other
 * details. @returns how many there were
 */
export async function endKeys(
  change: Pick<Database, "update" | "insert" | "execute">,
  { table, actor: kind }: KeyKind,
  which: SQL | undefined,
  { now, actor, client, details }: Ended,
): Promise<number> {
  const keys = await change
    .update(table)
    .set({ revokedAt: new Date(now) })
    .where(and(which, isNull(table.revokedAt)))
    .returning({ id: table.id, userId: table.userId, name: table.name });
  for (const { id, userId, name } of keys) {
    const entry = { now, userId, actor, client, target: id, details: details ?? { name } };
    await recordAudit(change, { ...entry, action: `${kind}.revoked` });
  }
  return keys.length;
}
