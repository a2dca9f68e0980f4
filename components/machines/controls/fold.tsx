"use client";

import type { ReactNode } from "react";

type FoldProps = {
  summary: ReactNode;
  onToggle: (isOpen: boolean) => void;
  children: ReactNode;
};

/** A part of a card that is shown on demand. */
export function Fold({ summary, onToggle, children }: FoldProps) {
  return (
    <details
      className="group/fold min-w-0 text-xs"
      onToggle={({ currentTarget }) => onToggle(currentTarget.open)}
    >
      <summary className="flex w-fit cursor-pointer list-none items-baseline gap-2 rounded py-1 text-accent hover:bg-hover pointer-coarse:min-h-11 pointer-coarse:items-center">
        <span
          aria-hidden
          className="inline-block transition-none group-open/fold:rotate-90 rtl:-scale-x-100"
        >
          ›
        </span>
        <span className="underline underline-offset-2">{summary}</span>
      </summary>
      <div className="mt-2 flex flex-col gap-3 rounded border p-3">{children}</div>
    </details>
  );
}
