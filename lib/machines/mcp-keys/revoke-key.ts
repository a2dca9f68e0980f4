/** A signed-in person revokes one of their keys: its next request is refused. */
import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { recordAudit } from "#lib/identity/audit/record.ts";
import type { Client, SessionActor } from "#lib/platform/actor.ts";
import { database } from "#lib/platform/db/client.ts";
import { mcpKeys } from "#lib/platform/db/schema/keys.ts";
import { ServiceError } from "#lib/platform/errors.ts";

const ID = /^mcp_[0-9a-f]{24}$/;

/** A malformed id becomes the empty id, which no key has, so that it is not found. */
export const McpKeyParams = z.object({
  id: z.string().transform((id) => (ID.test(id) ? id : "")),
});

/** Idempotent. @throws KEY_NOT_FOUND */
export async function revokeMcpKey(call: {
  ctx: { actor: SessionActor; client: Client; now: number };
  input: { params: { id: string } };
}): Promise<void> {
  const { actor, client, now } = call.ctx;
  const { id } = call.input.params;
  const { userId } = actor;
  const isOwn = and(eq(mcpKeys.id, id), eq(mcpKeys.userId, userId));
  const db = await database();
  await db.transaction(async (change) => {
    const [revoked] = await change
      .update(mcpKeys)
      .set({ revokedAt: new Date(now) })
      .where(and(isOwn, isNull(mcpKeys.revokedAt)))
      .returning({ name: mcpKeys.name });
    if (revoked === undefined) {
      const known = await change.select({ id: mcpKeys.id }).from(mcpKeys).where(isOwn);
      if (known.length === 0) throw new ServiceError("KEY_NOT_FOUND");
      return;
    }
    await recordAudit(change, {
      now,
      userId,
      actor,
      action: "mcp_key.revoked",
      target: id,
      client,
      details: { name: revoked.name },
    });
  });
}
