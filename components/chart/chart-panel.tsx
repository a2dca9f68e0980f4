"use client";

import { useTheme } from "next-themes";
import { type RefObject, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { useOpenOrders, usePositions } from "#components/account/queries.ts";
import { AgeNote } from "#components/market-stream/age-note.tsx";
import {
  useFollowInterval,
  useMarket,
  useMarketState,
  useMarketStore,
} from "#components/market-stream/market-stream.tsx";
import { useNotCurrent } from "#components/market-stream/use-freshness.ts";
import { serverNow } from "#components/server-clock.ts";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Notice } from "#components/ui/panel.tsx";
import { ToggleGroup } from "#components/ui/toggle-group.tsx";
import { type Bar, KLINE_INTERVALS, type KlineInterval } from "#lib/protocol/kline.ts";
import { marketScale } from "#lib/protocol/markets.ts";
import { BarFeed, klineReader } from "./bar-feed.ts";
import { chooseInterval, chosenInterval, firstInterval, onInterval } from "./chosen-interval.ts";
import { Legend } from "./legend.tsx";
import type { PriceChart, PriceLine } from "./price-chart.ts";

type FeedState = "loading" | "ready" | "failed";

const SKELETON_HEIGHTS = [38, 44, 41, 52, 60, 55, 47, 50, 63, 71, 66, 58, 62, 74, 69, 77, 72, 64];
const INTERVAL_OPTIONS = KLINE_INTERVALS.map((value) => ({ value, label: value }));

/** Candles of the mark price, with the account's orders and position drawn on them. */
export function ChartPanel() {
  const interval = useSyncExternalStore(onInterval, chosenInterval, firstInterval);
  const followInterval = useFollowInterval();
  // The first render is the server's, which does not know the choice: the stream is asked for what was chosen.
  useEffect(() => followInterval(chosenInterval()), [interval, followInterval]);
  return (
    <>
      <div className="flex h-9 shrink-0 items-center justify-between gap-3 border-b px-2">
        <ToggleGroup
          label="Chart interval"
          value={interval}
          options={INTERVAL_OPTIONS}
          onChange={chooseInterval}
        />
        <span className="flex items-center gap-2 text-2xs text-ink-faint">
          <AgeNote />
          <span className="hidden sm:inline">Mark price, UTC</span>
        </span>
      </div>
      <ChartSurface interval={interval} />
    </>
  );
}

function ChartSurface({ interval }: { interval: KlineInterval }) {
  const market = useMarket();
  const container = useRef<HTMLDivElement>(null);
  const [hovered, setHovered] = useState<number | undefined>();
  const { chart, broken } = useChart(container, setHovered);
  const { last, bars, state, feed } = useBars(chart, container, interval);
  const notCurrent = useNotCurrent();
  usePriceLines(chart);
  useMarkLine(chart, !notCurrent);

  const shown =
    hovered === undefined ? undefined : bars.current.find((bar) => bar.start === hovered);
  return (
    <div className={cn("relative min-h-0 flex-1", notCurrent && "not-current")}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application takes keys */}
      <div
        ref={container}
        role="application"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the chart scrolls by arrow keys
        tabIndex={0}
        aria-label={describe(market.symbol, interval, last)}
        aria-roledescription="candlestick chart"
        className="absolute inset-0 outline-offset-[-2px]"
        onKeyDown={(event) => {
          if (event.key === "ArrowLeft") chart?.scrollBy(-10);
          else if (event.key === "ArrowRight") chart?.scrollBy(10);
          else if (event.key === "End") chart?.showNow();
        }}
      />
      <Legend hovered={shown} last={last} notCurrent={notCurrent} />
      {state === "loading" && !broken ? <ChartSkeleton /> : null}
      {broken || state === "failed" ? (
        <div className="absolute inset-0 z-10 bg-surface/90">
          <Notice title="The chart's history could not be read. Trying again.">
            <Button size="xs" onClick={() => void feed.current?.refresh()}>
              Try now
            </Button>
          </Notice>
        </div>
      ) : null}
    </div>
  );
}

/** Bars in the place of candles that are on their way. */
function ChartSkeleton() {
  return (
    <output
      aria-label="Loading the chart"
      className="pointer-events-none absolute inset-0 z-[5] !flex items-end gap-1.5 bg-surface px-4 pt-16 pb-10"
    >
      {SKELETON_HEIGHTS.map((height, place) => (
        <span
          key={`bar-${place.toString()}`}
          className="flex-1 animate-pulse rounded-sm bg-raised"
          style={{ height: `${height.toString()}%` }}
        />
      ))}
    </output>
  );
}

