/** A signed-in person adds a note for assistants. */
import "server-only";
import { count, eq } from "drizzle-orm";
import type { z } from "zod";
import { assistantNotes } from "#lib/assistants/schema/assistants.ts";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import { lockAccount } from "#lib/identity/person/lock-account.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { Client, SessionActor } from "#lib/platform/actor.ts";
import { database } from "#lib/platform/db/client.ts";
import type { Note } from "#lib/protocol/wire/assistant.ts";
import { MAX_NOTES, type NoteBody, noteOf } from "./note.ts";

/** The text stays out of the audit log, which outlives the note. @throws TOO_MANY_NOTES, SIGN_IN_REQUIRED */
export async function addNote(call: {
  ctx: { actor: SessionActor; client: Client; now: number };
  input: { body: z.output<typeof NoteBody> };
}): Promise<z.output<typeof Note>> {
  const { actor, client, now } = call.ctx;
  const { userId } = actor;
  const at = new Date(now);
  const { text } = call.input.body;
  const row = { id: newId("note"), userId, text, createdAt: at, updatedAt: at };
  const db = await database();
  await db.transaction(async (change) => {
    // The lock serializes concurrent additions, so that both are counted.
    await lockAccount(change, userId);
    const [stored] = await change
      .select({ notes: count() })
      .from(assistantNotes)
      .where(eq(assistantNotes.userId, userId));
    if ((stored?.notes ?? 0) >= MAX_NOTES) {
      throw new ServiceError("TOO_MANY_NOTES", { most: MAX_NOTES });
    }
    await change.insert(assistantNotes).values(row);
    const entry = { now, userId, actor, client, target: row.id };
    await recordAudit(change, { ...entry, action: "assistant_note.created" });
  });
  return noteOf(row);
}
