"use client";

import {
  type ComponentProps,
  lazy,
  type ReactNode,
  type Ref,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
} from "react";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { useWallet } from "#components/identity/wallet/wallet-provider.tsx";
import { AgeNote } from "#components/trading/live/age-note.tsx";
import { useMarket } from "#components/trading/live/market-stream.tsx";
import { useNotCurrent } from "#components/trading/live/use-freshness.ts";
import type { BarSource } from "#components/trading/screen/view/view.ts";
import { useViewState } from "#components/trading/screen/view/view-state.tsx";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { Notice } from "#components/ui/panel.tsx";
import { useActive } from "#components/ui/use-active.ts";
import { useStore } from "#components/ui/use-store.ts";
import { marketScale } from "#lib/protocol/market/markets.ts";
import { hasDrawings } from "./drawings/stored-drawings.ts";
import { type Reader, useReader } from "./reader/use-reader.ts";
import { chartSettings } from "./series/chart-settings.ts";
import type { Wording } from "./series/chart-text.ts";
import { LegendWriter } from "./series/legend-writer.ts";
import type { PriceChart } from "./series/price-chart.ts";
import { useBars } from "./series/use-bars.ts";
import { useChart, useMarkLine } from "./use-chart.ts";
import type { ChartActions } from "./use-chart-actions.ts";
import { usePriceMenu } from "./use-price-menu.ts";
import { ZoneCorner } from "./zone-corner.tsx";

const Drawings = lazy(() => import("./drawings/drawings.tsx"));
const OwnLines = lazy(() => import("./lines/own-lines.tsx"));
const ShownStudies = lazy(() => import("./indicators/shown-studies.tsx"));
const StudyDialog = lazy(() => import("./indicators/study-dialog.tsx"));
const LayoutDialog = lazy(() => import("./layouts/layout-dialog.tsx"));
const BarTable = lazy(() => import("./reader/bar-table.tsx"));
const PointerLayers = lazy(() => import("./pointer-layers.tsx"));
const MoveTable = lazy(() => import("./moves/move-table.tsx"));
const PriceMenu = lazy(() => import("./price-menu.tsx"));

const SKELETON_HEIGHTS = [38, 44, 41, 52, 60, 55, 47, 50, 63, 71, 66, 58, 62, 74, 69, 77, 72, 64];

/** The canvas and the layers over it. Left to right in every language, as time runs on charts. */
export function ChartSurface({ actions }: { actions: ChartActions }) {
  const text = useText("chart");
  const market = useMarket();
  const view = useViewState();
  const container = useRef<HTMLDivElement>(null);
  const { chart, broken } = useChart(container);
  const { state, retry } = useBars(chart, container, view);
  const notCurrent = useNotCurrent();
  useMarkLine(chart, !notCurrent);
  const wording = useWording();
  const { ref: legendRef, writer } = useLegend(chart, wording, !notCurrent);
  const { studies } = useStore(chartSettings);
  const spoken = useRef<HTMLOutputElement>(null);
  const reader = useReader(chart, wording, spoken);
  const { surface, at: menuAt, close: closeMenu } = usePriceMenu(chart, reader);
  useEffect(() => actions.attach(chart, container.current), [actions, chart]);
  const source = view.bars === "mark" ? text("markPrice") : text("sourceFills");
  const { setOpen } = actions;
  const close = useCallback(() => setOpen(undefined), [setOpen]);

  return (
    <div
      dir="ltr"
      ref={surface}
      data-chart-surface
      className={cn(
        "relative min-h-0 flex-1 data-grip:[&_*]:cursor-ns-resize! data-[grip=draw]:[&_*]:cursor-move! data-[grip=place]:[&_*]:cursor-crosshair!",
        notCurrent && "not-current",
      )}
    >
      <Canvas {...{ container, reader, source, actions }} />
      <output ref={spoken} aria-live="polite" className="sr-only" />
      <Legend ref={legendRef} name={`${market.symbol} · ${view.interval}`} source={view.bars}>
        {studies.length === 0 ? null : (
          <LazyBoundary onFailure={ignore}>
            <ShownStudies chart={chart} legend={writer} stored={studies} />
          </LazyBoundary>
        )}
      </Legend>
      {chart ? (
        <>
          <Layers chart={chart} wording={wording} surface={surface} />
          <ZoneCorner chart={chart} interval={view.interval} />
        </>
      ) : null}
      <AgeNote className="absolute end-20 top-1.5 z-10 sm:hidden" />
      <FeedNotice state={broken ? "failed" : state} retry={retry} />
      <LazyBoundary onFailure={close}>
        {menuAt ? <PriceMenu at={menuAt} onClose={closeMenu} /> : null}
        {actions.open === "indicators" ? <StudyDialog source={source} onClose={close} /> : null}
        {actions.open === "layouts" ? <LayoutDialog onClose={close} /> : null}
        {actions.open === "moves" ? <MoveTable wording={wording} onClose={close} /> : null}
        {chart && actions.open === "table" ? (
          <BarTable chart={chart} wording={wording} source={source} onClose={close} />
        ) : null}
      </LazyBoundary>
    </div>
  );
}

type CanvasProps = {
  container: RefObject<HTMLDivElement | null>;
  reader: Reader;
  source: string;
  actions: ChartActions;
};

