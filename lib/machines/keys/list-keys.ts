/** A signed-in person reads their own keys of a kind, dead ones too. */
import "server-only";
import { desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { SessionActor } from "#lib/platform/actor.ts";
import { database } from "#lib/platform/db/client.ts";
import { BotKey, ListedMcpKey } from "#lib/protocol/wire/machine-keys.ts";
import { columnsOf, recordOf } from "./key-record.ts";
import { KEY_KINDS, type KeyKindName } from "./kinds.ts";
import { webhooksOfKeys } from "./webhooks-of-keys.ts";

/** Enough for all live keys and the newest dead ones. */
const MAX_ROWS = 200;

export const McpKeyList = z.strictObject({ keys: z.array(ListedMcpKey) });
export const BotKeyList = z.strictObject({ keys: z.array(BotKey) });

/** Live keys first, the newest first, at most 200. */
export async function listKeys(
  name: KeyKindName,
  { ctx: { actor, now } }: { ctx: { actor: SessionActor; now: number } },
): Promise<{ keys: ReturnType<typeof recordOf>[] }> {
  const kind = KEY_KINDS[name];
  const { table } = kind;
  const isDead = sql`(${table.revokedAt} is not null or coalesce(${table.expiresAt} <= ${new Date(now).toISOString()}::timestamptz, false))`;
  const db = await database();
  const rows = await db
    .select(columnsOf(kind))
    .from(table)
    .where(eq(table.userId, actor.userId))
    .orderBy(isDead, desc(table.createdAt), desc(table.id))
    .limit(MAX_ROWS);
  return { keys: rows.map((row) => recordOf(row, now)) };
}

/** The same, with the webhooks that each key made or turned elsewhere. */
export async function listMcpKeys(call: {
  ctx: { actor: SessionActor; now: number };
}): Promise<{ keys: (ReturnType<typeof recordOf> & Pick<ListedMcpKey, "webhooks">)[] }> {
  const { keys } = await listKeys("mcp", call);
  const webhooks = await webhooksOfKeys(await database(), call.ctx.actor.userId);
  return { keys: keys.map((key) => ({ ...key, webhooks: webhooks.get(key.id) ?? [] })) };
}
