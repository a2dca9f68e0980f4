import type { ReactNode } from "react";
import { cn } from "./class-names.ts";

const TONES = {
  neutral: "border-line-strong text-ink-muted",
  good: "border-line-strong text-good",
  warn: "border-warn-line bg-warn-soft text-warn",
  bad: "border-line-strong text-bad",
  accent: "border-transparent bg-accent-soft text-accent",
} as const;

type ChipProps = { tone?: keyof typeof TONES; title?: string; children: ReactNode };

/** A short label of a record. Its words have the meaning, and not its colour alone. */
export function Chip({ tone = "neutral", title, children }: ChipProps) {
  return (
    <span
      title={title}
      className={cn(
        "inline-flex items-center rounded border px-1.5 py-0.5 text-2xs font-medium",
        TONES[tone],
      )}
    >
      {children}
    </span>
  );
}
