"use client";

import type { Freshness } from "#components/market-stream/freshness.ts";
import { useMarketState } from "#components/market-stream/market-stream.tsx";
import {
  useAgeSeconds,
  useFreshness,
  useStreamAgeSeconds,
} from "#components/market-stream/use-freshness.ts";
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
  const seconds = useAgeSeconds();
  const aged = state !== "live" && state !== "connecting" && seconds !== undefined;
  return (
    <span className="flex justify-end sm:w-40">
      <Tooltip text={<Ages />}>
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

/** Seconds since each part was confirmed, and the head of the venue's chain. */
function Ages() {
  const block = useMarketState("block");
  const parts = [
    ["Mark", useAgeSeconds()],
    ["Order book", useAgeSeconds("orderbook")],
    ["Stream", useStreamAgeSeconds()],
  ] as const;
  return (
    <span className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-0.5">
      {parts.map(([name, seconds]) => (
        <Line key={name} name={name} value={seconds === undefined ? "—" : `${seconds} s ago`} />
      ))}
      <Line name="Block" value={block === undefined ? "—" : block.height.toLocaleString("en-US")} />
      <Line name="Blocks come every" value={milliseconds(block?.interval_ms)} />
      <Line name="Settled in" value={milliseconds(block?.settle_ms)} />
    </span>
  );
}

function Line({ name, value }: { name: string; value: string }) {
  return (
    <>
      <span className="text-ink-muted">{name}</span>
      <span className="text-right">{value} </span>
    </>
  );
}

function milliseconds(value: number | null | undefined): string {
  return value === null || value === undefined ? "—" : `${value.toFixed(value < 10 ? 1 : 0)} ms`;
}
