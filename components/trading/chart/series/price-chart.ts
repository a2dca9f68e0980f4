/**
 * Draws the chart: one lightweight-charts instance for the life of the panel. Prices are numbers here, only to become
 * pixels.
 */
import {
  type AutoscaleInfo,
  CandlestickSeries,
  ColorType,
  CrosshairMode,
  createChartEx,
  HistogramSeries,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  type ISeriesPrimitive,
  LineStyle,
  type MouseEventParams,
  PriceScaleMode,
  type Time,
  type UTCTimestamp,
} from "lightweight-charts";
import type { ShownInterval } from "#components/trading/screen/view/shown-interval.ts";
import { oncePerFrame } from "./animation-frame.ts";
import { clocksOf, markFormat, ZonedTimes } from "./axis-time.ts";
import type { ShownBar } from "./bar-series.ts";
import { candleColours, including, isTraded, timeOf, toCandle } from "./chart-points.ts";
import type { ScaleMode } from "./chart-settings.ts";
import { type Colours, readColours } from "./colours.ts";

export type PriceChartOptions = {
  container: HTMLElement;
  priceDecimals: number;
  /** One tick, for the price scale's steps. */
  tick: string;
  /** Formats a decimal as the page does. */
  formatPrice: (decimal: string) => string;
  /** Formats the start of a bar for the foot of the crosshair. */
  formatTime: (start: number, interval: ShownInterval) => string;
  /** BCP 47, for the dates of the time scale. */
  language: string;
  /** IANA name of the zone of an interval's times; `undefined` is that of the browser. */
  zoneOf: (interval: ShownInterval) => string | undefined;
};

/** Position of the pointer or of the keyboard's cursor. `y` is in pixels of the main pane. */
export type Crosshair = { start: number | undefined; y: number | undefined };

/** `legendEnd`: how far the legend reaches down, below which the marks of lines above the plot stand. */
export type Plot = { width: number; height: number; legendEnd: number };

/** `undefined` when the whole series was drawn, else its last bar. */
export type BarsListener = (last: ShownBar | undefined) => void;

/** Older bars are fetched when fewer than these are left of the view. */
const FETCH_AHEAD_BARS = 60;
const FIRST_VIEW_BARS = 120;
const RIGHT_OFFSET_BARS = 6;
const SCALE_MODES: Record<ScaleMode, PriceScaleMode> = {
  linear: PriceScaleMode.Normal,
  log: PriceScaleMode.Logarithmic,
  percent: PriceScaleMode.Percentage,
};

export class PriceChart {
  readonly chart: IChartApi;
  readonly candles: ISeriesApi<"Candlestick">;
  bars: readonly ShownBar[] = [];
  /** Pixels from the top of the plot. */
  legendEnd = 0;
  colours: Colours;
  readonly #volume: ISeriesApi<"Histogram">;
  readonly #container: HTMLElement;
  readonly #options: PriceChartOptions;
  readonly #times = new ZonedTimes();
  #interval: ShownInterval | undefined;
  readonly #paintListeners = new Set<() => void>();
  readonly #barsListeners = new Set<BarsListener>();
  readonly #colourListeners = new Set<() => void>();
  readonly #crosshairListeners = new Set<(at: Crosshair) => void>();
  readonly #lastBar = oncePerFrame(() => this.#drawLast());
  #due: ShownBar | undefined;
  /** The start of the last bar that is drawn. */
  #drawnTo = 0;
  #mark: { line: IPriceLine; price: string; current: boolean } | undefined;
  #drawn = false;
  #neededFrom: number | undefined;
  /** The first bar with a trade. Before it trading was not possible, or no trade is known. */
  #tradedFrom = Number.POSITIVE_INFINITY;
  /** Prices that the automatic scale takes in besides the bars. */
  #included: readonly number[] = [];
  #widthClass = widthClass();
  #nearBeginning: () => void = () => undefined;

