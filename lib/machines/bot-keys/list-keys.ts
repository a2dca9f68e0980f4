/** The bot keys of an account, dead ones too. */
import "server-only";
import { desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { SessionActor } from "#lib/platform/actor.ts";
import { database } from "#lib/platform/db/client.ts";
import { botKeys } from "#lib/platform/db/schema/keys.ts";
import { BotKeyRecord, botKeyRecord } from "./key-record.ts";

/** Enough for all live keys and the newest dead ones. */
const MOST_SHOWN = 200;

export const BotKeyList = z.strictObject({ keys: z.array(BotKeyRecord) });

/** For a signed-in person, their own keys: live ones first, newest first, at most 200. */
export async function listBotKeys({
  ctx,
}: {
  ctx: { actor: SessionActor; now: number };
}): Promise<z.output<typeof BotKeyList>> {
  const { actor, now } = ctx;
  const isDead = sql`(${botKeys.revokedAt} is not null or coalesce(${botKeys.expiresAt} <= ${new Date(now).toISOString()}::timestamptz, false))`;
  const db = await database();
  const rows = await db
    .select()
    .from(botKeys)
    .where(eq(botKeys.userId, actor.userId))
    .orderBy(isDead, desc(botKeys.createdAt), desc(botKeys.id))
    .limit(MOST_SHOWN);
  return { keys: rows.map((row) => botKeyRecord(row, now)) };
}
