/** A signed-in person changes the text of a note. */
import "server-only";
import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { assistantNotes } from "#lib/assistants/schema/assistants.ts";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { Client, SessionActor } from "#lib/platform/actor.ts";
import { database } from "#lib/platform/db/client.ts";
import type { Note } from "#lib/protocol/wire/assistant.ts";
import { type NoteBody, noteOf } from "./note.ts";

/** @throws NOTE_NOT_FOUND */
export async function changeNote(call: {
  ctx: { actor: SessionActor; client: Client; now: number };
  input: { params: { id: string }; body: z.output<typeof NoteBody> };
}): Promise<z.output<typeof Note>> {
  const { actor, client, now } = call.ctx;
  const { userId } = actor;
  const { id } = call.input.params;
  const { text } = call.input.body;
  const db = await database();
  return db.transaction(async (change) => {
    const isOwn = and(eq(assistantNotes.id, id), eq(assistantNotes.userId, userId));
    const [before] = await change.select().from(assistantNotes).where(isOwn).for("update");
    if (before === undefined) throw new ServiceError("NOTE_NOT_FOUND");
    if (before.text === text) return noteOf(before);
    const row = { ...before, text, updatedAt: new Date(now) };
    await change.update(assistantNotes).set({ text, updatedAt: row.updatedAt }).where(isOwn);
    const entry = { now, userId, actor, client, target: id };
    await recordAudit(change, { ...entry, action: "assistant_note.changed" });
    return noteOf(row);
  });
}