  constructor(options: PriceChartOptions) {
    this.#container = options.container;
    this.colours = readColours(options.container);
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.#options = options;
    // The library's own `createChart` does the same without a scale of ours, and returns the same object.
    this.chart = createChartEx<Time, ZonedTimes>(options.container, this.#times, {
      autoSize: true,
      layout: { attributionLogo: true, fontSize: 12 },
      crosshair: { mode: CrosshairMode.Normal },
      timeScale: { timeVisible: true, rightOffset: RIGHT_OFFSET_BARS, minBarSpacing: 1 },
      rightPriceScale: { scaleMargins: { top: 0.12, bottom: 0.2 } },
      kineticScroll: { touch: !still, mouse: false },
      localization: {
        locale: options.language,
        timeFormatter: (time: UTCTimestamp) =>
          options.formatTime(time * 1000, this.bars.at(-1)?.interval ?? "1m"),
      },
    }) as IChartApi;
    this.candles = this.chart.addSeries(CandlestickSeries, {
      priceFormat: {
        type: "custom",
        formatter: (price: number) => options.formatPrice(price.toFixed(options.priceDecimals)),
        minMove: Number(options.tick),
      },
      borderVisible: false,
      autoscaleInfoProvider: (original: () => AutoscaleInfo | null) =>
        including(original(), this.#included),
      // The price tag shows the mark, drawn below; the last visible candle may be an old one.
      lastValueVisible: false,
      priceLineVisible: false,
    });
    this.#volume = this.chart.addSeries(HistogramSeries, {
      priceScaleId: "volume",
      priceFormat: { type: "volume" },
      lastValueVisible: false,
      priceLineVisible: false,
    });
    this.chart.priceScale("volume").applyOptions({ scaleMargins: { top: 0.86, bottom: 0 } });
    this.chart.subscribeCrosshairMove((event) => this.#notifyCrosshair(event));
    this.chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
      if (this.#drawn && range && range.from < FETCH_AHEAD_BARS) this.#nearBeginning();
    });
    this.chart.timeScale().subscribeSizeChange(() => this.#noteWidth());
    const painted = () => {
      for (const listener of this.#paintListeners) listener();
    };
    this.candles.attachPrimitive(paintNote(painted));
    this.applyColours();
  }

  /** Draws the whole series. Keeps the view, which at first shows the newest bars. */
  setBars(bars: readonly ShownBar[], secondsVisible: boolean): void {
    this.#due = undefined;
    this.bars = bars;
    this.chart.applyOptions({ timeScale: { secondsVisible } });
    this.#setZone();
    this.#drawAll();
    for (const listener of this.#barsListeners) listener(undefined);
    if (!this.#drawn && bars.length > 0) {
      this.#drawn = true;
      this.#showNewest();
    }
    this.#askOlder();
  }

  /** Draws a changed or added last bar in the next frame, once. */
  updateLast(bar: ShownBar): void {
    if (this.#due && this.#due.start !== bar.start) this.#drawLast();
    this.#due = bar;
    this.#lastBar.request();
  }

  /** Calls back after the bars were drawn. */
  onBars(listener: BarsListener): () => void {
    return subscribed(this.#barsListeners, listener);
  }

  /** Calls back after the main pane was painted, to move what lies over it. */
  onPaint(listener: () => void): () => void {
    return subscribed(this.#paintListeners, listener);
  }

  onCrosshair(listener: (at: Crosshair) => void): () => void {
    return subscribed(this.#crosshairListeners, listener);
  }

  onColours(listener: () => void): () => void {
    return subscribed(this.#colourListeners, listener);
  }

  /** Sets what to call when the view comes close to the oldest bar. */
  onNearBeginning(listener: () => void): void {
    this.#nearBeginning = listener;
  }

  /** Requests bars from this time on, in view or not: an average needs the start of its session. `undefined`: none. */
  needFrom(time: number | undefined): void {
    this.#neededFrom = time;
    this.#askOlder();
  }

  /** The next series replaces this one and is shown from its newest bars. The old one stays until then. */
  forgetView(): void {
    this.#drawn = false;
    this.#included = [];
  }

  /** Draws the mark as a dotted line with a tag on the price scale, grey when it is not current. */
  setMark(price: string, current: boolean): void {
    if (this.#mark?.price === price && this.#mark.current === current) return;
    const { inkMuted, accentStrong, accentInk, raised } = this.colours;
    const options = {
      price: Number(price),
      color: inkMuted,
      axisLabelColor: current ? accentStrong : raised,
      axisLabelTextColor: current ? accentInk : inkMuted,
    };
    if (this.#mark) {
      this.#mark.line.applyOptions(options);
      Object.assign(this.#mark, { price, current });
    } else {
      const fixed = { title: "", lineWidth: 1, axisLabelVisible: true } as const;
      const line = this.candles.createPriceLine({
        ...options,
        ...fixed,
        lineStyle: LineStyle.Dotted,
      });
      this.#mark = { line, price, current };
    }
  }

  /** Applies the colours of the current theme and palette. */
  applyColours(): void {
    this.colours = readColours(this.#container);
    const { surface, inkMuted, inkFaint, grid, line, lineStrong } = this.colours;
    const pointer = { color: inkFaint, labelBackgroundColor: lineStrong };
    this.chart.applyOptions({
      layout: {
        background: { type: ColorType.Solid, color: surface },
        textColor: inkMuted,
        fontFamily: getComputedStyle(this.#container).fontFamily,
        panes: { separatorColor: line },
      },
      crosshair: { vertLine: pointer, horzLine: pointer },
      grid: { vertLines: { color: grid }, horzLines: { color: grid } },
      rightPriceScale: { borderColor: line },
      timeScale: { borderColor: line },
    });
    this.candles.applyOptions(candleColours(this.colours));
    this.#drawAll();
    const mark = this.#mark;
    if (mark) {
      this.#mark = { ...mark, price: "" };
      this.setMark(mark.price, mark.current);
    }
    for (const listener of this.#colourListeners) listener();
  }

  /** With a magnet the crosshair snaps to the nearest figure of a bar. */
  setMagnet(magnet: boolean): void {
    const mode = magnet ? CrosshairMode.MagnetOHLC : CrosshairMode.Normal;
    this.chart.applyOptions({ crosshair: { mode } });
  }

  setScaleMode(mode: ScaleMode): void {
    this.candles.priceScale().applyOptions({ mode: SCALE_MODES[mode] });
  }

  /** The pixel of a price from the top of the main pane; `undefined` before anything is drawn. */
  yOf(price: string): number | undefined {
    return this.candles.priceToCoordinate(Number(price)) ?? undefined;
  }

  priceAt(y: number): number | undefined {
    return this.candles.coordinateToPrice(y) ?? undefined;
  }

  /** Size of the main pane in pixels, without the price scale, and how far the legend reaches into it. */
  plot(): Plot {
    const { width, height } = this.chart.paneSize(0);
    return { width, height, legendEnd: this.legendEnd };
  }

  /** Indexes in `bars` that are in view; `undefined` when none is. */
  visible(): { from: number; to: number } | undefined {
    const range = this.chart.timeScale().getVisibleLogicalRange();
    if (!range || this.bars.length === 0) return undefined;
    const from = Math.max(0, Math.ceil(range.from));
    const to = Math.min(this.bars.length - 1, Math.floor(range.to));
    return from <= to ? { from, to } : undefined;
  }

  /** How many bars the newest one is out of view to the right; 0 when it is in view. */
  behind(): number {
    const range = this.chart.timeScale().getVisibleLogicalRange();
    return range ? Math.max(0, this.bars.length - 1 - Math.floor(range.to)) : 0;
  }

  showNow(): void {
    this.chart.timeScale().scrollToPosition(RIGHT_OFFSET_BARS, false);
  }

  /** Resets the view: the newest bars, with the scale fitted to them. */
  fit(): void {
    this.#included = [];
    this.candles.priceScale().applyOptions({ autoScale: true });
    if (this.bars.length > 0) this.#showNewest();
  }

  /** Stretches the automatic scale until this price is in view; `fit` undoes it. */
  include(price: string): void {
    this.#included = [...this.#included, Number(price)];
    // Set again even if it is automatic already: that is what makes the chart ask for the range.
    this.candles.priceScale().applyOptions({ autoScale: false });
    this.candles.priceScale().applyOptions({ autoScale: true });
  }

  remove(): void {
    this.#lastBar.stop();
    this.chart.remove();
  }

  /** Each page of older bars redraws the series, which requests the next page until the source has no more. */
  #askOlder(): void {
    const first = this.bars[0]?.start;
    if (first === undefined || this.#neededFrom === undefined || first <= this.#neededFrom) return;
    queueMicrotask(() => this.#nearBeginning());
  }

  /** A zoom that was chosen on a phone shows hairlines on a desktop, so another class of width starts afresh. */
  #noteWidth(): void {
    const next = widthClass();
    if (next === this.#widthClass) return;
    this.#widthClass = next;
    if (this.#drawn) this.fit();
  }

  /** The zone of the bars' interval, before they are drawn. */
  #setZone(): void {
    const interval = this.bars[0]?.interval;
    if (interval === undefined || interval === this.#interval) return;
    this.#interval = interval;
    const { language, zoneOf } = this.#options;
    const zone = zoneOf(interval);
    this.#times.clocks = clocksOf(zone);
    const tickMarkFormatter = markFormat(language, zone);
    this.chart.applyOptions({ timeScale: { tickMarkFormatter } });
  }

  #drawAll(): void {
    const first = this.bars.find(isTraded);
    this.#tradedFrom = first?.start ?? Number.POSITIVE_INFINITY;
    this.candles.setData(this.bars.map(toCandle));
    this.#volume.setData(this.bars.map((bar) => this.#toVolume(bar)));
    this.#drawnTo = this.bars.at(-1)?.start ?? 0;
  }

  #drawLast(): void {
    const bar = this.#due;
    this.#due = undefined;
    // The library throws at a bar before the last one. Such a bar was drawn with all others.
    if (!bar || bar.start < this.#drawnTo) return;
    this.#drawnTo = bar.start;
    this.candles.update(toCandle(bar));
    this.#volume.update(this.#toVolume(bar));
    for (const listener of this.#barsListeners) listener(bar);
  }

  #notifyCrosshair(event: MouseEventParams): void {
    const start = typeof event.time === "number" ? event.time * 1000 : undefined;
    const y = event.paneIndex === 0 ? event.point?.y : undefined;
    for (const listener of this.#crosshairListeners) listener({ start, y });
  }

  #showNewest(): void {
    const count = this.bars.length;
    const range = { from: count - FIRST_VIEW_BARS, to: count + RIGHT_OFFSET_BARS - 1 };
    this.chart.timeScale().setVisibleLogicalRange(range);
  }

  #toVolume(bar: ShownBar) {
    if (isTraded(bar)) this.#tradedFrom = Math.min(this.#tradedFrom, bar.start);
    // No volume is not a volume of zero: a line of zeros looks like a feed that is broken.
    if (bar.start < this.#tradedFrom) return { time: timeOf(bar) };
    const rising = Number(bar.close) >= Number(bar.open);
    const color = `${rising ? this.colours.up : this.colours.down}55`;
    return { time: timeOf(bar), value: Number(bar.volume), color };
  }
}

function subscribed<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The classes of the page's layout: phone, tablet and desktop. */
function widthClass(): number {
  return ["(min-width: 640px)", "(min-width: 1024px)"].filter((query) => matchMedia(query).matches)
    .length;
}

/** A primitive that draws nothing: it reports that the pane is being painted. */
function paintNote(painted: () => void): ISeriesPrimitive<Time> {
  const renderer = { draw: painted };
  const views = [{ zOrder: () => "bottom" as const, renderer: () => renderer }];
  return { paneViews: () => views };
}
