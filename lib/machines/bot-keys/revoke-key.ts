/** Revokes a bot key: its next call fails in every replica, because each call reads the key's row. */
import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { recordAudit } from "#lib/identity/audit/record.ts";
import type { Client, SessionActor } from "#lib/platform/actor.ts";
import { database } from "#lib/platform/db/client.ts";
import { botKeys } from "#lib/platform/db/schema/keys.ts";
import { ServiceError } from "#lib/platform/errors.ts";
import { isBotKey } from "#lib/protocol/key-formats.ts";

/** A malformed id becomes the empty id, which no key has, so that it is not found. */
export const BotKeyId = z.strictObject({
  id: z.string().transform((id) => (isBotKey(id) ? id : "")),
});

type Call = {
  ctx: { actor: SessionActor; now: number; client: Client };
  input: { params: z.output<typeof BotKeyId> };
};

/** For a signed-in person, one of their own keys. Idempotent. @throws KEY_NOT_FOUND */
export async function revokeBotKey({ ctx, input }: Call): Promise<void> {
  const { actor, now, client } = ctx;
  const { userId } = actor;
  const { id } = input.params;
  const own = and(eq(botKeys.id, id), eq(botKeys.userId, userId));
  const db = await database();
  await db.transaction(async (change) => {
    const [key] = await change.select({ name: botKeys.name }).from(botKeys).where(own);
    if (key === undefined) throw new ServiceError("KEY_NOT_FOUND");
    const revoked = await change
      .update(botKeys)
      .set({ revokedAt: new Date(now) })
      .where(and(own, isNull(botKeys.revokedAt)))
      .returning({ id: botKeys.id });
    if (revoked.length === 0) return;
    const details = { name: key.name };
    const action = "bot_key.revoked";
    await recordAudit(change, { now, userId, actor, action, target: id, client, details });
  });
}
