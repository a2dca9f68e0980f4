"use client";

import { useEffect, useRef } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { useTagName } from "./highlight-menu.tsx";
import type { Undoable } from "./use-choice.ts";

const SAID = { muted: "toldMuted", pinned: "toldPinned", unpinned: "toldUnpinned" } as const;

type UndoNoteProps = { last: Undoable | undefined; onUndo: () => void; className?: string };

/**
 * Says what was chosen. A muted card disappears with its menu, so the undo button takes the focus.
 */
export function UndoNote({ last, onUndo, className }: UndoNoteProps) {
  const text = useText("highlights");
  const nameOf = useTagName();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (last?.choice !== "muted") return undefined;
    // The menu returns the focus first.
    const frame = requestAnimationFrame(() => button.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [last]);
  return (
    <output className={cn(last === undefined ? "sr-only" : className)}>
      {last === undefined ? null : (
        <>
          <span>{text(SAID[last.choice], { tag: nameOf(last.tag) })}</span>
          <Button ref={button} className="pointer-coarse:min-h-11" onClick={onUndo}>
            {text("undo")}
          </Button>
        </>
      )}
    </output>
  );
}
