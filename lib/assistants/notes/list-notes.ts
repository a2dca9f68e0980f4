/** A signed-in person reads their notes for assistants. */
import "server-only";
import { desc, eq } from "drizzle-orm";
import { assistantNotes } from "#lib/assistants/schema/assistants.ts";
import type { SessionActor } from "#lib/platform/actor.ts";
import { database } from "#lib/platform/db/client.ts";
import type { NoteList } from "#lib/protocol/wire/assistant.ts";
import { MAX_NOTES, noteOf } from "./note.ts";

/** The newest first. */
export async function listNotes(call: { ctx: { actor: SessionActor } }): Promise<NoteList> {
  const db = await database();
  const rows = await db
    .select()
    .from(assistantNotes)
    .where(eq(assistantNotes.userId, call.ctx.actor.userId))
    .orderBy(desc(assistantNotes.createdAt), desc(assistantNotes.id));
  return { notes: rows.map(noteOf), most: MAX_NOTES };
}
