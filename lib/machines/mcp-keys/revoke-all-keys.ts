/** A signed-in person revokes all their keys. */
import "server-only";
import { and, eq, gt, isNull } from "drizzle-orm";
import { z } from "zod";
import { recordAudit } from "#lib/identity/audit/record.ts";
import { lockAccount } from "#lib/identity/person/lock-account.ts";
import type { Client, SessionActor } from "#lib/platform/actor.ts";
import { database } from "#lib/platform/db/client.ts";
import { mcpKeys } from "#lib/platform/db/schema/keys.ts";

export const RevokedKeys = z.strictObject({ revoked: z.int() });

/** @returns how many were live; the audit log has an entry for each of them and one for all */
export async function revokeAllMcpKeys(call: {
  ctx: { actor: SessionActor; client: Client; now: number };
}): Promise<z.output<typeof RevokedKeys>> {
  const { actor, client, now } = call.ctx;
  const { userId } = actor;
  const at = new Date(now);
  const db = await database();
  return db.transaction(async (change) => {
    // The lock orders this before or after a creation or rotation.
    await lockAccount(change, userId);
    const revoked = await change
      .update(mcpKeys)
      .set({ revokedAt: at })
      .where(and(eq(mcpKeys.userId, userId), isNull(mcpKeys.revokedAt), gt(mcpKeys.expiresAt, at)))
      .returning({ id: mcpKeys.id, name: mcpKeys.name });
    if (revoked.length === 0) return { revoked: 0 };
    const entry = { now, userId, actor, client };
    const details = { revoked: revoked.length };
    await recordAudit(change, { ...entry, action: "mcp_key.revoked_all", details });
    for (const { id, name } of revoked) {
      const one = { action: "mcp_key.revoked", target: id, details: { name } } as const;
      await recordAudit(change, { ...entry, ...one });
    }
    return details;
  });
}
