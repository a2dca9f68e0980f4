/** A user's note for assistants, as the user reads it. */
import "server-only";
import { z } from "zod";
import type { assistantNotes } from "#lib/assistants/schema/assistants.ts";
import { NOTE_LENGTH } from "#lib/protocol/assistant-preferences.ts";
import type { Note } from "#lib/protocol/wire/assistant.ts";

/** Limit for one account. */
export const MAX_NOTES = 100;

const TEXT = `it must be 1 to ${NOTE_LENGTH} characters`;

/** Line breaks are allowed; other control characters and lone surrogates are not. */
export const NoteBody = z.strictObject({
  text: z
    .string(TEXT)
    .transform((text) => text.replaceAll("\r\n", "\n").trim())
    .refine((text) => text.length > 0 && text.length <= NOTE_LENGTH, TEXT)
    .refine((text) => /^(?:[^\p{Cc}\p{Cs}]|[\n\t])*$/u.test(text), "it has control characters"),
});

const ID = /^note_[0-9a-f]{24}$/;

/** A malformed id becomes the empty id, which no note has, so that it is not found. */
export const NoteParams = z.object({
  id: z.string().transform((id) => (ID.test(id) ? id : "")),
});

export function noteOf(row: typeof assistantNotes.$inferSelect): Note {
  const { id, text, createdAt, updatedAt } = row;
  return { id, text, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}
