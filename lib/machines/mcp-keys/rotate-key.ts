/** A signed-in person replaces one of their keys by another with the same rights. */
import "server-only";
import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { recordAudit } from "#lib/identity/audit/record.ts";
import { lockSession } from "#lib/identity/person/lock-account.ts";
import { type KeyChange, takeKeyChange } from "#lib/machines/usage/key-changes.ts";
import type { Client } from "#lib/platform/actor.ts";
import { database } from "#lib/platform/db/client.ts";
import { mcpKeys } from "#lib/platform/db/schema/keys.ts";
import { ServiceError } from "#lib/platform/errors.ts";
import { type Change, newKey } from "./_key-rows.ts";
import { ExpiresInDays, requireRoom } from "./create-key.ts";
import { type NewMcpKey, recordOf } from "./key-record.ts";

const HOUR_MS = 3_600_000;

export const RotateMcpKey = z.strictObject({
  /** How long the old key stays valid; 0: it ends at once. */
  overlapHours: z.literal([0, 1, 24, 72]),
  expiresInDays: ExpiresInDays,
});

type Call = {
  ctx: KeyChange & { client: Client; now: number };
  input: { params: { id: string }; body: z.output<typeof RotateMcpKey> };
};

/** The new key with its secret, which is in no other answer. @throws KEY_NOT_FOUND, KEY_IS_DEAD, TOO_MANY_KEYS, RATE_LIMITED, SIGN_IN_REQUIRED */
export async function rotateMcpKey(call: Call): Promise<z.output<typeof NewMcpKey>> {
  const { now } = call.ctx;
  await takeKeyChange(call.ctx);
  const db = await database();
  const { row, secret } = await db.transaction((change) => replaceKey(change, call));
  return { ...recordOf(row, now), secret };
}

async function replaceKey(
  change: Change,
  { ctx, input }: Call,
): Promise<ReturnType<typeof newKey>> {
  const { actor, client, now } = ctx;
  const { overlapHours, expiresInDays: days } = input.body;
  const { userId } = actor;
  await lockSession(change, actor, now);
  const [old] = await change
    .select()
    .from(mcpKeys)
    .where(and(eq(mcpKeys.id, input.params.id), eq(mcpKeys.userId, userId)))
    .for("update");
  if (old === undefined) throw new ServiceError("KEY_NOT_FOUND");
  if (old.revokedAt !== null || old.expiresAt.getTime() <= now)
    throw new ServiceError("KEY_IS_DEAD");
  const { id: replaces, name, canStageOrders, allowlist, tier } = old;
  const made = newKey({ userId, name, canStageOrders, allowlist, tier, replaces, days }, now);
  await change.insert(mcpKeys).values(made.row);
  const end = Math.min(old.expiresAt.getTime(), now + overlapHours * HOUR_MS);
  await change
    .update(mcpKeys)
    // The owner chose this end and has the next key, so no reminder is needed.
    .set({
      remindedDays: 0,
      ...(overlapHours === 0 ? { revokedAt: new Date(now) } : { expiresAt: new Date(end) }),
    })
    .where(eq(mcpKeys.id, replaces));
  await requireRoom(change, { userId, now });
  await recordAudit(change, {
    now,
    userId,
    actor,
    action: "mcp_key.rotated",
    target: replaces,
    client,
    details: { replacedBy: made.row.id, overlapHours, expiresInDays: days },
  });
  return made;
}
