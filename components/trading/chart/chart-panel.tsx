"use client";

import { ChartLine, ChevronDown, Ellipsis, Maximize2, Minimize2, PencilLine } from "lucide-react";
import { type ComponentProps, lazy, useEffect } from "react";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { AgeNote } from "#components/trading/live/age-note.tsx";
import { useFollowInterval, useMarket } from "#components/trading/live/market-stream.tsx";
import {
  COMBINED_INTERVALS,
  isCombined,
  type ShownInterval,
  storedInterval,
} from "#components/trading/screen/view/shown-interval.ts";
import { useViewState } from "#components/trading/screen/view/view-state.tsx";
import { buttonStyle } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { LazyMenu, Menu } from "#components/ui/menu.tsx";
import { ToggleGroup } from "#components/ui/toggle-group.tsx";
import { useStore } from "#components/ui/use-store.ts";
import { KLINE_INTERVALS } from "#lib/protocol/kline.ts";
import { ChartSurface } from "./chart-surface.tsx";
import { changeChartSettings, chartSettings } from "./series/chart-settings.ts";
import { type ChartActions, useChartActions } from "./use-chart-actions.ts";

const FullScreen = lazy(() => import("./full-screen.tsx"));

/** The price chart: candles of the mark or of trades, with the account's orders and position. */
export function ChartPanel() {
  const { interval } = useViewState();
  const { symbol, price_tick: tick } = useMarket();
  const { locale, zone = "" } = useFormat();
  const followInterval = useFollowInterval();
  const stored = storedInterval(interval);
  useEffect(() => followInterval(stored), [stored, followInterval]);
  const actions = useChartActions();
  return (
    <div className={actions.isFull ? "fixed inset-0 z-30 flex flex-col bg-surface" : "contents"}>
      {actions.isFull ? (
        <LazyBoundary onFailure={actions.leaveFull}>
          <FullScreen leave={actions.leaveFull} />
        </LazyBoundary>
      ) : null}
      <ChartToolbar actions={actions} />
      {/* The key recreates the chart when one of its fixed options changes. */}
      <ChartSurface key={`${symbol} ${tick} ${locale} ${zone}`} actions={actions} />
    </div>
  );
}

const INTERVAL_OPTIONS = KLINE_INTERVALS.map((value: ShownInterval) => ({ value, label: value }));
const ITEM =
  "h-6 px-2 text-2xs font-medium max-lg:h-7 max-lg:min-w-7 max-sm:px-1.5 pointer-coarse:h-10 pointer-coarse:min-w-9";

/** Interval, kind of bars and indicators, and a menu with the rest. */
function ChartToolbar({ actions }: { actions: ChartActions }) {
  const text = useText("chart");
  const view = useViewState();
  const { tools } = useStore(chartSettings);
  return (
    <div className="flex min-h-9 shrink-0 items-center justify-between gap-x-1 border-b px-2 max-sm:px-1">
      <div className="flex min-w-0 items-center">
        <ToggleGroup
          className="min-w-0 overflow-x-auto [scrollbar-width:none]"
          label={text("interval")}
          value={view.interval}
          options={INTERVAL_OPTIONS}
          onChange={(interval) => view.set({ interval })}
          itemClassName={ITEM}
        />
        <MoreIntervals />
      </div>
      <div className="flex shrink-0 items-center gap-1">
        <AgeNote className="max-sm:hidden" />
        <ToggleGroup
          label={text("source")}
          value={view.bars}
          options={[
            { value: "mark", label: text("sourceMarkShort"), name: text("markPrice") },
            { value: "fills", label: text("sourceFillsShort"), name: text("sourceFills") },
          ]}
          onChange={(bars) => view.set({ bars })}
          itemClassName={ITEM}
        />
        <IconButton
          label={text("indicators")}
          aria-haspopup="dialog"
          onClick={() => actions.setOpen("indicators")}
        >
          <ChartLine size={15} aria-hidden />
        </IconButton>
        <IconButton
          label={text("drawingTools")}
          aria-pressed={tools}
          className="aria-pressed:text-accent max-sm:hidden"
          onClick={() => changeChartSettings({ tools: !tools })}
        >
          <PencilLine size={14} aria-hidden />
        </IconButton>
        <IconButton
          label={text(actions.isFull ? "leaveFullScreen" : "fullScreen")}
          aria-keyshortcuts="f"
          onClick={actions.toggleFull}
        >
          {actions.isFull ? (
            <Minimize2 size={14} aria-hidden />
          ) : (
            <Maximize2 size={14} aria-hidden />
          )}
        </IconButton>
        <MoreMenu actions={actions} />
      </div>
    </div>
  );
}

const ICON = cn(buttonStyle({ tone: "quiet", size: "icon" }), "max-sm:w-7 pointer-coarse:size-10");

function IconButton({ label, className, ...rest }: ComponentProps<"button"> & { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={cn(ICON, className)}
      {...rest}
    />
  );
}

/** The intervals that are made of stored bars. The button has the name of the one that is shown. */
function MoreIntervals() {
  const text = useText("chart");
  const view = useViewState();
  const isShown = isCombined(view.interval);
  return (
    <Menu
      label={isShown ? `${text("moreIntervals")}: ${view.interval}` : text("moreIntervals")}
      button={
        <>
          {isShown ? view.interval : null}
          <ChevronDown size={13} aria-hidden />
        </>
      }
      buttonClassName={cn(
        ITEM,
        "flex shrink-0 items-center gap-0.5 rounded hover:text-ink max-sm:px-1",
        isShown ? "bg-hover text-ink" : "text-ink-muted",
      )}
      entries={COMBINED_INTERVALS.map((interval) => ({
        key: interval,
        label: interval,
        selected: interval === view.interval,
        onSelect: () => view.set({ interval }),
      }))}
    />
  );
}

const loadMenu = () => import("./chart-menu.tsx");

function MoreMenu({ actions }: { actions: ChartActions }) {
  const text = useText("chart");
  return (
    <LazyMenu
      load={loadMenu}
      menu={{
        actions,
        label: text("more"),
        button: <Ellipsis size={15} aria-hidden />,
        buttonClassName: ICON,
        align: "end",
        className: "min-w-48",
      }}
    />
  );
}
