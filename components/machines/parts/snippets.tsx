"use client";

import { useState } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import * as Tabs from "#components/ui/tabs.tsx";
import { CopyBox } from "./copy-box.tsx";

export type Snippet = {
  key: string;
  /** Label of the tab, such as `curl`. */
  label: string;
  text: string;
  /** Where to paste it. */
  note?: string;
};

/** Texts to paste, in tabs. Texts with a secret are shown only beside that secret. */
export function Snippets({ snippets }: { snippets: readonly Snippet[] }) {
  const text = useText("keys");
  const [chosen, setChosen] = useState(snippets[0]?.key ?? "");
  return (
    <Tabs.Root value={chosen} onValueChange={setChosen} className="flex flex-col gap-2">
      <Tabs.List aria-label={text("snippets")} className="flex flex-wrap gap-1">
        {snippets.map(({ key, label }) => (
          <Tabs.Trigger
            key={key}
            value={key}
            className="rounded px-2 py-1 text-xs text-ink-muted hover:bg-hover hover:text-ink data-[state=active]:bg-accent-soft data-[state=active]:text-accent pointer-coarse:min-h-11 pointer-coarse:min-w-11"
          >
            <bdi dir="ltr" translate="no">
              {label}
            </bdi>
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {snippets.map(({ key, label, text: value, note }) => (
        <Tabs.Content key={key} value={key} className="flex flex-col gap-1.5">
          {note === undefined ? null : <p className="text-2xs text-ink-muted">{note}</p>}
          <CopyBox label={label} value={value} />
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}
