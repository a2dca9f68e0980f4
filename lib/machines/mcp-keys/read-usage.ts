/** A signed-in person reads the usage of one of their keys, and a key its own. */
import "server-only";
import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { type KeyUsageDays, usageDays } from "#lib/machines/usage/usage-days.ts";
import type { OwnerActor } from "#lib/platform/actor.ts";
import { database } from "#lib/platform/db/client.ts";
import { mcpKeys } from "#lib/platform/db/schema/keys.ts";
import { ServiceError } from "#lib/platform/errors.ts";

/** By day and outcome, the last 30 days, the oldest first. @throws KEY_NOT_FOUND */
export async function readMcpKeyUsage(call: {
  ctx: { actor: OwnerActor; now: number };
  input: { params: { id: string } };
}): Promise<z.output<typeof KeyUsageDays>> {
  const { actor, now } = call.ctx;
  const { id } = call.input.params;
  if (actor.kind === "mcp_key" && actor.keyId !== id) throw new ServiceError("KEY_NOT_FOUND");
  const db = await database();
  const known = await db
    .select({ id: mcpKeys.id })
    .from(mcpKeys)
    .where(and(eq(mcpKeys.id, id), eq(mcpKeys.userId, actor.userId)));
  if (known.length === 0) throw new ServiceError("KEY_NOT_FOUND");
  return usageDays(id, now);
}
