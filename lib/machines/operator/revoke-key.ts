/** Revokes a key on behalf of its owner, for example when it was found in a public repository. */
import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { recordAudit } from "#lib/identity/audit/record.ts";
import { database } from "#lib/platform/db/client.ts";
import { ServiceError } from "#lib/platform/errors.ts";
import { columnsOf, type OperatorContext, recordOf, tableOf } from "./key-record.ts";
import type { ChangedKey } from "./set-limits.ts";
import type { KeyParams } from "./show-key.ts";

export const RevokeBody = z.strictObject({
  reason: z.string().trim().min(3, "say it in words").max(300),
});

/** For the operator only. The key's next request fails. Idempotent. @throws KEY_NOT_FOUND */
export async function revokeKey({
  ctx,
  input,
}: {
  ctx: OperatorContext;
  input: { params: z.output<typeof KeyParams>; body: z.output<typeof RevokeBody> };
}): Promise<z.output<typeof ChangedKey>> {
  const { id } = input.params;
  const table = tableOf(id);
  const db = await database();
  return db.transaction(async (change) => {
    const ended = await change
      .update(table)
      .set({ revokedAt: new Date(ctx.now) })
      .where(and(eq(table.id, id), isNull(table.revokedAt)))
      .returning({ userId: table.userId });
    for (const { userId } of ended) {
      await recordAudit(change, {
        now: ctx.now,
        userId,
        actor: ctx.actor,
        action: id.startsWith("mcp_") ? "mcp_key.revoked" : "bot_key.revoked",
        target: id,
        client: ctx.client,
        details: { reason: input.body.reason },
      });
    }
    const [row] = await change.select(columnsOf(table)).from(table).where(eq(table.id, id));
    if (row === undefined) throw new ServiceError("KEY_NOT_FOUND");
    return { key: recordOf(row, ctx.now) };
  });
}
