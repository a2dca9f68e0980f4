"use client";

import { useEffect, useState } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { notify } from "#components/ui/notify.ts";
import { MAX_TAGS, type TagChoices } from "#lib/protocol/highlights.ts";
import type { TagChoosing } from "./use-tag-choices.ts";

export type TagDecision = {
  tag: string;
  choice: "muted" | "pinned" | "unpinned";
  next: TagChoices;
};
/** The last choice, and the choices before it. */
export type Undoable = TagDecision & { before: TagChoices };

const UNDO_MS = 10_000;

/** Choices that the reader can undo for ten seconds. */
export function useChoice({ choices, change }: TagChoosing) {
  const text = useText("highlights");
  const [last, setLast] = useState<Undoable>();
  useEffect(() => {
    if (last === undefined) return undefined;
    const timer = setTimeout(() => setLast(undefined), UNDO_MS);
    return () => clearTimeout(timer);
  }, [last]);
  const choose = (chosen: TagDecision) => {
    const { muted, pinned } = chosen.next;
    if (choices === undefined) return;
    if (muted.length + pinned.length > MAX_TAGS) {
      notify({ tone: "bad", text: text("full", { count: MAX_TAGS }) });
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
