/** The drawing: one lightweight-charts instance for the life of the panel. Prices are numbers here, for pixels only. */
import {
  CandlestickSeries,
  ColorType,
  CrosshairMode,
  createChart,
  HistogramSeries,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  LineStyle,
  type UTCTimestamp,
} from "lightweight-charts";
import type { Bar } from "#lib/protocol/kline.ts";

export type PriceLine = {
  id: string;
  price: string;
  title: string;
  tone: "buy" | "sell" | "entry";
};

export type PriceChartOptions = {
  container: HTMLElement;
  priceDecimals: number;
  /** One tick, for the price scale's steps. */
  tick: string;
  /** The bar under the pointer, or none when the pointer left. */
  onHover: (start: number | undefined) => void;
};

/** Bars left of the view at which older ones are fetched. */
const FETCH_AHEAD_BARS = 60;
const FIRST_VIEW_BARS = 120;

export class PriceChart {
  private readonly chart: IChartApi;
  private readonly candles: ISeriesApi<"Candlestick">;
  private readonly volume: ISeriesApi<"Histogram">;
  private readonly container: HTMLElement;
  private lines: IPriceLine[] = [];
  private mark: IPriceLine | undefined;
  private drawn = false;
  private nearBeginning: () => void = () => undefined;

  constructor(options: PriceChartOptions) {
    this.container = options.container;
    this.chart = createChart(options.container, {
      autoSize: true,
      layout: { attributionLogo: true, fontSize: 11 },
      crosshair: { mode: CrosshairMode.Normal },
      timeScale: { timeVisible: true, rightOffset: 6, minBarSpacing: 1 },
      rightPriceScale: { scaleMargins: { top: 0.12, bottom: 0.2 } },
      localization: { locale: "en-GB" },
    });
    this.candles = this.chart.addSeries(CandlestickSeries, {
      priceFormat: {
        type: "price",
        precision: options.priceDecimals,
        minMove: Number(options.tick),
      },
      borderVisible: false,
      // The price tag is the mark, drawn below: the last candle that is in view may be an old one.
      lastValueVisible: false,
      priceLineVisible: false,
    });
    this.volume = this.chart.addSeries(HistogramSeries, {
      priceScaleId: "volume",
      priceFormat: { type: "volume" },
      lastValueVisible: false,
      priceLineVisible: false,
    });
    this.chart.priceScale("volume").applyOptions({ scaleMargins: { top: 0.86, bottom: 0 } });
    this.chart.subscribeCrosshairMove((event) => {
      options.onHover(typeof event.time === "number" ? event.time * 1000 : undefined);
    });
    this.chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
      if (this.drawn && range && range.from < FETCH_AHEAD_BARS) this.nearBeginning();
    });
    this.applyTheme();
  }

  /** Draws the whole series. The view stays where it was; the first time it shows the newest bars. */
  setBars(bars: readonly Bar[], secondsVisible: boolean): void {
    this.chart.applyOptions({ timeScale: { secondsVisible } });
    const direction = this.volumeColours();
    this.candles.setData(bars.map(toCandle));
    this.volume.setData(bars.map((bar) => toVolume(bar, direction)));
    if (this.drawn || bars.length === 0) return;
    this.drawn = true;
    this.showNewest(bars.length);
  }

  /** Calls back whenever the view comes near the oldest bar. */
  onNearBeginning(listener: () => void): void {
    this.nearBeginning = listener;
  }

  updateLast(bar: Bar): void {
    this.candles.update(toCandle(bar));
    this.volume.update(toVolume(bar, this.volumeColours()));
  }

  /** The next series is another one: it is shown from its newest bars. The old one stays until it comes. */
  forgetView(): void {
    this.drawn = false;
  }

  setLines(lines: readonly PriceLine[]): void {
    for (const line of this.lines) this.candles.removePriceLine(line);
    const colours = this.tokens();
    const tone = { buy: colours.up, sell: colours.down, entry: colours.accent };
    this.lines = lines.map((line) =>
      this.candles.createPriceLine({
        id: line.id,
        price: Number(line.price),
        title: line.title,
        color: tone[line.tone],
        lineWidth: 1,
        lineStyle: line.tone === "entry" ? LineStyle.Solid : LineStyle.Dashed,
        axisLabelVisible: true,
      }),
    );
  }

  /** The mark as a dotted line with its tag on the price scale; grey when it is not current. */
  setMark(price: string | undefined, current: boolean): void {
    if (price === undefined) return;
    const colours = this.tokens();
    const look = {
      price: Number(price),
      color: colours.inkMuted,
      axisLabelColor: current ? colours.accentStrong : colours.raised,
      axisLabelTextColor: current ? colours.accentInk : colours.inkMuted,
    };
    if (this.mark) this.mark.applyOptions(look);
    else
      this.mark = this.candles.createPriceLine({
        ...look,
        title: "",
        lineWidth: 1,
        lineStyle: LineStyle.Dotted,
        axisLabelVisible: true,
      });
  }

  /** Takes the colours from the CSS variables of the theme that is on. */
  applyTheme(): void {
    const colours = this.tokens();
    this.chart.applyOptions({
      layout: {
        background: { type: ColorType.Solid, color: colours.surface },
        textColor: colours.inkMuted,
        fontFamily: getComputedStyle(this.container).fontFamily,
      },
      grid: { vertLines: { color: colours.grid }, horzLines: { color: colours.grid } },
      rightPriceScale: { borderColor: colours.line },
      timeScale: { borderColor: colours.line },
    });
    this.candles.applyOptions({
      upColor: colours.up,
      downColor: colours.down,
      wickUpColor: colours.up,
      wickDownColor: colours.down,
    });
  }

  /** Arrow keys for those who do not use a pointer: moves the view by bars. */
  scrollBy(bars: number): void {
    const scale = this.chart.timeScale();
    scale.scrollToPosition(scale.scrollPosition() + bars, false);
  }

  showNow(): void {
    this.chart.timeScale().scrollToRealTime();
  }

  remove(): void {
    this.chart.remove();
  }

  private showNewest(count: number): void {
    this.chart.timeScale().setVisibleLogicalRange({ from: count - FIRST_VIEW_BARS, to: count + 5 });
  }

  private volumeColours(): { up: string; down: string } {
    const { up, down } = this.tokens();
    return { up: `${up}55`, down: `${down}55` };
  }

  private tokens() {
    const style = getComputedStyle(this.container);
    const token = (name: string) => style.getPropertyValue(name).trim();
    return {
      surface: token("--surface"),
      raised: token("--raised"),
      line: token("--line"),
      grid: token("--grid"),
      inkMuted: token("--ink-muted"),
      accent: token("--accent"),
      accentStrong: token("--accent-strong"),
      accentInk: token("--accent-ink"),
      up: token("--up"),
      down: token("--down"),
    };
  }
}

function toCandle(bar: Bar) {
  return {
    time: toTime(bar),
    open: Number(bar.open),
    high: Number(bar.high),
    low: Number(bar.low),
    close: Number(bar.close),
  };
}

function toVolume(bar: Bar, direction: { up: string; down: string }) {
  const rising = Number(bar.close) >= Number(bar.open);
  return {
    time: toTime(bar),
    value: Number(bar.volume),
    color: rising ? direction.up : direction.down,
  };
}

function toTime(bar: Bar): UTCTimestamp {
  return (bar.start / 1000) as UTCTimestamp;
}
