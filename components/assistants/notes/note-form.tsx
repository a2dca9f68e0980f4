"use client";

import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { ActionFailure } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { NOTE_LENGTH } from "#lib/protocol/assistant-preferences.ts";

/** The number of characters left is shown below this. */
const NEARLY_FULL = 100;

type NoteFormProps = {
  label: string;
  initial: string;
  /** Label of the submit button. */
  action: string;
  pending: boolean;
  error: string | undefined;
  /** Whether the field gets the focus. */
  focused: boolean;
  onSubmit: (text: string) => void;
  onCancel?: () => void;
};

/** The form of a new or changed note; Escape cancels a change. */
export function NoteForm(props: NoteFormProps) {
  const { label, initial, action, pending, error, focused, onSubmit, onCancel } = props;
  const text = useText("assistantNotes");
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [typed, setTyped] = useState(initial);
  const [isEmpty, setEmpty] = useState(false);
  useEffect(() => {
    if (focused) field.current?.focus();
  }, [focused]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    if (typed.trim() !== "") return onSubmit(typed);
    setEmpty(true);
    field.current?.focus();
  };
  const left = NOTE_LENGTH - typed.length;
  const note = isEmpty
    ? text("noteEmpty")
    : left <= NEARLY_FULL
      ? text("charactersLeft", { count: left })
      : text("noteHint");
  return (
    <form noValidate className="flex flex-col gap-2" onSubmit={submit}>
      <label htmlFor={id} className="text-xs font-medium">
        {label}
      </label>
      <textarea
        id={id}
        ref={field}
        dir="auto"
        rows={3}
        maxLength={NOTE_LENGTH}
        value={typed}
        aria-describedby={`${id}-note`}
        aria-invalid={isEmpty ? true : undefined}
        className="w-full rounded border border-line-strong bg-raised px-2.5 py-2 text-base outline-none focus:border-accent focus:ring-1 focus:ring-accent aria-invalid:border-bad sm:text-sm"
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setEmpty(false);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || onCancel === undefined || pending) return;
          event.preventDefault();
          onCancel();
        }}
      />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p id={`${id}-note`} className={isEmpty ? "text-2xs text-bad" : "text-2xs text-ink-muted"}>
          {note}
        </p>
        <Buttons action={action} pending={pending} onCancel={onCancel} />
      </div>
      <ActionFailure error={error} />
    </form>
  );
}

type ButtonsProps = Pick<NoteFormProps, "action" | "pending"> & {
  onCancel: (() => void) | undefined;
};

function Buttons({ action, pending, onCancel }: ButtonsProps) {
  const text = useText("assistantNotes");
  return (
    <div className="ms-auto flex gap-2">
      {onCancel === undefined ? null : (
        <Button
          size="md"
          aria-disabled={pending}
          onClick={() => {
            if (!pending) onCancel();
          }}
        >
          {text("cancel")}
        </Button>
      )}
      <Button size="md" type="submit" tone="primary" aria-disabled={pending}>
        {action}
      </Button>
    </div>
  );
}
