"use client";

import type { Freshness } from "#components/market-stream/freshness.ts";
import { useFreshness, useMarkAgeSeconds } from "#components/market-stream/market-stream.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Tooltip } from "#components/ui/tooltip.tsx";

const LABEL: Record<Freshness, string> = {
  connecting: "Connecting",
  live: "Live",
  stale: "Stale",
  reconnecting: "Reconnecting",
};

const DOT: Record<Freshness, string> = {
  connecting: "bg-ink-faint",
  live: "bg-up",
  stale: "bg-warn",
  reconnecting: "bg-warn",
};

/** How old the price is, judged by the data and not by the connection. */
export function DataAge() {
  const state = useFreshness();
  const seconds = useMarkAgeSeconds();
  const aged = state !== "live" && state !== "connecting" && seconds !== undefined;
  return (
    <span className="flex justify-end sm:w-40">
      <Tooltip
        text={
          seconds === undefined
            ? "No mark has arrived yet."
            : `The mark was last confirmed ${seconds} s ago. It moves about once a second.`
        }
      >
        {(describedBy) => (
          <button
            type="button"
            aria-describedby={describedBy}
            aria-label={`Data: ${LABEL[state]}`}
            data-freshness={state}
            className={cn(
              "flex h-6 whitespace-nowrap cursor-default items-center gap-1.5 rounded px-1.5 text-2xs max-lg:h-7 max-lg:min-w-7 max-lg:justify-center",
              state === "stale" || state === "reconnecting"
                ? "bg-warn-soft text-warn"
                : "text-ink-muted",
            )}
          >
            <span aria-hidden className={cn("h-1.5 w-1.5 rounded-full", DOT[state])} />
            {/* On a phone the dot alone, and the age when there is one: a word would wrap the bar. */}
            <span className="max-sm:hidden">{LABEL[state]}</span>
            {aged ? <span>{seconds} s</span> : null}
          </button>
        )}
      </Tooltip>
    </span>
  );
}
