import { changeNote } from "#lib/assistants/notes/change-note.ts";
import { deleteNote } from "#lib/assistants/notes/delete-note.ts";
import { NoteBody, NoteParams } from "#lib/assistants/notes/note.ts";
import { Note } from "#lib/protocol/wire/assistant.ts";
import { route } from "#lib/server/route.ts";

export const PATCH = route(
  {
    credential: "session",
    summary: "Changes a note for assistants.",
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
