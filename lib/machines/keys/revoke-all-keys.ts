/** A signed-in person revokes all their MCP keys. */
import "server-only";
import { and, eq, gt } from "drizzle-orm";
import type { z } from "zod";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import { lockAccount } from "#lib/identity/person/lock-account.ts";
import { mcpKeys } from "#lib/machines/schema/keys.ts";
import { database } from "#lib/platform/db/client.ts";
import type { RevokedKeys } from "#lib/protocol/wire/machine-keys.ts";
import { KEY_KINDS } from "./kinds.ts";
import { endKeys, type RevokeContext } from "./revoke-key.ts";

/** @returns how many were live; the audit log has an entry for each of them and one for all */
export async function revokeAllMcpKeys({
  ctx,
}: {
  ctx: RevokeContext;
}): Promise<z.output<typeof RevokedKeys>> {
  const { actor, client, now } = ctx;
  const { userId } = actor;
  const db = await database();
  return db.transaction(async (change) => {
    // The lock orders this before or after a creation or rotation.
    await lockAccount(change, userId);
    const isLive = and(eq(mcpKeys.userId, userId), gt(mcpKeys.expiresAt, new Date(now)));
    const revoked = await endKeys(change, KEY_KINDS.mcp, isLive, { actor, client, now });
    if (revoked > 0) {
      const action = "mcp_key.revoked_all";
      await recordAudit(change, { now, userId, actor, client, action, details: { revoked } });
    }
    return { revoked };
  });
}
