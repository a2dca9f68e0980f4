/** The bot keys of an account, dead ones too. */
import "server-only";
import { desc, eq } from "drizzle-orm";
import { z } from "zod";
import type { SessionActor } from "#lib/actor.ts";
import { database } from "#lib/db/client.ts";
import { botKeys } from "#lib/db/schema/keys.ts";
import { BotKeyRecord, botKeyRecord } from "./key-record.ts";

const MOST_SHOWN = 200;

export const BotKeyList = z.strictObject({ keys: z.array(BotKeyRecord) });

/** A signed-in person, of their own keys: newest first, at most 200. */
export async function listBotKeys({
  ctx,
}: {
  ctx: { actor: SessionActor; now: number };
}): Promise<z.output<typeof BotKeyList>> {
  const { actor, now } = ctx;
  const db = await database();
  const rows = await db
    .select()
    .from(botKeys)
    .where(eq(botKeys.userId, actor.userId))
    .orderBy(desc(botKeys.createdAt), desc(botKeys.id))
    .limit(MOST_SHOWN);
  return { keys: rows.map((row) => botKeyRecord(row, now)) };
}
