"use client";

import { type ReactNode, useId } from "react";
import { cn } from "#components/ui/class-names.ts";

type CardProps = {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
  className?: string;
};

/** A titled section of the partner page. */
export function Card({ title, aside, children, className }: CardProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={cn("flex min-w-0 flex-col gap-3 rounded-md border bg-surface p-4", className)}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={id} className="text-sm font-semibold">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
