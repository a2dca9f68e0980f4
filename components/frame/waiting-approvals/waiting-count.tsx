"use client";

import { cn } from "#components/ui/class-names.ts";
import { useWaiting } from "./use-waiting.ts";

/** The number of waiting orders, beside a label; renders nothing for zero. */
export function WaitingCount({ className }: { className?: string }) {
  const { count } = useWaiting();
  if (count === 0) return null;
  return (
    <span
      aria-hidden
      // Drawn by CSS and not as text: the accessible name of the link has the count in words.
      data-count={count}
      className={cn(
        "min-w-4 rounded-full bg-accent-strong px-1 text-center text-[10px] leading-4 font-semibold text-accent-ink before:content-[attr(data-count)]",
        className,
      )}
    />
  );
}
