"use client";

import { useMemo, useRef, useState } from "react";
import { type Command, useCommands } from "#components/frame/commands/command-registry.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { COMBINED_INTERVALS } from "#components/trading/screen/view/shown-interval.ts";
import { useViewState } from "#components/trading/screen/view/view-state.tsx";
import { KLINE_INTERVALS } from "#lib/protocol/kline.ts";
import type { PriceChart } from "./series/price-chart.ts";

/** What is open over the chart. */
export type OpenPart = "indicators" | "layouts" | "table" | "moves" | undefined;

export type ChartActions = {
  open: OpenPart;
  setOpen: (part: OpenPart) => void;
  fit: () => void;
  showNow: () => void;
  copyImage: () => void;
  focus: () => void;
  isFull: boolean;
  toggleFull: () => void;
  leaveFull: () => void;
  /** The surface passes the chart and its element. */
  attach: (chart: PriceChart | undefined, element: HTMLElement | null) => void;
};

/** Actions on the chart, for its buttons, menu and keys. */
export function useChartActions(): ChartActions {
  const [open, setOpen] = useState<OpenPart>();
  const [isFull, setFull] = useState(false);
  const attached = useRef<{ chart: PriceChart | undefined; element: HTMLElement | null }>({
    chart: undefined,
    element: null,
  });
  const actions = useMemo(
    () => ({
      setOpen,
      fit: () => attached.current.chart?.fit(),
      showNow: () => attached.current.chart?.showNow(),
      copyImage: () => {
        const { chart } = attached.current;
        if (!chart) return;
        void import("#components/ui/copy-picture.ts").then(({ copyPicture }) =>
          copyPicture(chart.chart.takeScreenshot(true), "chart"),
        );
      },
      toggleFull: () => setFull((before) => !before),
      leaveFull: () => setFull(false),
      focus: () => attached.current.element?.focus(),
      attach: (chart: PriceChart | undefined, element: HTMLElement | null) => {
        attached.current = { chart, element };
      },
    }),
    [],
  );
  const all = useMemo(() => ({ ...actions, open, isFull }), [actions, open, isFull]);
  useChartCommands(all);
  return all;
}

function useChartCommands(actions: ChartActions): void {
  const text = useText("chart");
  const view = useViewState();
  const intervals = KLINE_INTERVALS.map(
    (interval, index): Command => ({
      id: `chart.interval-${interval}`,
      section: "chart",
      title: text("showInterval", { interval }),
      keys: (index + 1).toString(),
      run: () => view.set({ interval }),
    }),
  );
  const combined = COMBINED_INTERVALS.map(
    (interval): Command => ({
      id: `chart.interval-${interval}`,
      section: "chart",
      title: text("showInterval", { interval }),
      run: () => view.set({ interval }),
    }),
  );
  useCommands([
    ...intervals,
    ...combined,
    {
      id: "chart.full-screen",
      section: "chart",
      title: text(actions.isFull ? "leaveFullScreen" : "fullScreen"),
      keys: "f",
      run: actions.toggleFull,
    },
    {
      id: "chart.bars",
      section: "chart",
      title: view.bars === "mark" ? text("showLastTrades") : text("showMark"),
      run: () => view.set({ bars: view.bars === "mark" ? "fills" : "mark" }),
    },
    {
      id: "chart.indicators",
      section: "chart",
      title: text("indicators"),
      keys: "i",
      run: () => actions.setOpen("indicators"),
    },
    {
      id: "chart.focus",
      section: "chart",
      title: text("focusChart"),
      keys: "c",
      run: actions.focus,
    },
    {
      id: "chart.table",
      section: "chart",
      title: text("table"),
      run: () => actions.setOpen("table"),
    },
    {
      id: "chart.moves",
      section: "chart",
      title: text("moves"),
      run: () => actions.setOpen("moves"),
    },
    { id: "chart.now", section: "chart", title: text("backToNow"), run: actions.showNow },
    { id: "chart.fit", section: "chart", title: text("fit"), run: actions.fit },
    { id: "chart.image", section: "chart", title: text("copyImage"), run: actions.copyImage },
  ]);
}
