"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import { cn } from "#components/ui/class-names.ts";
import type { AgedEvent } from "./ages.ts";
import { useAgeSeconds, useNotCurrent } from "./use-freshness.ts";

/** The age of data that is not current; empty while it is. */
export function AgeNote({ event = "mark", className }: { event?: AgedEvent; className?: string }) {
  const notCurrent = useNotCurrent(event);
  const text = useText("stream");
  const seconds = useAgeSeconds(event);
  if (!notCurrent) return null;
  return (
    <span
      className={cn("rounded bg-warn-soft px-1.5 text-2xs whitespace-nowrap text-warn", className)}
    >
      {seconds === undefined ? text("notCurrent") : text("old", { seconds })}
    </span>
  );
}
