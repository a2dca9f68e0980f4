"use client";

import { X } from "lucide-react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import type { TagChoices } from "#lib/protocol/highlights.ts";
import { withTag } from "#lib/protocol/highlights.ts";
import { useTagName } from "./highlight-menu.tsx";

type TagListProps = { choices: TagChoices; onChange: (next: TagChoices) => void };

/** The muted and pinned tags, each with a button that removes it. */
export function TagLists({ choices, onChange }: TagListProps) {
  const text = useText("highlights");
  const { muted, pinned } = choices;
  if (muted.length + pinned.length === 0) {
    return <p className="text-xs text-ink-muted">{text("noTags")}</p>;
  }
  const remove = (tag: string) => onChange(withTag(choices, tag, undefined));
  return (
    <div className="grid gap-2">
      <Tags label={text("mutedTags")} action="unmute" tags={muted} onRemove={remove} />
      <Tags label={text("pinnedTags")} action="unpin" tags={pinned} onRemove={remove} />
      <p className="text-2xs text-ink-muted">{text("tagsHint")}</p>
    </div>
  );
}

type TagsProps = {
  label: string;
  action: "unmute" | "unpin";
  tags: readonly string[];
  onRemove: (tag: string) => void;
};

function Tags({ label, action, tags, onRemove }: TagsProps) {
  const text = useText("highlights");
  const nameOf = useTagName();
  if (tags.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-1.5 text-xs" data-tags={action}>
      <span className="me-1 text-ink-muted">{label}</span>
      <ul aria-label={label} className="contents">
        {tags.map((tag) => (
          <li
            key={tag}
            data-tag={tag}
            className="inline-flex items-center rounded border border-line-strong ps-2"
          >
            {nameOf(tag)}
            <button
              type="button"
              aria-label={text(action, { tag: nameOf(tag) })}
              onClick={() => onRemove(tag)}
              className="ms-1 flex size-6 items-center justify-center rounded text-ink-muted hover:bg-hover hover:text-ink pointer-coarse:size-11"
            >
              <X size={13} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
