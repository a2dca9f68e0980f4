"use client";

import Link from "next/link";
import { useState } from "react";
import { useResource } from "#components/data/use-resource.ts";
import { ReadState, SettingsPage } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { NOTES, type NoteList, PREFERENCES, type PreferencesAnswer } from "./note.ts";
import { Notes } from "./notes.tsx";
import { PreferencesForm } from "./preferences-form.tsx";
import { Preview } from "./preview.tsx";

/** What assistants with the scope `read:chat` may read: how to answer, notes, and all of it as they get it. */
export function AssistantPage() {
  const text = useText("assistantNotes");
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
            {text("toApps")}
          </Link>{" "}
          ·{" "}
          <Link
            href="/settings/mcp-keys"
            className="inline-flex items-center text-accent underline pointer-coarse:min-h-11"
          >
            {text("toKeys")}
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
