"use client";

import { ChartLine, ChevronDown, Ellipsis, Maximize2, Minimize2 } from "lucide-react";
import { useEffect } from "react";
import { useLocale, useText } from "#components/i18n/i18n-provider.tsx";
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
import { Menu } from "#components/ui/menu.tsx";
import { ToggleGroup } from "#components/ui/toggle-group.tsx";
import { useStore } from "#components/ui/use-store.ts";
import { KLINE_INTERVALS } from "#lib/protocol/kline.ts";
import { ChartSurface } from "./chart-surface.tsx";
import {
  BAR_STYLES,
  changeChartSettings,
  chartSettings,
  SCALE_MODES,
} from "./series/chart-settings.ts";
import { type ChartActions, useChartActions } from "./use-chart-actions.ts";

/** The price chart: candles of the mark or of trades, with the account's orders and position. */
export function ChartPanel() {
  const { interval } = useViewState();
  const { symbol, price_tick: tick } = useMarket();
  const locale = useLocale();
  const followInterval = useFollowInterval();
  const stored = storedInterval(interval);
  useEffect(() => followInterval(stored), [stored, followInterval]);
  const actions = useChartActions();
  return (
    <div className={actions.isFull ? "fixed inset-0 z-30 flex flex-col bg-surface" : "contents"}>
      <ChartToolbar actions={actions} />
      {/* The key recreates the chart when one of its fixed options changes. */}
      <ChartSurface key={`${symbol} ${tick} ${locale}`} actions={actions} />
    </div>
  );
}

const INTERVAL_OPTIONS = KLINE_INTERVALS.map((value: ShownInterval) => ({ value, label: value }));
const SCALE_TEXT = { linear: "scaleLinear", log: "scaleLog", percent: "scalePercent" } as const;
const STYLE_TEXT = { candles: "styleCandles", hollow: "styleHollow", line: "styleLine" } as const;
const ITEM =
  "h-6 px-2 text-2xs font-medium max-lg:h-7 max-lg:min-w-7 max-sm:px-1.5 pointer-coarse:h-10 pointer-coarse:min-w-9";

/** Interval, kind of bars and indicators, and a menu with the rest. */
function ChartToolbar({ actions }: { actions: ChartActions }) {
  const text = useText("chart");
  const view = useViewState();
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
        <button
          type="button"
          aria-label={text("indicators")}
          aria-haspopup="dialog"
          title={text("indicators")}
          className={cn(
            buttonStyle({ tone: "quiet", size: "icon" }),
            "max-sm:w-7 pointer-coarse:size-10",
          )}
          onClick={() => actions.setOpen("indicators")}
        >
          <ChartLine size={15} aria-hidden />
        </button>
        <button
          type="button"
          aria-label={text(actions.isFull ? "leaveFullScreen" : "fullScreen")}
          aria-keyshortcuts="f"
          title={text(actions.isFull ? "leaveFullScreen" : "fullScreen")}
          className={cn(
            buttonStyle({ tone: "quiet", size: "icon" }),
            "max-sm:w-7 pointer-coarse:size-10",
          )}
          onClick={actions.toggleFull}
        >
          {actions.isFull ? (
            <Minimize2 size={14} aria-hidden />
          ) : (
            <Maximize2 size={14} aria-hidden />
          )}
        </button>
        <MoreMenu actions={actions} />
      </div>
    </div>
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

function MoreMenu({ actions }: { actions: ChartActions }) {
  const text = useText("chart");
  const settings = useStore(chartSettings);
  const scales = SCALE_MODES.filter((mode) => mode !== settings.scale).map((mode) => ({
    key: mode,
    label: text(SCALE_TEXT[mode]),
    onSelect: () => changeChartSettings({ scale: mode }),
  }));
  const styles = BAR_STYLES.filter((style) => style !== settings.style).map((style) => ({
    key: style,
    label: text(STYLE_TEXT[style]),
    onSelect: () => changeChartSettings({ style }),
  }));
  return (
    <Menu
      label={text("more")}
      button={<Ellipsis size={15} aria-hidden />}
      buttonClassName={cn(
        buttonStyle({ tone: "quiet", size: "icon" }),
        "max-sm:w-7 pointer-coarse:size-10",
      )}
      align="end"
      className="min-w-48"
      entries={[
        ...styles,
        ...scales,
        { key: "fit", label: text("fit"), onSelect: actions.fit },
        {
          key: "fills",
          label: text(settings.fills ? "hideFills" : "showFills"),
          onSelect: () => changeChartSettings({ fills: !settings.fills }),
        },
        {
          key: "moves",
          label: text(settings.moves ? "hideMoves" : "showMoves"),
          onSelect: () => changeChartSettings({ moves: !settings.moves }),
        },
        {
          key: "magnet",
          label: text(settings.magnet ? "magnetOff" : "magnetOn"),
          onSelect: () => changeChartSettings({ magnet: !settings.magnet }),
        },
        { key: "table", label: text("table"), onSelect: () => actions.setOpen("table") },
        { key: "move-table", label: text("moves"), onSelect: () => actions.setOpen("moves") },
        { key: "image", label: text("copyImage"), onSelect: actions.copyImage },
      ]}
    />
  );
}
