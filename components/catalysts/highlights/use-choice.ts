"use client";

import { useEffect, useState } from "react";
import { notify } from "#components/ui/notify.ts";
import { MOST_TAGS, type TagChoices } from "#lib/protocol/highlights.ts";
import { useHighlightText } from "./highlight-texts.tsx";
import type { TagChoosing } from "./use-tag-choices.ts";

export type Chosen = { tag: string; choice: "muted" | "pinned" | "unpinned"; next: TagChoices };
/** What was chosen last, and what held before. */
export type Undoable = Chosen & { before: TagChoices };

const UNDO_MS = 10_000;

/** Choices that can be undone for a while. */
export function useChoice({ choices, change }: TagChoosing) {
  const text = useHighlightText();
  const [last, setLast] = useState<Undoable>();
  useEffect(() => {
    if (last === undefined) return undefined;
    const timer = setTimeout(() => setLast(undefined), UNDO_MS);
    return () => clearTimeout(timer);
  }, [last]);
  const choose = (chosen: Chosen) => {
    const { muted, pinned } = chosen.next;
    if (choices === undefined) return;
    if (muted.length + pinned.length > MOST_TAGS) {
      notify({ tone: "bad", text: text("full", { count: MOST_TAGS }) });
      return;
    }
    change(chosen.next);
    setLast({ ...chosen, before: choices });
  };
  const undo = () => {
    if (last !== undefined) change(last.before);
    setLast(undefined);
  };
  return { last, choose, undo };
}
