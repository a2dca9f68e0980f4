/** A signed-in person replaces one of their MCP keys by another with the same permissions. */
import { HOUR_MS } from "#lib/protocol/durations.ts";
import "server-only";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import { lockSession } from "#lib/identity/person/lock-account.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { copyLimits } from "#lib/machines/proposals/carry-limits.ts";
import { mcpKeys } from "#lib/machines/schema/keys.ts";
import { database } from "#lib/platform/db/client.ts";
import { mapPermissions } from "#lib/protocol/key-permissions.ts";
import { ExpiresInDays, insertKey, type KeyChange, takeKeyChange } from "./create-machine-key.ts";
import { ownKey } from "./key-record.ts";
import { KEY_KINDS } from "./kinds.ts";

export const RotateMcpKey = z.strictObject({
  /** How long the old key stays valid; 0: it ends at once. */
  overlapHours: z.literal([0, 1, 24, 72]),
  expiresInDays: ExpiresInDays,
});

type Call = {
  ctx: KeyChange;
  input: { params: { id: string }; body: z.output<typeof RotateMcpKey> };
};

/** The new key with its secret, which is in no other answer. @throws KEY_NOT_FOUND, KEY_IS_DEAD, TOO_MANY_KEYS, RATE_LIMITED, SIGN_IN_REQUIRED */
export async function rotateMcpKey({ ctx, input }: Call): ReturnType<typeof insertKey> {
  const { actor, client, now } = ctx;
  const { userId } = actor;
  const { id } = input.params;
  const { overlapHours, expiresInDays: days } = input.body;
  await takeKeyChange(ctx);
  const db = await database();
  return db.transaction(async (change) => {
    await lockSession(change, actor, now);
    const [old] = await change
      .select()
      .from(mcpKeys)
      .where(ownKey(KEY_KINDS.mcp, { id, userId }))
      .for("update");
    if (old === undefined) throw new ServiceError("KEY_NOT_FOUND");
    if (old.revokedAt !== null || old.expiresAt.getTime() <= now) {
      throw new ServiceError("KEY_IS_DEAD");
    }
    const end = Math.min(old.expiresAt.getTime(), now + overlapHours * HOUR_MS);
    await change
      .update(mcpKeys)
      // The owner chose this end and has the next key, so no reminder is needed.
      .set({
        remindedDays: 0,
        ...(overlapHours === 0 ? { revokedAt: new Date(now) } : { expiresAt: new Date(end) }),
      })
      .where(eq(mcpKeys.id, id));
    const { name, allowlist, tier } = old;
    const permissions = mapPermissions((permission) => old[permission]);
    const terms = { name, allowlist, tier, permissions, days, replaces: id, account: undefined };
    const made = await insertKey(change, KEY_KINDS.mcp, terms, { userId, now });
    await copyLimits(change, { userId, from: id, to: made.id });
    const details = { replacedBy: made.id, overlapHours, expiresInDays: days };
    const action = "mcp_key.rotated";
    await recordAudit(change, { now, userId, actor, action, target: id, client, details });
    return made;
  });
}
