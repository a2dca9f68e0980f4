"use client";

import { useEffect, useState } from "react";
import { changeRate, direction, directionClass, figure } from "#components/format.ts";
import { useMarket } from "#components/market-stream/market-stream.tsx";
import { serverNow } from "#components/server-clock.ts";
import type { Bar } from "#lib/protocol/kline.ts";
import { marketScale } from "#lib/protocol/markets.ts";
import { countdown, untilClose } from "./bar-series.ts";

type LegendProps = {
  /** The bar under the pointer. */
  hovered: Bar | undefined;
  last: Bar | undefined;
  /** Prices have stopped coming: then no bar is said to close. */
  notCurrent: boolean;
};

/** Open, high, low and close of the hovered bar with its time, or of the last with the time until it closes. */
export function Legend({ hovered, last, notCurrent }: LegendProps) {
  const market = useMarket();
  const bar = hovered ?? last;
  if (!bar) return null;
  const { priceDecimals, sizeDecimals } = marketScale(market);
  const falls = direction(changeRate(bar.open, bar.close, priceDecimals)) < 0;
  const tone = directionClass(falls ? -1 : 1);
  const values = [
    ["O", bar.open],
    ["H", bar.high],
    ["L", bar.low],
    ["C", bar.close],
  ] as const;
  return (
    <div className="pointer-events-none absolute top-1.5 left-2.5 z-10 flex flex-wrap gap-x-2.5 gap-y-0.5 pr-20 text-2xs">
      {hovered ? <span className="text-ink-muted">{barTime(hovered)}</span> : null}
      {values.map(([name, value]) => (
        <span key={name}>
          <span className="text-ink-faint">{name}</span>{" "}
          <span className={tone}>{figure(value, priceDecimals)}</span>
        </span>
      ))}
      <span>
        <span className="text-ink-faint">Vol</span> {figure(bar.volume, Math.min(3, sizeDecimals))}
      </span>
      {bar.filled ? <span className="text-ink-faint">carried, no mark came</span> : null}
      {!hovered && !notCurrent && !bar.closed ? <Countdown bar={bar} /> : null}
    </div>
  );
}

/** When the bar began, on the chart's own clock: UTC. */
function barTime(bar: Bar): string {
  const seconds = bar.interval === "1s" ? 19 : 16;
  return `${new Date(bar.start).toISOString().slice(0, seconds).replace("T", " ")} UTC`;
}

function Countdown({ bar }: { bar: Bar }) {
  const [left, setLeft] = useState(() => untilClose(bar, serverNow()));
  useEffect(() => {
    const update = () => setLeft(untilClose(bar, serverNow()));
    update();
    const timer = setInterval(update, 1_000);
    return () => clearInterval(timer);
  }, [bar]);
  return (
    <span>
      <span className="text-ink-faint">Closes in</span> {countdown(left)}
    </span>
  );
}
