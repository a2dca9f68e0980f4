/** Draws the chosen indicators and updates them with the bars. Loaded with the first indicator. */

import { type ISeriesApi, LineSeries, LineStyle } from "lightweight-charts";
import type { Format } from "#components/i18n/format.ts";
import {
  bollinger,
  ema,
  type Point,
  rsi,
  type Study,
  StudyRun,
  sessionFor,
  sessionStart,
  sma,
  type Values,
  vwap,
} from "#components/trading/chart/indicators/studies.ts";
import type { ShownBar } from "#components/trading/chart/series/bar-series.ts";
import { timeOf } from "#components/trading/chart/series/chart-points.ts";
import type { PriceChart } from "#components/trading/chart/series/price-chart.ts";
import type { ShownInterval } from "#components/trading/screen/view/shown-interval.ts";
import { studyKey, studyLines } from "./study-names.ts";
import type { StudyKind, StudySetting } from "./study-settings.ts";

const BOLLINGER_DEVIATIONS = 2;
/** Share of the chart's height for a separate pane. */
const PANE_SHARE = 0.22;

type Drawn = {
  setting: StudySetting;
  run: StudyRun;
  lines: ISeriesApi<"Line">[];
  values: Map<number, Values>;
};

export type StudyLayerOptions = {
  chart: PriceChart;
  settings: readonly StudySetting[];
  interval: ShownInterval;
  priceDecimals: number;
  format: Format;
};

export class StudyLayer {
  readonly #options: StudyLayerOptions;
  readonly #drawn: Drawn[];
  readonly #stops: (() => void)[];

  constructor(options: StudyLayerOptions) {
    const { chart, settings } = options;
    this.#options = options;
    this.#drawn = settings.map((setting) => ({
      setting,
      run: new StudyRun(() => studyOf(setting, options.interval)),
      lines: studyLines(setting.kind).map((line) => this.#addLine(setting, line)),
      values: new Map(),
    }));
    this.#sizePanes();
    this.#drawAll();
    const session = settings.some(({ kind }) => kind === "vwap");
    const now = options.chart.bars.at(-1)?.start;
    if (session && now !== undefined)
      chart.needFrom(sessionStart(sessionFor(options.interval), now));
    this.#stops = [
      () => chart.needFrom(undefined),
      chart.onBars((last) => (last ? this.#drawLast(last) : this.#drawAll())),
      chart.onColours(() => this.#colour()),
    ];
  }

  /** The formatted values at the start of a bar, for the legend. */
  valuesAt(start: number): ReadonlyMap<string, string> {
    const texts = new Map<string, string>();
    for (const { setting, values } of this.#drawn) {
      const known = values.get(start) ?? [];
      for (const [index, line] of studyLines(setting.kind).entries()) {
        texts.set(studyKey(setting, line), this.#written(setting.kind, known[index]));
      }
    }
    return texts;
  }

  stop(): void {
    for (const stop of this.#stops) stop();
    for (const { lines } of this.#drawn) {
      for (const line of lines) this.#options.chart.chart.removeSeries(line);
    }
  }

  #addLine(setting: StudySetting, line: string): ISeriesApi<"Line"> {
    const { chart, priceDecimals } = this.#options;
    const inPane = setting.kind === "rsi";
    const series = chart.chart.addSeries(
      LineSeries,
      {
        color: this.#colourOf(setting),
        lineWidth: 1,
        lineStyle:
          setting.kind === "bollinger" && line !== "middle" ? LineStyle.Dotted : LineStyle.Solid,
        lastValueVisible: inPane,
        priceLineVisible: false,
        crosshairMarkerVisible: false,
        priceFormat: inPane
          ? { type: "price", precision: 1, minMove: 0.1 }
          : { type: "price", precision: priceDecimals, minMove: 10 ** -priceDecimals },
        ...(inPane
          ? { autoscaleInfoProvider: () => ({ priceRange: { minValue: 0, maxValue: 100 } }) }
          : {}),
      },
      inPane ? 1 : 0,
    );
    if (inPane) {
      for (const price of [30, 70]) {
        const color = chart.colours.inkFaint;
        const style = {
          color,
          lineWidth: 1,
          lineStyle: LineStyle.Dashed,
          axisLabelVisible: false,
        } as const;
        series.createPriceLine({ price, title: "", ...style });
      }
    }
    return series;
  }

  #sizePanes(): void {
    const [main, own] = this.#options.chart.chart.panes();
    if (!main || !own) return;
    main.setStretchFactor(1 - PANE_SHARE);
    own.setStretchFactor(PANE_SHARE);
  }

  #drawAll(): void {
    const { bars } = this.#options.chart;
    const points = bars.map(pointOf);
    for (const drawn of this.#drawn) {
      const all = drawn.run.reset(points);
      drawn.values = new Map(all.map((values, index) => [points[index]?.time ?? 0, values]));
      for (const [index, line] of drawn.lines.entries()) {
        line.setData(bars.map((bar, at) => lineData(bar, all[at]?.[index])));
      }
    }
  }

  #drawLast(bar: ShownBar): void {
    for (const { run, lines, values } of this.#drawn) {
      const next = run.update(pointOf(bar));
      values.set(bar.start, next);
      for (const [index, line] of lines.entries()) line.update(lineData(bar, next[index]));
    }
  }

  #colour(): void {
    for (const { setting, lines } of this.#drawn) {
      for (const line of lines) line.applyOptions({ color: this.#colourOf(setting) });
    }
  }

  #colourOf({ id }: StudySetting): string {
    const { study1, study2, study3, study4 } = this.#options.chart.colours;
    return [study1, study2, study3, study4][id % 4] ?? study1;
  }

  #written(kind: StudyKind, value: number | undefined): string {
    if (value === undefined) return "—";
    const { format, priceDecimals } = this.#options;
    const decimals = kind === "rsi" ? 1 : priceDecimals;
    return format.figure(value.toFixed(decimals), decimals);
  }
}

function studyOf({ kind, period }: StudySetting, interval: ShownInterval): Study {
  switch (kind) {
    case "sma":
      return sma(period);
    case "ema":
      return ema(period);
    case "bollinger":
      return bollinger(period, BOLLINGER_DEVIATIONS);
    case "rsi":
      return rsi(period);
    case "vwap":
      return vwap(sessionFor(interval));
  }
}

function pointOf(bar: ShownBar): Point {
  const { start, high, low, close, volume } = bar;
  return {
    time: start,
    high: Number(high),
    low: Number(low),
    close: Number(close),
    volume: Number(volume),
  };
}

function lineData(bar: ShownBar, value: number | undefined) {
  const time = timeOf(bar);
  return value === undefined ? { time } : { time, value };
}
