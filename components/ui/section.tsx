"use client";

import { type ReactNode, useId } from "react";

/** A section of a page with a heading and actions. */
export function Section({
  title,
  note,
  actions,
  children,
}: {
  title: string;
  /** Beside the title, such as the number of records. */
  note?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-md border bg-surface p-4">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex flex-wrap items-baseline gap-x-2">
          <h2 id={id} className="text-sm font-semibold">
            {title}
          </h2>
          {note}
        </div>
        {actions}
      </div>
      {children}
    </section>
  );
}

/** Shown instead of a list that is empty. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="rounded border border-dashed p-4">
      <p className="font-medium">{title}</p>
      {children ? <div className="mt-1 max-w-2xl text-ink-muted">{children}</div> : null}
    </div>
  );
}
