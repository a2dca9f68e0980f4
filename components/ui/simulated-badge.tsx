"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import { cn } from "./class-names.ts";
import { Tooltip } from "./tooltip.tsx";

type SimulatedBadgeProps = {
  className?: string;
  side?: "top" | "bottom";
  align?: "start" | "end";
};

/** Marks a venue whose prices, makers and funds are simulated by the sandbox. */
export function SimulatedBadge({ className, side = "bottom", align = "end" }: SimulatedBadgeProps) {
  const text = useText("shell");
  return (
    <Tooltip text={text("simulatedHelp")} side={side} align={align}>
      {(describedBy) => (
        <button
          type="button"
          aria-describedby={describedBy}
          className={cn(
            "cursor-help rounded border border-warn-line bg-warn-soft px-1.5 text-2xs whitespace-nowrap text-warn",
            className,
          )}
        >
          {text("simulated")}
        </button>
      )}
    </Tooltip>
  );
}
