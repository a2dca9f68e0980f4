"use client";

import { lazy, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useAction } from "#components/data/use-action.ts";
import { write } from "#components/data/write.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Ago } from "#components/ui/ago.tsx";
import { Button } from "#components/ui/button.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { notify } from "#components/ui/notify.ts";
import type { Note, NoteList } from "#lib/protocol/wire/assistant.ts";
import { NOTES } from "./note.ts";
import { NoteForm } from "./note-form.tsx";

const ConfirmDialog = lazy(() => import("#components/frame/settings/confirm-dialog.tsx"));

type NotesProps = {
  list: NoteList;
  onChange: (next: (list: NoteList) => NoteList) => void;
  /** Called when the shown list is out of date. */
  onReload: () => Promise<void>;
};

/** The notes, the newest first, with forms that add, change and delete them. */
export function Notes({ list: { notes, most }, onChange, onReload }: NotesProps) {
  const text = useText("assistantNotes");
  const [edited, setEdited] = useState<string>();
  const [doomed, setDoomed] = useState<Note>();
  const rows = useRef<HTMLUListElement>(null);
  return (
    <section aria-label={text("notes")} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h2 className="text-base font-semibold">{text("notes")}</h2>
        <p className="text-xs text-ink-muted">{text("noteCount", { count: notes.length, most })}</p>
      </div>
      <NewNote
        isFull={notes.length >= most}
        onAdded={(note) => onChange((list) => ({ ...list, notes: [note, ...list.notes] }))}
      />
      {notes.length === 0 ? (
        <Empty />
      ) : (
        <ul
          ref={rows}
          aria-label={text("notes")}
          // Gets the focus when the focused row is removed.
          tabIndex={-1}
          className="divide-y rounded-md border bg-surface"
        >
          {notes.map((note) => (
            <li key={note.id} className="p-3">
              {note.id === edited ? (
                <EditNote
                  note={note}
                  onEnd={(next) => {
                    // Renders the row at once, so that its button can get the focus.
                    flushSync(() => {
                      setEdited(undefined);
                      if (next !== undefined) onChange((list) => replaced(list, next));
                    });
                    focusEdit(rows.current, note.id);
                  }}
                />
              ) : (
                <Row
                  note={note}
                  onEdit={() => setEdited(note.id)}
                  onDelete={() => setDoomed(note)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {doomed === undefined ? null : (
        <DeleteNote
          note={doomed}
          onClose={() => setDoomed(undefined)}
          onDeleted={() => onChange((list) => without(list, doomed.id))}
          onReload={onReload}
        />
      )}
    </section>
  );
}

function replaced(list: NoteList, next: Note): NoteList {
  return { ...list, notes: list.notes.map((note) => (note.id === next.id ? next : note)) };
}

function without(list: NoteList, id: string): NoteList {
  return { ...list, notes: list.notes.filter((note) => note.id !== id) };
}

function focusEdit(rows: HTMLElement | null, id: string): void {
  rows?.querySelector<HTMLElement>(`[data-edit="${CSS.escape(id)}"]`)?.focus();
}

function Empty() {
  const text = useText("assistantNotes");
  return (
    <div className="flex flex-col gap-1 rounded-md border border-dashed p-5">
      <p className="font-medium">{text("emptyTitle")}</p>
      <p className="text-ink-muted">{text("emptyText")}</p>
    </div>
  );
}

function NewNote({ isFull, onAdded }: { isFull: boolean; onAdded: (note: Note) => void }) {
  const text = useText("assistantNotes");
  /** The key of the form: each new note resets it. */
  const [added, setAdded] = useState(0);
  const { run, pending, error } = useAction((body: string) =>
    write<Note>("POST", NOTES, { text: body }),
  );
  if (isFull) return <p className="text-xs text-warn">{text("full")}</p>;
  const add = async (body: string) => {
    const answer = await run(body);
    if (answer?.ok !== true) return;
    onAdded(answer.body);
    notify({ tone: "good", text: text("added") });
    setAdded((count) => count + 1);
  };
  return (
    <NoteForm
      key={added}
      label={text("newNote")}
      initial=""
      action={text(pending ? "saving" : "add")}
      pending={pending}
      error={error}
      focused={added > 0}
      onSubmit={(body) => void add(body)}
    />
  );
}

function EditNote({ note, onEnd }: { note: Note; onEnd: (next?: Note) => void }) {
  const text = useText("assistantNotes");
  const { run, pending, error } = useAction((body: string) =>
    write<Note>("PATCH", `${NOTES}/${note.id}`, { text: body }),
  );
  const save = async (body: string) => {
    const answer = await run(body);
    if (answer?.ok !== true) return;
    notify({ tone: "good", text: text("changed") });
    onEnd(answer.body);
  };
  return (
    <NoteForm
      label={text("editNote")}
      initial={note.text}
      action={text(pending ? "saving" : "save")}
      pending={pending}
      error={error}
      focused
      onSubmit={(body) => void save(body)}
      onCancel={() => onEnd()}
    />
  );
}

type RowProps = { note: Note; onEdit: () => void; onDelete: () => void };

function Row({ note, onEdit, onDelete }: RowProps) {
  const text = useText("assistantNotes");
  const about = beginningOf(note.text);
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-60">
        <p dir="auto" className="break-words whitespace-pre-wrap">
          {note.text}
        </p>
        <p className="mt-1 text-2xs text-ink-faint">
          {text(note.updatedAt === note.createdAt ? "written" : "lastChanged")}{" "}
          <Ago at={note.updatedAt} />
        </p>
      </div>
      <div className="flex gap-2">
        <Button
          data-edit={note.id}
          className="pointer-coarse:min-h-11"
          aria-label={text("editOf", { note: about })}
          onClick={onEdit}
        >
          {text("edit")}
        </Button>
        <Button
          className="!text-bad pointer-coarse:min-h-11"
          aria-label={text("deleteOf", { note: about })}
          onClick={onDelete}
        >
          {text("delete")}
        </Button>
      </div>
    </div>
  );
}

type DeleteNoteProps = {
  note: Note;
  onClose: () => void;
  onDeleted: () => void;
  onReload: () => Promise<void>;
};

function DeleteNote({ note, onClose, onDeleted, onReload }: DeleteNoteProps) {
  const text = useText("assistantNotes");
  const { run, pending, error } = useAction(() => write("DELETE", `${NOTES}/${note.id}`));
  const confirm = async () => {
    const answer = await run();
    if (answer === undefined) return;
    // Another tab has already deleted it.
    if (!answer.ok && answer.code === "NOTE_NOT_FOUND") {
      await onReload();
      return onClose();
    }
    if (!answer.ok) return;
    // Removes the row before the dialog closes, so that the focus returns to the list and not to a removed button.
    onDeleted();
    notify({ tone: "good", text: text("deleted") });
    onClose();
  };
  return (
    <LazyBoundary onFailure={onClose}>
      <ConfirmDialog
        title={text("deleteTitle")}
        action={text("delete")}
        pending={pending}
        error={error}
        onConfirm={() => void confirm()}
        onClose={onClose}
      >
        <blockquote
          dir="auto"
          className="max-h-40 overflow-y-auto border-s-2 ps-3 break-words whitespace-pre-wrap"
        >
          {note.text}
        </blockquote>
        <p className="text-ink-muted">{text("deleteText")}</p>
      </ConfirmDialog>
    </LazyBoundary>
  );
}

const SPOKEN = 40;

function beginningOf(text: string): string {
  const line = text.split("\n", 1)[0] ?? "";
  return line.length > SPOKEN ? `${line.slice(0, SPOKEN)}…` : line;
}
