/** Notes that the signed-in user keeps for assistants. */
import { addNote } from "#lib/assistants/notes/add-note.ts";
import { listNotes } from "#lib/assistants/notes/list-notes.ts";
import { NoteBody } from "#lib/assistants/notes/note.ts";
import { respond } from "#lib/platform/http/reply.ts";
import { Note, NoteList } from "#lib/protocol/wire/assistant.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "session",
    summary: "Lists the notes for assistants, the newest first",
    response: NoteList,
  },
  listNotes,
);

export const POST = route(
  {
    credential: "session",
    summary: "Adds a note for assistants: 1 to 1000 characters, at most 100 notes an account.",
    status: 201,
    body: NoteBody,
    response: Note,
  },
  async (call) => respond(201, await addNote(call)),
);
