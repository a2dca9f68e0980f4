"use client";

import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { useMarketState } from "#components/trading/live/market-stream.tsx";
import { useAgeSeconds } from "#components/trading/live/use-freshness.ts";
import { signed, useStatus } from "./status.ts";

/** Seconds since each part was confirmed, the connection, and the latest block. */
export default function ConnectionFigures() {
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
