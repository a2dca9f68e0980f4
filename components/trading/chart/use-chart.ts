"use client";

import { type RefObject, useEffect, useState } from "react";
import { useFormat, useLocale } from "#components/i18n/i18n-provider.tsx";
import { INTL_LOCALE } from "#components/i18n/locales.ts";
import { useMarket, useMarketStore } from "#components/trading/live/market-stream.tsx";
import { useStore } from "#components/ui/use-store.ts";
import { marketScale } from "#lib/protocol/market/markets.ts";
import { oncePerFrame } from "./series/animation-frame.ts";
import { type BarStyle, chartSettings } from "./series/chart-settings.ts";
import { canvasTime, zoneOf } from "./series/chart-text.ts";
import { onColours } from "./series/colours.ts";
import type { PriceChart } from "./series/price-chart.ts";

/**
 * Loads the charting code after the first paint and creates the instance. The calling component is recreated with
 * market and language; layers that draw on the chart are removed in the same pass.
 */
export function useChart(container: RefObject<HTMLDivElement | null>): {
  chart: PriceChart | undefined;
  broken: boolean;
} {
  const market = useMarket();
  const { price_tick: tick } = market;
  const { priceDecimals } = marketScale(market);
  const locale = useLocale();
  const format = useFormat();
  const [chart, setChart] = useState<PriceChart | undefined>();
  const [broken, setBroken] = useState(false);

  useEffect(() => {
    let made: PriceChart | undefined;
    let gone = false;
    import("./series/price-chart.ts").then(
      (module) => {
        const element = container.current;
        if (gone || !element) return;
        made = new module.PriceChart({
          container: element,
          priceDecimals,
          tick,
          formatPrice: format.grouped,
          formatTime: (start, interval) => canvasTime(start, interval, format),
          zoneOf: (interval) => zoneOf(interval, format),
          language: locale === "en" ? "en-GB" : INTL_LOCALE[locale],
        });
        setChart(made);
      },
      () => setBroken(true),
    );
    return () => {
      gone = true;
      // Layers are cleaned up later in the same task; drawing on a removed chart would throw.
      const last = made;
      if (last) queueMicrotask(() => last.remove());
      setChart(undefined);
    };
  }, [container, priceDecimals, tick, locale, format]);

  const { scale, style, magnet } = useStore(chartSettings);
  useEffect(() => chart?.setScaleMode(scale), [chart, scale]);
  useEffect(
    () => (chart && style !== "candles" ? loadStyle(chart, style) : undefined),
    [chart, style],
  );
  useEffect(() => chart?.setMagnet(magnet), [chart, magnet]);
  useEffect(() => chart && onColours(() => chart.applyColours()), [chart]);
  useScaleNote(chart, container);
  return { chart, broken };
}

/** Draws the mark wherever the view is scrolled to, once a frame and without rendering. */
export function useMarkLine(chart: PriceChart | undefined, current: boolean): void {
  const store = useMarketStore();
  useEffect(() => {
    if (!chart) return;
    const draw = () => {
      const mark = store.get("mark");
      if (mark !== undefined) chart.setMark(mark, current);
    };
    draw();
    return store.subscribe("mark", draw);
  }, [chart, store, current]);
}

/** Publishes the prices of the top and bottom pixel of the main pane as attributes. */
function useScaleNote(
  chart: PriceChart | undefined,
  container: RefObject<HTMLDivElement | null>,
): void {
  useEffect(() => {
    const element = container.current;
    if (!chart || !element) return;
    const frame = oncePerFrame(() => {
      const { width, height } = chart.plot();
      const [top, bottom] = [chart.priceAt(0), chart.priceAt(height)];
      if (top === undefined || bottom === undefined) return;
      note(element, "priceTop", top.toString());
      note(element, "priceBottom", bottom.toString());
      note(element, "plotHeight", height.toString());
      note(element, "plotWidth", width.toString());
    });
    const off = chart.onPaint(frame.request);
    return () => {
      off();
      frame.stop();
    };
  }, [chart, container]);
}

function note(element: HTMLElement, name: string, value: string): void {
  if (element.dataset[name] !== value) element.dataset[name] = value;
}

/** The bars are candles until its code is loaded, and where it cannot be. */
function loadStyle(chart: PriceChart, style: Exclude<BarStyle, "candles">): () => void {
  let stop: (() => void) | undefined;
  let gone = false;
  import("./series/styled-bars.ts").then(
    ({ styleBars }) => {
      if (!gone) stop = styleBars(chart, style);
    },
    () => undefined,
  );
  return () => {
    gone = true;
    stop?.();
  };
}
