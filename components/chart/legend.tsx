"use client";

import { useEffect, useState } from "react";
import { directionClass, figure } from "#components/format.ts";
import { useMarket } from "#components/market-stream/market-stream.tsx";
import { serverNow } from "#components/server-clock.ts";
import type { Bar } from "#lib/protocol/kline.ts";
import { marketScale } from "#lib/protocol/markets.ts";
import { countdown, untilClose } from "./bar-series.ts";

type LegendProps = {
  /** The bar to describe: the hovered one, or the last. */
  bar: Bar | undefined;
  /** The bar that is still open, for the countdown. */
  open: Bar | undefined;
};

/** Open, high, low and close in figures, and the time until the bar closes. */
export function Legend({ bar, open }: LegendProps) {
  const market = useMarket();
  if (!bar) return null;
  const { priceDecimals, sizeDecimals } = marketScale(market);
  const tone = directionClass(Number(bar.close) >= Number(bar.open) ? 1 : -1);
  const values = [
    ["O", bar.open],
    ["H", bar.high],
    ["L", bar.low],
    ["C", bar.close],
  ] as const;
  return (
    <div className="pointer-events-none absolute top-1.5 left-2.5 z-10 flex flex-wrap gap-x-2.5 gap-y-0.5 pr-20 text-2xs">
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
      {open && !open.closed ? <Countdown bar={open} /> : null}
    </div>
  );
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
