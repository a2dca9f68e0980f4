"use client";

import { Tooltip } from "#components/ui/tooltip.tsx";

/** A name with an explanation that a pointer, a finger or the keyboard opens. */
export function Explained({ name, help }: { name: string; help: string }) {
  return (
    <Tooltip text={help} align="start">
      {(describedBy) => (
        <button
          type="button"
          aria-describedby={describedBy}
          className="cursor-help rounded text-start text-ink-muted underline decoration-dotted underline-offset-2 pointer-coarse:min-h-11 pointer-coarse:min-w-11"
        >
          {name}
        </button>
      )}
    </Tooltip>
  );
}
