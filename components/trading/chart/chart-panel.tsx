"use client";

import { useEffect } from "react";
import { useLocale } from "#components/i18n/i18n-provider.tsx";
import { useFollowInterval, useMarket } from "#components/trading/live/market-stream.tsx";
import { useViewState } from "#components/trading/view/view-state.tsx";
import { ChartSurface } from "./chart-surface.tsx";
import { ChartToolbar } from "./chart-toolbar.tsx";
import { useChartActions } from "./use-chart-actions.ts";

/** Candles of the mark price or of the fills, with the account's orders and position drawn on them. */
export function ChartPanel() {
  const { interval } = useViewState();
  const { symbol, price_tick: tick } = useMarket();
  const locale = useLocale();
  const followInterval = useFollowInterval();
  useEffect(() => followInterval(interval), [interval, followInterval]);
  const actions = useChartActions();
  return (
    <>
      <ChartToolbar actions={actions} />
      {/* Anew with whatever the drawing is made for once. */}
      <ChartSurface key={`${symbol} ${tick} ${locale}`} actions={actions} />
    </>
  );
}