/** Loads the charting code after the first paint and makes the one instance. */
function useChart(
  container: RefObject<HTMLDivElement | null>,
  onHover: (start: number | undefined) => void,
): { chart: PriceChart | undefined; broken: boolean } {
  const market = useMarket();
  const [instance, setInstance] = useState<PriceChart | undefined>();
  const [broken, setBroken] = useState(false);
  const { resolvedTheme } = useTheme();

  useEffect(() => {
    let made: PriceChart | undefined;
    let gone = false;
    import("./price-chart.ts").then(
      (module) => {
        if (gone || !container.current) return;
        made = new module.PriceChart({
          container: container.current,
          priceDecimals: marketScale(market).priceDecimals,
          tick: market.price_tick,
          onHover,
        });
        setInstance(made);
      },
      () => setBroken(true),
    );
    return () => {
      gone = true;
      made?.remove();
      setInstance(undefined);
    };
  }, [container, market, onHover]);

  useEffect(() => {
    if (resolvedTheme) instance?.applyTheme();
  }, [instance, resolvedTheme]);

  return { chart: instance, broken };
}

/** Follows the bars of the interval: listens first, then reads the history, and reads again after a reconnect. */
function useBars(
  instance: PriceChart | undefined,
  container: RefObject<HTMLDivElement | null>,
  interval: KlineInterval,
) {
  const market = useMarket();
  const store = useMarketStore();
  const epoch = useMarketState("epoch");
  const [last, setLast] = useState<Bar | undefined>();
  const [state, setState] = useState<FeedState>("loading");
  const bars = useRef<readonly Bar[]>([]);
  const feed = useRef<BarFeed | undefined>(undefined);

  useEffect(() => {
    if (!instance) return;
    const show = (bar: Bar | undefined) => {
      setLast(bar);
      if (!bar || !container.current) return;
      container.current.dataset.lastBar = JSON.stringify(bar);
      container.current.dataset.bars = `${bars.current.length} ${bars.current[0]?.start}`;
    };
    const made = new BarFeed({
      interval,
      read: klineReader(market.symbol, interval),
      now: serverNow,
      onReset: (all) => {
        bars.current = all;
        instance.setBars(all, interval === "1s");
        show(all.at(-1));
      },
      onLast: (bar) => {
        bars.current = replaceLast(bars.current, bar);
        instance.updateLast(bar);
        show(bar);
      },
      onState: setState,
    });
    feed.current = made;
    instance.onNearBeginning(() => void made.loadOlder());
    const off = store.onBar((bar) => made.accept(bar));
    void made.refresh();
    return () => {
      off();
      made.stop();
      instance.forgetView();
      setState("loading");
    };
  }, [instance, interval, market.symbol, store, container]);

  const read = useRef(epoch);
  useEffect(() => {
    if (read.current !== epoch) void feed.current?.refresh();
    read.current = epoch;
  }, [epoch]);

  return { last, bars, state, feed };
}

function replaceLast(bars: readonly Bar[], bar: Bar): readonly Bar[] {
  return bars.at(-1)?.start === bar.start ? [...bars.slice(0, -1), bar] : [...bars, bar];
}

/** The mark, wherever the view is scrolled to. */
function useMarkLine(chart: PriceChart | undefined, current: boolean): void {
  const mark = useMarketState("mark");
  const { resolvedTheme } = useTheme();
  useEffect(() => {
    if (resolvedTheme) chart?.setMark(mark, current);
  }, [chart, mark, current, resolvedTheme]);
}

/** The account's resting orders and its entry, as lines. */
function usePriceLines(chart: PriceChart | undefined): void {
  const { symbol } = useMarket();
  const { resolvedTheme } = useTheme();
  const orders = useOpenOrders().data;
  const positions = usePositions().data;
  const lines = useMemo(() => {
    const found: PriceLine[] = [];
    for (const order of orders ?? []) {
      if (order.market !== symbol || order.price === null) continue;
      const tone = order.side === "BUY" ? "buy" : "sell";
      const title = `${order.side === "BUY" ? "Buy" : "Sell"} ${order.remaining_size}`;
      found.push({ id: order.id, price: order.price, title, tone });
    }
    for (const position of positions ?? []) {
      if (position.market !== symbol) continue;
      const title = `Entry ${position.size}`;
      found.push({ id: "entry", price: position.average_entry_price, title, tone: "entry" });
    }
    return found;
  }, [orders, positions, symbol]);
  // Polling makes new arrays of the same lines; drawing them again would make them blink.
  const key = JSON.stringify(lines);
  useEffect(() => {
    if (resolvedTheme) chart?.setLines(JSON.parse(key) as PriceLine[]);
  }, [chart, key, resolvedTheme]);
}

function describe(symbol: string, interval: KlineInterval, last: Bar | undefined): string {
  const now = last
    ? ` Last bar: open ${last.open}, high ${last.high}, low ${last.low}, close ${last.close}.`
    : "";
  return `${symbol} mark price, ${interval} candles.${now} Arrow keys scroll, End returns to now.`;
}
