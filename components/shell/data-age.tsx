"use client";

import { useEffect, useState } from "react";
import { type Freshness, markAge } from "#components/market-stream/freshness.ts";
import { useFreshness, useMarketStore } from "#components/market-stream/market-stream.tsx";
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
            "flex cursor-default items-center gap-1.5 rounded px-1.5 py-0.5 text-2xs",
            state === "stale" || state === "reconnecting"
              ? "bg-warn-soft text-warn"
              : "text-ink-muted",
          )}
        >
          <span aria-hidden className={cn("h-1.5 w-1.5 rounded-full", DOT[state])} />
          {LABEL[state]}
          {aged ? <span>{seconds} s</span> : null}
        </button>
      )}
    </Tooltip>
  );
}

function useMarkAgeSeconds(): number | undefined {
  const store = useMarketStore();
  const [seconds, setSeconds] = useState<number | undefined>();
  useEffect(() => {
    const look = () => {
      const age = markAge(store.markTimes, Date.now());
      setSeconds(age === undefined ? undefined : Math.floor(age / 1000));
    };
    look();
    const timer = setInterval(look, 1_000);
    return () => clearInterval(timer);
  }, [store]);
  return seconds;
}
