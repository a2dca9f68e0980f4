/** A signed-in person reads their own keys. */
import "server-only";
import { desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { SessionActor } from "#lib/platform/actor.ts";
import { database } from "#lib/platform/db/client.ts";
import { mcpKeys } from "#lib/platform/db/schema/keys.ts";
import { McpKeyRecord, recordOf } from "./key-record.ts";

export const McpKeyList = z.strictObject({ keys: z.array(McpKeyRecord) });

/** Enough for all live keys and the newest dead ones. */
const MOST_ROWS = 200;

/** Live keys first, the newest first. */
export async function listMcpKeys(call: {
  ctx: { actor: SessionActor; now: number };
}): Promise<z.output<typeof McpKeyList>> {
  const { actor, now } = call.ctx;
  const isDead = sql`(${mcpKeys.revokedAt} is not null or ${mcpKeys.expiresAt} <= ${new Date(now).toISOString()}::timestamptz)`;
  const db = await database();
  const rows = await db
    .select()
    .from(mcpKeys)
    .where(eq(mcpKeys.userId, actor.userId))
    .orderBy(isDead, desc(mcpKeys.createdAt), desc(mcpKeys.id))
    .limit(MOST_ROWS);
  return { keys: rows.map((row) => recordOf(row, now)) };
}
