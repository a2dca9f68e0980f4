"use client";

import { useEffect, useState } from "react";
import { useResource } from "#components/data/use-resource.ts";
import { ReadState } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { CONTEXT } from "./note.ts";

/** The answer of the tool `get_user_context` to the letter; read when it is opened, and again after each of the `changes`. */
export function Preview({ changes }: { changes: number }) {
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
