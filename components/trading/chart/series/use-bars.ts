"use client";

import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { serverNow } from "#components/data/server-clock.ts";
import { clientText } from "#components/i18n/client-text.ts";
import type { MarketStore } from "#components/trading/live/market-store.ts";
import {
  useMarket,
  useMarketState,
  useMarketStore,
} from "#components/trading/live/market-stream.tsx";
import {
  type COMBINED,
  isCombined,
  type ShownInterval,
  storedInterval,
} from "#components/trading/screen/view/shown-interval.ts";
import type { BarSource } from "#components/trading/screen/view/view.ts";
import { notify } from "#components/ui/notify.ts";
import type { KlineInterval } from "#lib/protocol/kline.ts";
import { marketScale } from "#lib/protocol/market/markets.ts";
import type { Market } from "#lib/protocol/wire/market.ts";
import { oncePerFrame } from "./animation-frame.ts";
import { BarFeed, klineReader } from "./bar-feed.ts";
import type { ShownBar } from "./bar-series.ts";
import type { PriceChart } from "./price-chart.ts";

export type FeedState = "loading" | "ready" | "empty" | "failed";

type Feed = { refresh: () => Promise<void>; loadOlder: () => Promise<void>; stop: () => void };

type FeedDrawing = {
  onReset: (bars: readonly ShownBar[]) => void;
  onLast: (bar: ShownBar) => void;
  onState: (state: "ready" | "failed") => void;
};

type Shown = Omit<Follow, "interval"> & { interval: ShownInterval };

type Follow = { market: Market; interval: KlineInterval; store: MarketStore; drawing: FeedDrawing };

/**
 * Feeds the chart with bars of the interval: subscribes first, then reads the history, and reads again after a
 * reconnect.
 */
export function useBars(
  chart: PriceChart | undefined,
  container: RefObject<HTMLDivElement | null>,
  view: { interval: ShownInterval; bars: BarSource; set: (change: { bars: BarSource }) => void },
): { state: FeedState; retry: () => void } {
  const { interval, bars: source, set: setView } = view;
  const market = useMarket();
  const store = useMarketStore();
  const epoch = useMarketState("epoch");
  const [state, setState] = useState<FeedState>("loading");
  const feed = useRef<Feed | undefined>(undefined);

  useEffect(() => {
    const element = container.current;
    if (!chart || !element) return;
    let stopped = false;
    let stop = () => undefined as void;
    const noted = oncePerFrame(() => noteBars(element, chart.bars));
    let shown: FeedState = "loading";
    // Sets state only when it changes: React keeps every update of a component that does not render.
    const show = (next: FeedState) => {
      if (next !== shown) setState(next);
      shown = next;
    };
    const drawing: FeedDrawing = {
      onReset: (bars) => {
        chart.setBars(bars, interval === "1s");
        show(bars.length === 0 ? "empty" : "ready");
        noted.request();
      },
      onLast: (bar) => {
        chart.updateLast(bar);
        show("ready");
        noted.request();
      },
      onState: (next) => {
        if (next === "failed") show("failed");
      },
    };
    void startFeed({ market, interval, store, drawing }, source).then(
      (followed) => {
        if (stopped) return followed.stop();
        feed.current = followed;
        stop = () => followed.stop();
        chart.onNearBeginning(() => void followed.loadOlder());
        void followed.refresh();
      },
      () => {
        if (stopped) return;
        // Only the code of fill bars is loaded later; the mark's chart does not need it.
        notify({ tone: "bad", text: clientText("chart")("fillsFailed") });
        setView({ bars: "mark" });
      },
    );
    return () => {
      stopped = true;
      feed.current = undefined;
      stop();
      noted.stop();
      chart.forgetView();
      setState("loading");
    };
  }, [chart, interval, source, market, store, container, setView]);

  const refresh = useCallback(() => void feed.current?.refresh(), []);
  const read = useRef(epoch);
  useEffect(() => {
    if (read.current !== epoch) refresh();
    read.current = epoch;
  }, [epoch, refresh]);
  useWaking(refresh);
  return { state, retry: refresh };
}

function followMark({ market, interval, store, drawing }: Follow): Feed {
  const read = klineReader(market.symbol, interval);
  const feed = new BarFeed({ interval, read, now: serverNow, ...drawing });
  const off = store.onBar((bar) => feed.accept(bar));
  return {
    refresh: () => feed.refresh(),
    loadOlder: () => feed.loadOlder(),
    stop: () => {
      off();
      feed.stop();
    },
  };
}

/** Feeds bars of the source, in stored ones or put together. */
async function startFeed(
  { market, interval, store, drawing }: Shown,
  source: BarSource,
): Promise<Feed> {
  const target = isCombined(interval) ? await combine(interval, market, drawing) : drawing;
  const follow = source === "mark" ? followMark : followFills;
  return follow({ market, interval: storedInterval(interval), store, drawing: target });
}

/** Puts stored bars together before they are drawn. Its code is loaded when such an interval is first shown. */
async function combine(
  interval: keyof typeof COMBINED,
  market: Market,
  drawing: FeedDrawing,
): Promise<FeedDrawing> {
  const { CombinedBars } = await import("./combined-bars.ts");
  const bars = new CombinedBars(interval, marketScale(market), drawing);
  return { ...drawing, onReset: (all) => bars.reset(all), onLast: (bar) => bars.last(bar) };
}

/** Loads the code of fill bars when they are first shown. */
async function followFills({ market, interval, store, drawing }: Follow): Promise<Feed> {
  const { FillFeed, fillBarReader } = await import("./fill-feed.ts");
  const read = fillBarReader(market.symbol, interval);
  const scale = marketScale(market);
  const feed = new FillFeed({ interval, scale, read, now: serverNow, ...drawing });
  const take = () => feed.accept(store.get("trades") ?? []);
  take();
  const off = store.subscribe("trades", take);
  return {
    refresh: () => feed.refresh(),
    loadOlder: () => feed.loadOlder(),
    stop: () => {
      off();
      feed.stop();
    },
  };
}

/** Catches up at once when the page wakes or is online again, without waiting for the stream. */
function useWaking(wake: () => void): void {
  useEffect(() => {
    const onShown = () => {
      if (!document.hidden) wake();
    };
    document.addEventListener("visibilitychange", onShown);
    window.addEventListener("online", wake);
    window.addEventListener("pageshow", onShown);
    return () => {
      document.removeEventListener("visibilitychange", onShown);
      window.removeEventListener("online", wake);
      window.removeEventListener("pageshow", onShown);
    };
  }, [wake]);
}

/** Publishes the last bar, the count and the first start as attributes, for tests. */
function noteBars(element: HTMLElement, bars: readonly ShownBar[]): void {
  const last = bars.at(-1);
  if (!last) return;
  element.dataset["lastBar"] = JSON.stringify(last);
  element.dataset["bars"] = `${bars.length.toString()} ${bars[0]?.start.toString() ?? ""}`;
}
