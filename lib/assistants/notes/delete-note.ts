/** A signed-in person deletes one of their notes: the next read of an assistant does not have it. */
import "server-only";
import { and, eq } from "drizzle-orm";
import { assistantNotes } from "#lib/assistants/schema/assistants.ts";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { Client, SessionActor } from "#lib/platform/actor.ts";
import { database } from "#lib/platform/db/client.ts";

/** @throws NOTE_NOT_FOUND */
export async function deleteNote(call: {
  ctx: { actor: SessionActor; client: Client; now: number };
  input: { params: { id: string } };
}): Promise<void> {
  const { actor, client, now } = call.ctx;
  const { userId } = actor;
  const { id } = call.input.params;
  const db = await database();
  await db.transaction(async (change) => {
    const deleted = await change
      .delete(assistantNotes)
      .where(and(eq(assistantNotes.id, id), eq(assistantNotes.userId, userId)))
      .returning({ id: assistantNotes.id });
    if (deleted.length === 0) throw new ServiceError("NOTE_NOT_FOUND");
    const entry = { now, userId, actor, client, target: id };
    await recordAudit(change, { ...entry, action: "assistant_note.deleted" });
  });
}
