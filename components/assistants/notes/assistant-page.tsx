"use client";

import Link from "next/link";
import { useEffect, useState } from "react";
import { useResource } from "#components/data/use-resource.ts";
import { ReadState, SettingsPage } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import type { NoteList, PreferencesAnswer } from "#lib/protocol/wire/assistant.ts";
import { CONTEXT, NOTES, PREFERENCES } from "./note.ts";
import { Notes } from "./notes.tsx";
import { PreferencesForm } from "./preferences-form.tsx";

/** Notes and preferences that assistants with the scope `read:chat` may read, with a preview of what they get. */
export function AssistantPage() {
  const text = useText("assistantNotes");
  const frame = useText("settingsFrame");
  const notes = useResource<NoteList>(NOTES);
  const preferences = useResource<PreferencesAnswer>(PREFERENCES);
  const [changes, setChanges] = useState(0);
  const noteChange = () => setChanges((count) => count + 1);
  return (
    <SettingsPage title={text("title")} intro={text("intro")}>
      <div className="flex flex-col gap-6">
        <p className="max-w-2xl text-xs text-ink-muted">
          {text("whoReads")}{" "}
          <Link
            href="/settings/connected-apps"
            className="inline-flex items-center text-accent underline pointer-coarse:min-h-11"
          >
            {frame("connectedApps")}
          </Link>{" "}
          ·{" "}
          <Link
            href="/settings/mcp-keys"
            className="inline-flex items-center text-accent underline pointer-coarse:min-h-11"
          >
            {frame("mcpKeys")}
          </Link>
        </p>
        <ReadState resource={notes} label={text("loading")}>
          {(list) => (
            <Notes
              list={list}
              onChange={(next) => {
                notes.change(next);
                noteChange();
              }}
              onReload={notes.reload}
            />
          )}
        </ReadState>
        <ReadState resource={preferences} label={text("loadingPreferences")}>
          {(answer) => (
            <PreferencesForm
              saved={answer.preferences}
              onSaved={(next) => {
                preferences.change(() => next);
                noteChange();
              }}
            />
          )}
        </ReadState>
        <Preview changes={changes} />
      </div>
    </SettingsPage>
  );
}

/** The exact answer of the tool `get_user_context`; read when opened, and again after each of the `changes`. */
function Preview({ changes }: { changes: number }) {
  const text = useText("assistantNotes");
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="group min-w-0 rounded-md border bg-surface"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="flex cursor-pointer items-baseline gap-2 rounded p-3 font-medium hover:bg-hover pointer-coarse:min-h-11 pointer-coarse:items-center">
        <span aria-hidden className="text-ink-faint group-open:rotate-90 rtl:-scale-x-100">
          ›
        </span>
        {text("preview")}
      </summary>
      {isOpen ? <Shown changes={changes} /> : null}
    </details>
  );
}

function Shown({ changes }: { changes: number }) {
  const text = useText("assistantNotes");
  const context = useResource<unknown>(CONTEXT);
  const { reload } = context;
  useEffect(() => {
    if (changes > 0) void reload();
  }, [changes, reload]);
  return (
    <div className="flex flex-col gap-2 p-3 pt-2">
      <p className="max-w-2xl text-xs text-ink-muted">{text("previewText")}</p>
      <ReadState resource={context} label={text("loadingPreview")}>
        {(data) => {
          const json = JSON.stringify(data, null, 2);
          return (
            <div dir="ltr" className="relative min-w-0 rounded-md border bg-raised">
              <pre
                // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, and these are lines of text
                // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the same
                role="group"
                // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
                tabIndex={0}
                aria-label={text("preview")}
                data-context
                className="max-h-96 overflow-auto p-3 pe-12 font-mono text-2xs leading-5 whitespace-pre-wrap break-words"
              >
                {json}
              </pre>
              <div className="absolute end-1 top-1 rounded bg-raised">
                <CopyButton value={json} what={text("preview")} />
              </div>
            </div>
          );
        }}
      </ReadState>
    </div>
  );
}
