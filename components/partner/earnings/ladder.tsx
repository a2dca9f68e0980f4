"use client";

import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { cn } from "#components/ui/class-names.ts";
import type { LevelRule } from "#lib/protocol/partner-reads.ts";

type LadderProps = { levels: readonly LevelRule[]; present: number };

/** Pixels of the lowest step, and of one percent more. */
const LOWEST = 30;
const PER_PERCENT = 4.5;

/** All levels as a stair: what each pays, and from how many fees on. */
export function Ladder({ levels, present }: LadderProps) {
  const text = useText("partner");
  const { figure } = useFormat();
  const least = levels[0]?.share_percent ?? 0;
  return (
    <div className="flex min-w-0 flex-col justify-end gap-2">
      <ol aria-label={text("ladder")} className="grid grid-cols-6 items-end gap-1">
        {levels.map(({ level, share_percent, threshold }) => (
          <li
            key={level}
            aria-current={level === present ? "step" : undefined}
            className="flex min-w-0 flex-col gap-1 text-center"
          >
            <span
              style={{ height: LOWEST + (share_percent - least) * PER_PERCENT }}
              className={cn(
                "flex items-start justify-center rounded-t border-b-2 pt-1.5 text-xs font-semibold",
                stepStyle(level, present),
              )}
            >
              {text("percent", { percent: share_percent })}
            </span>
            <span
              className={cn(
                "text-2xs",
                level === present ? "font-semibold text-accent" : "text-ink-muted",
              )}
            >
              <span className="sr-only">{text("level")} </span>
              {level}
              <span className="block font-normal text-ink-faint">{figure(threshold, 0)}</span>
            </span>
          </li>
        ))}
      </ol>
      <p className="text-2xs text-ink-faint">{text("ladderHint")}</p>
    </div>
  );
}

function stepStyle(level: number, present: number): string {
  if (level === present) return "border-accent bg-accent-strong text-accent-ink";
  if (level < present) return "border-accent bg-accent-soft text-accent";
  return "border-line-strong bg-raised text-ink-muted";
}
