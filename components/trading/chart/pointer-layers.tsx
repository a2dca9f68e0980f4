"use client";

import { lazy, useEffect, useRef } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { useMarket, useMarketStore } from "#components/trading/live/market-stream.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { useStore } from "#components/ui/use-store.ts";
import { marketScale } from "#lib/protocol/market/markets.ts";
import { oncePerFrame } from "./series/animation-frame.ts";
import { chartSettings } from "./series/chart-settings.ts";
import { distance, type Wording } from "./series/chart-text.ts";
import type { PriceChart } from "./series/price-chart.ts";
import { tickPrice } from "./series/ticks.ts";

const MoveMarks = lazy(() => import("./moves/move-marks.tsx"));

/** What lies over the bars for a person who uses the page. */
export default function PointerLayers(props: PointerLayersProps) {
  const { moves } = useStore(chartSettings);
  return (
    <>
      <PointerTags {...props} />
      {moves ? (
        <LazyBoundary onFailure={ignore}>
          <MoveMarks {...props} />
        </LazyBoundary>
      ) : null}
    </>
  );
}

/** The chart works without this part; the boundary has shown a message. */
function ignore(): void {}

type PointerLayersProps = { chart: PriceChart; wording: Wording };

/** The crosshair's distance from the mark, and the button back to the newest bar. Both are moved without rendering. */
function PointerTags({ chart, wording }: PointerLayersProps) {
  const text = useText("chart");
  const market = useMarket();
  const store = useMarketStore();
  const tag = useRef<HTMLSpanElement>(null);
  const now = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    let y: number | undefined;
    const scale = marketScale(market);
    const frame = oncePerFrame(() => {
      const element = tag.current;
      if (now.current) now.current.hidden = chart.behind() === 0;
      if (!element) return;
      const price = y === undefined ? undefined : chart.priceAt(y);
      const exact = price === undefined ? undefined : tickPrice(price, scale);
      const mark = store.get("mark");
      element.hidden = y === undefined || exact === undefined || mark === undefined;
      if (y === undefined || exact === undefined) return;
      const far = text("fromMark", { distance: distance(exact, mark, wording) });
      if (element.textContent !== far) element.textContent = far;
      const { width } = chart.plot();
      element.style.transform = `translate(calc(${width.toString()}px - 100% - 4px), ${(y - 20).toString()}px)`;
    });
    const offs = [
      chart.onCrosshair((at) => {
        y = at.y;
        frame.request();
      }),
      chart.onPaint(frame.request),
    ];
    return () => {
      frame.stop();
      for (const off of offs) off();
    };
  }, [chart, market, store, text, wording]);

  return (
    <>
      <span
        ref={tag}
        hidden
        aria-hidden
        dir="auto"
        data-crosshair-distance
        className="pointer-events-none absolute start-0 top-0 z-10 rounded bg-raised px-1 text-2xs whitespace-nowrap text-ink-muted"
      />
      <button
        ref={now}
        type="button"
        hidden
        className="absolute end-20 bottom-9 z-10 rounded border border-line-strong bg-raised px-2 py-0.5 text-2xs text-ink shadow hover:bg-hover"
        onClick={() => chart.showNow()}
      >
        {text("backToNow")}
      </button>
    </>
  );
}
