"use client";

import { type ReactNode, useId } from "react";
import { cn } from "#components/ui/class-names.ts";
import { Fold } from "./fold.tsx";

type CardProps = {
  title: string;
  /** Beside the title, such as the range of its figures. */
  note?: ReactNode;
  aside?: ReactNode;
  /** Only the title is shown on a phone until it is pressed. */
  foldsOnPhone?: boolean;
  children: ReactNode;
  className?: string;
};

/** A titled section of the partner page. */
export function Card({ title, note, aside, foldsOnPhone = false, children, className }: CardProps) {
  const id = useId();
  const heading = (
    <div className="flex flex-wrap items-baseline gap-x-2">
      <h2 id={id} className="text-sm font-semibold">
        {title}
      </h2>
      {note === undefined ? null : <span className="text-xs text-ink-muted">{note}</span>}
    </div>
  );
  const frame = cn("min-w-0 rounded-md border bg-surface p-4", className);
  if (foldsOnPhone) {
    return (
      <section aria-labelledby={id} className={cn(frame, "max-sm:py-1")}>
        <Fold summary={<span className="text-sm font-semibold">{title}</span>}>
          <div className="flex flex-col gap-3 max-sm:pb-3">
            <Head heading={<div className="max-sm:sr-only">{heading}</div>} aside={aside} />
            {children}
          </div>
        </Fold>
      </section>
    );
  }
  return (
    <section aria-labelledby={id} className={cn("flex flex-col gap-3", frame)}>
      <Head heading={heading} aside={aside} />
      {children}
    </section>
  );
}

function Head({ heading, aside }: { heading: ReactNode; aside: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      {heading}
      {aside}
    </div>
  );
}
