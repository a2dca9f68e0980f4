import { changeNote } from "#lib/assistant-notes/change-note.ts";
import { deleteNote } from "#lib/assistant-notes/delete-note.ts";
import { Note, NoteBody, NoteParams } from "#lib/assistant-notes/note.ts";
import { methodNotAllowed, route } from "#lib/http/route.ts";

export const PATCH = route(
  {
    credential: "session",
    summary: "Changes what a note for assistants says.",
    params: NoteParams,
    body: NoteBody,
    response: Note,
  },
  changeNote,
);

export const DELETE = route(
  {
    credential: "session",
    summary: "Deletes a note for assistants.",
    params: NoteParams,
  },
  deleteNote,
);

const other = methodNotAllowed("PATCH, DELETE");

export { other as GET, other as POST, other as PUT };
