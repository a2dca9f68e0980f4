"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import type { Freshness } from "#components/trading/live/freshness.ts";
import { useAgeSeconds, useFreshness } from "#components/trading/live/use-freshness.ts";
import { cn } from "#components/ui/class-names.ts";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { useLateFigures } from "./late-figures.tsx";

const DOT: Record<Freshness, string> = {
  connecting: "bg-ink-faint",
  live: "bg-accent",
  stale: "bg-warn",
  reconnecting: "bg-warn",
};

/** The age of the price, by the data and not by the connection. */
export function DataAge() {
  const text = useText("shell");
  const state = useFreshness();
  const { figures, ask } = useLateFigures();
  const seconds = useAgeSeconds();
  const aged = state !== "live" && state !== "connecting" && seconds !== undefined;
  return (
    <span className="flex justify-end">
      <Tooltip text={figures}>
        {(describedBy) => (
          <button
            type="button"
            aria-describedby={describedBy}
            aria-label={
              aged
                ? `${text("data", { state: text(state) })} ${text("seconds", { seconds })}`
                : text("data", { state: text(state) })
            }
            data-freshness={state}
            onPointerEnter={ask}
            onFocus={ask}
            className={cn(
              "flex h-6 cursor-help items-center gap-1.5 rounded px-1.5 text-2xs whitespace-nowrap pointer-coarse:min-h-11 pointer-coarse:min-w-11 max-lg:justify-center",
              state === "stale" || state === "reconnecting"
                ? "bg-warn-soft text-warn"
                : "text-ink-muted",
            )}
          >
            <span aria-hidden className={cn("h-1.5 w-1.5 rounded-full", DOT[state])} />
            {/* Beside an account's menu a phone has room for the short word only. */}
            <span className={state === "live" ? "max-[359px]:sr-only" : "max-sm:sr-only"}>
              {text(state)}
            </span>
            {aged ? <span>{text("seconds", { seconds })}</span> : null}
          </button>
        )}
      </Tooltip>
    </span>
  );
}
