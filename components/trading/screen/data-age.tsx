"use client";

import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import type { Freshness } from "#components/trading/live/freshness.ts";
import { useMarketState } from "#components/trading/live/market-stream.tsx";
import { useAgeSeconds, useFreshness } from "#components/trading/live/use-freshness.ts";
import { cn } from "#components/ui/class-names.ts";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { useStatus } from "./status.ts";
import { signed } from "./status-line.tsx";

const DOT: Record<Freshness, string> = {
  connecting: "bg-ink-faint",
  live: "bg-accent",
  stale: "bg-warn",
  reconnecting: "bg-warn",
};

/**
 * The age of the price, by the data and not by the connection. On a phone it opens the figures of the status line too.
 */
export function DataAge() {
  const text = useText("shell");
  const state = useFreshness();
  const seconds = useAgeSeconds();
  const aged = state !== "live" && state !== "connecting" && seconds !== undefined;
  return (
    <span className="flex justify-end">
      <Tooltip text={<Ages />}>
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
            className={cn(
              "flex h-6 cursor-help items-center gap-1.5 rounded px-1.5 text-2xs whitespace-nowrap pointer-coarse:min-h-11 pointer-coarse:min-w-11 max-lg:justify-center",
              state === "stale" || state === "reconnecting"
                ? "bg-warn-soft text-warn"
                : "text-ink-muted",
            )}
          >
            <span aria-hidden className={cn("h-1.5 w-1.5 rounded-full", DOT[state])} />
            <span>{text(state)}</span>
            {aged ? <span>{text("seconds", { seconds })}</span> : null}
          </button>
        )}
      </Tooltip>
    </span>
  );
}

/** Seconds since each part was confirmed, the connection, and the latest block. */
function Ages() {
  const text = useText("shell");
  const { integer, figure } = useFormat();
  const block = useMarketState("block");
  const { leads, streamSeconds, roundTrip, skewMs } = useStatus();
  const ago = (seconds: number | undefined) =>
    seconds === undefined ? "—" : text("secondsAgo", { seconds });
  const took = (value: number | null | undefined) =>
    value === null || value === undefined
      ? "—"
      : text("milliseconds", { value: figure(value.toFixed(1), value < 10 ? 1 : 0) });
  const lines: readonly (readonly [string, string])[] = [
    [text("mark"), ago(useAgeSeconds())],
    [text("orderBook"), ago(useAgeSeconds("orderbook"))],
    [text("stream"), ago(streamSeconds)],
    [
      text("connection"),
      leads === undefined ? "—" : text(leads ? "ownConnection" : "sharedConnection"),
    ],
    [text("roundTrip"), took(roundTrip)],
    [
      text("clock"),
      skewMs === undefined ? "—" : text("milliseconds", { value: signed(skewMs, integer) }),
    ],
    [text("block"), block === undefined ? "—" : integer(block.height)],
    [text("blocksEvery"), took(block?.interval_ms)],
    [text("settledIn"), took(block?.settle_ms)],
  ];
  return (
    <span className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-0.5">
      {lines.map(([name, value]) => (
        <Line key={name} name={name} value={value} />
      ))}
    </span>
  );
}

function Line({ name, value }: { name: string; value: string }) {
  return (
    <>
      <span className="text-ink-muted">{name}</span>
      <bdi className="text-end">{value} </bdi>
    </>
  );
}
