"use client";

import { cn } from "#components/ui/class-names.ts";
import { useMarkAgeSeconds, useNotCurrent } from "./market-stream.tsx";

/** States the age of prices that are not current, beside every place where they stand; nothing while they are. */
export function AgeNote({ className }: { className?: string }) {
  const notCurrent = useNotCurrent();
  const seconds = useMarkAgeSeconds();
  if (!notCurrent) return null;
  return (
    <span
      className={cn("rounded bg-warn-soft px-1.5 text-2xs whitespace-nowrap text-warn", className)}
    >
      {seconds === undefined ? "Not current" : `${seconds} s old`}
    </span>
  );
}
