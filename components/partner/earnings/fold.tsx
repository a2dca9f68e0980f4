"use client";

import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";

type FoldProps = {
  /** The line that opens it on a phone. */
  summary: ReactNode;
  children: ReactNode;
};

/**
 * Content that is closed on a phone until its line is pressed, and always open on wider screens. The line is an empty
 * `<details>`, so that it works without a script and the server need not know the width.
 */
export function Fold({ summary, children }: FoldProps) {
  return (
    <div className="min-w-0">
      <details className="group peer sm:hidden">
        <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded hover:bg-hover [&::-webkit-details-marker]:hidden">
          <span className="min-w-0 flex-1">{summary}</span>
          <ChevronDown
            size={16}
            aria-hidden
            className="shrink-0 text-ink-muted group-open:rotate-180"
          />
        </summary>
      </details>
      <div className="max-sm:hidden max-sm:peer-open:block">{children}</div>
    </div>
  );
}