/** What the chart is drawn in, and its keys. */
function Canvas({ container, reader, source, actions }: CanvasProps) {
  const text = useText("chart");
  const { symbol } = useMarket();
  const { interval } = useViewState();
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application takes keys */}
      <div
        ref={container}
        role="application"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the bars are read by keys
        tabIndex={0}
        aria-label={text("chartName", { market: symbol, source, interval })}
        aria-roledescription={text("chartRole")}
        aria-describedby="chart-help"
        className="absolute inset-0 outline-offset-[-2px]"
        onBlur={reader.leave}
        onFocus={reader.load}
        onKeyDown={(event) => {
          if (event.metaKey || event.ctrlKey || event.altKey) return;
          if (event.key === "Enter") actions.setOpen("table");
          else if (!reader.key(event.key)) return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <p id="chart-help" className="sr-only">
        {text("chartHelp")}
      </p>
    </>
  );
}

/** Visitors have nothing of their own on the chart, and load no code for what is not shown. */
function Layers(props: ComponentProps<typeof OwnLines>) {
  const { sessionAddress } = useWallet();
  const { symbol } = useMarket();
  const { tools } = useStore(chartSettings);
  const isActive = useActive();
  return (
    <>
      {sessionAddress === undefined ? null : (
        <LazyBoundary onFailure={ignore}>
          <OwnLines {...props} />
        </LazyBoundary>
      )}
      {tools || hasDrawings(symbol) ? (
        <LazyBoundary onFailure={ignore}>
          <Drawings {...props} />
        </LazyBoundary>
      ) : null}
      {isActive ? (
        <LazyBoundary onFailure={ignore}>
          <PointerLayers chart={props.chart} wording={props.wording} />
        </LazyBoundary>
      ) : null}
    </>
  );
}

/** The chart works without this part; the boundary has shown a message. */
function ignore(): void {}

function FeedNotice({ state, retry }: { state: string; retry: () => void }) {
  const text = useText("chart");
  if (state === "loading") return <ChartSkeleton />;
  if (state === "empty") {
    return (
      <div className="pointer-events-none absolute inset-0 z-[4]">
        <Notice title={text("noFills")} />
      </div>
    );
  }
  if (state !== "failed") return null;
  return (
    <div className="absolute inset-0 z-20 bg-surface/90">
      <Notice title={text("historyFailed")}>
        <Button size="xs" onClick={retry}>
          {text("tryNow")}
        </Button>
      </Notice>
    </div>
  );
}

/** Placeholder bars while the chart loads. */
function ChartSkeleton() {
  const text = useText("chart");
  return (
    <output
      aria-label={text("loading")}
      className="pointer-events-none absolute inset-0 z-[5] !flex items-end gap-1.5 bg-surface px-4 pt-16 pb-10"
    >
      {SKELETON_HEIGHTS.map((height, index) => (
        <span
          key={`bar-${index.toString()}`}
          className="flex-1 animate-pulse rounded-sm bg-raised"
          style={{ height: `${height.toString()}%` }}
        />
      ))}
    </output>
  );
}

function useWording(): Wording {
  const text = useText("chart");
  const format = useFormat();
  const market = useMarket();
  return useMemo(
    () => ({ text, format, scale: marketScale(market), asset: market.base_asset.symbol }),
    [text, format, market],
  );
}

function useLegend(
  chart: PriceChart | undefined,
  wording: Wording,
  current: boolean,
): { ref: (root: HTMLDivElement | null) => void; writer: RefObject<LegendWriter | undefined> } {
  const root = useRef<HTMLDivElement>(null);
  const writer = useRef<LegendWriter | undefined>(undefined);
  useEffect(() => {
    if (!chart) return;
    const made = new LegendWriter(chart, wording);
    writer.current = made;
    made.setRoot(root.current);
    return () => {
      writer.current = undefined;
      made.stop();
    };
  }, [chart, wording]);
  useEffect(() => writer.current?.setCurrent(current));
  const ref = useCallback((element: HTMLDivElement | null) => {
    root.current = element;
    writer.current?.setRoot(element);
  }, []);
  return { ref, writer };
}

type LegendProps = {
  ref: Ref<HTMLDivElement>;
  /** Market and interval. */
  name: string;
  source: BarSource;
  /** The rows of indicators. */
  children: ReactNode;
};

/**
 * Open, high, low, close, change and volume of a bar, and the values of indicators. Rendered once without values;
 * `LegendWriter` writes them at most once a frame. Hidden from screen readers, which get sentences.
 */
function Legend({ ref, name, source, children }: LegendProps) {
  const text = useText("chart");
  return (
    <div
      ref={ref}
      aria-hidden
      hidden
      data-legend
      className="pointer-events-none absolute start-2.5 top-1.5 z-10 flex max-w-[calc(100%-5.5rem)] flex-col gap-y-0.5 text-2xs"
    >
      <div className="flex flex-wrap gap-x-2.5 gap-y-0.5">
        <bdi className="font-medium text-ink">{name}</bdi>
        <bdi className="text-ink-muted">
          {source === "mark" ? text("markPrice") : text("sourceFills")}
        </bdi>
        <bdi className="text-ink-muted empty:hidden" data-value="time" />
        {(["open", "high", "low", "close"] as const).map((name) => (
          <span key={name}>
            <bdi className="text-ink-faint">{text(`${name}Short`)}</bdi>{" "}
            <span data-value={name} data-tone />
          </span>
        ))}
        <span data-value="change" data-tone />
        <span>
          <bdi className="text-ink-faint">{text("volumeShort")}</bdi> <span data-value="volume" />
        </span>
        <bdi className="text-ink-muted empty:hidden" data-value="countdown" />
      </div>
      {children}
    </div>
  );
}
