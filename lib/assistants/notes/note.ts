/** A note that a user keeps for assistants, as the user reads it. */
import "server-only";
import { z } from "zod";
import type { assistantNotes } from "#lib/platform/db/schema/assistants.ts";
import { NOTE_LENGTH } from "#lib/protocol/assistant-preferences.ts";

/** Of one account. */
export const MOST_NOTES = 100;

const TEXT = `it must be 1 to ${NOTE_LENGTH} characters`;

/** Lines are kept; other control characters, and halves of characters, have no place in a text that people and machines read. */
export const NoteBody = z.strictObject({
  text: z
    .string(TEXT)
    .transform((text) => text.replaceAll("\r\n", "\n").trim())
    .refine((text) => text.length > 0 && text.length <= NOTE_LENGTH, TEXT)
    .refine((text) => /^(?:[^\p{Cc}\p{Cs}]|[\n\t])*$/u.test(text), "it has control characters"),
});

export const Note = z.strictObject({
  /** `note_…` */
  id: z.string(),
  text: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});

const ID = /^note_[0-9a-f]{24}$/;

/** Whatever is no id of a note is no note of the account either: it is read as the empty one, which nobody has. */
export const NoteParams = z.object({
  id: z.string().transform((id) => (ID.test(id) ? id : "")),
});

export function noteOf(row: typeof assistantNotes.$inferSelect): z.output<typeof Note> {
  const { id, text, createdAt, updatedAt } = row;
  return { id, text, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}
