/** Draws the chosen indicators and updates them with the bars. Loaded with the first indicator. */

import {
  HistogramSeries,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  LineType,
  type UTCTimestamp,
} from "lightweight-charts";
import { serverNow } from "#components/data/server-clock.ts";
import type { Format } from "#components/i18n/format.ts";
import {
  type Point,
  sessionFor,
  sessionStart,
  type Values,
} from "#components/trading/chart/indicators/studies.ts";
import type { ShownBar } from "#components/trading/chart/series/bar-series.ts";
import { timeOf } from "#components/trading/chart/series/chart-points.ts";
import type { PriceChart } from "#components/trading/chart/series/price-chart.ts";
import type { ShownInterval } from "#components/trading/screen/view/shown-interval.ts";
import { drawCloud } from "./cloud.ts";
import { readHistory } from "./hour-history.ts";
import { StudyClient } from "./study-client.ts";
import type { Histories, StudyAnswer } from "./study-engine.ts";
import { studyKey } from "./study-names.ts";
import type { StudySetting } from "./study-settings.ts";
import { type StudyFigures, type StudyLine, studyRow } from "./study-table.ts";

/** Share of the chart's height for all separate panes, and the most of one. */
const PANES_SHARE = 0.55;
const PANE_SHARE = 0.22;
/** The venue's minutes are stored at their end, and the answer is kept for as long. */
const HISTORY_MS = 120_000;
const NO_COLOUR = "transparent";

type Drawn = {
  setting: StudySetting;
  lines: { line: StudyLine; series: ISeriesApi<"Line"> | ISeriesApi<"Histogram">; ahead: number }[];
  /** By the bars of the chart. */
  values: Values[];
};

export type StudyLayerOptions = {
  chart: PriceChart;
  settings: readonly StudySetting[];
  market: string;
  interval: ShownInterval;
  priceDecimals: number;
  format: Format;
  /** The values changed. */
  onValues: () => void;
};

export class StudyLayer {
  readonly #options: StudyLayerOptions;
  readonly #drawn: readonly Drawn[];
  readonly #stops: (() => void)[];
  readonly #client = new StudyClient((answer) => this.#take(answer));
  /** The number of the series whose values are awaited: answers for an earlier one are late. */
  #round = 0;
  #histories: Histories = { funding: [], interest: [] };

  constructor(options: StudyLayerOptions) {
    const { chart, settings, interval } = options;
    this.#options = options;
    const panes = [
      ...new Set(settings.filter(({ kind }) => studyRow(kind).hasPane).map(({ kind }) => kind)),
    ];
    this.#drawn = settings.map((setting) => {
      const { hasPane, lines } = studyRow(setting.kind);
      const pane = hasPane ? panes.indexOf(setting.kind) + 1 : 0;
      const made = lines.map((line) => ({
        line,
        series: this.#addLine(setting, line, pane),
        ahead: line.ahead?.(setting.params) ?? 0,
      }));
      this.#drawLevels(setting, made[0]?.series);
      return { setting, lines: made, values: [] };
    });
    this.#sizePanes(panes.length);
    this.#set();
    const now = chart.bars.at(-1)?.start;
    if (settings.some(({ kind }) => kind === "vwap") && now !== undefined)
      chart.needFrom(sessionStart(sessionFor(interval), now));
    this.#stops = [
      () => chart.needFrom(undefined),
      chart.onBars((last) => (last ? this.#update(last) : this.#reset())),
      chart.onColours(() => this.#colour()),
      ...this.#drawn.flatMap((drawn) => this.#cloud(drawn)),
      this.#followHistories(),
    ];
  }

  /** The formatted values at the start of a bar, for the legend. */
  valuesAt(start: number): ReadonlyMap<string, string> {
    const { bars } = this.#options.chart;
    const index = bars.findLastIndex((bar) => bar.start === start);
    const texts = new Map<string, string>();
    for (const { setting, lines, values } of this.#drawn) {
      const { figures } = studyRow(setting.kind);
      for (const [at, { line, ahead }] of lines.entries()) {
        const value = values[index - ahead]?.[at];
        texts.set(
          studyKey(setting, line.name),
          value === undefined ? "—" : this.#written(figures, value),
        );
      }
    }
    return texts;
  }

  stop(): void {
    this.#client.stop();
    for (const stop of this.#stops) stop();
    for (const { lines } of this.#drawn) {
      for (const { series } of lines) this.#options.chart.chart.removeSeries(series);
    }
  }

  #set(): void {
    const { settings, interval } = this.#options;
    this.#client.send({ do: "set", settings, interval, histories: this.#histories });
    this.#reset();
  }

  #reset(): void {
    this.#round += 1;
    const points = this.#options.chart.bars.map(pointOf);
    this.#client.send({ do: "reset", round: this.#round, points });
  }

  #update(bar: ShownBar): void {
    this.#client.send({ do: "update", round: this.#round, point: pointOf(bar) });
  }

  #take(answer: StudyAnswer): void {
    if (answer.round !== this.#round) return;
    if (answer.did === "reset") {
      for (const [index, drawn] of this.#drawn.entries()) {
        drawn.values = [...(answer.values[index] ?? [])];
        this.#drawAll(drawn);
      }
    } else this.#takeLast(answer);
    this.#options.onValues();
  }

  #takeLast({ time, values }: Extract<StudyAnswer, { did: "update" }>): void {
    const { bars } = this.#options.chart;
    const index = bars.findLastIndex(({ start }) => start === time);
    if (index < 0) return;
    for (const [at, drawn] of this.#drawn.entries()) {
      const next = values[at] ?? [];
      const before = drawn.values[index];
      const isNew = before === undefined;
      drawn.values[index] = next;
      for (const [line, { ahead }] of drawn.lines.entries()) {
        // The library redraws much for an earlier bar, so a line behind goes on when a bar begins.
        if (ahead < 0) {
          if (isNew) this.#updateAt(drawn, line, index - 1 + ahead);
          continue;
        }
        // One that is drawn ahead has its newest value on no bar.
        this.#updateAt(drawn, line, index);
        // Only now is it known whether the line ends at the bar before.
        const isChanged = (before?.[line] === undefined) !== (next[line] === undefined);
        if (drawn.lines[line]?.line.hasGaps && (isNew || isChanged))
          this.#updateAt(drawn, line, index - 1);
      }
    }
  }

  #updateAt(drawn: Drawn, line: number, place: number): void {
    const { bars } = this.#options.chart;
    const point = this.#point(drawn, line, place);
    if (point) drawn.lines[line]?.series.update(point, place < bars.length - 1);
  }

  #drawAll(drawn: Drawn): void {
    const { bars } = this.#options.chart;
    for (const [line, { series }] of drawn.lines.entries())
      series.setData(bars.flatMap((_, place) => this.#point(drawn, line, place) ?? []));
  }

  /** `place` is the index of a bar. */
  #point({ lines, values }: Drawn, index: number, place: number) {
    const { bars, colours } = this.#options.chart;
    const [bar, drawn] = [bars[place], lines[index]];
    if (!bar || !drawn) return undefined;
    const time: UTCTimestamp = timeOf(bar);
    const { line, ahead } = drawn;
    const value = values[place - ahead]?.[index];
    if (value === undefined) return { time };
    const { up, down } = colours;
    if (line.style === "bars") return { time, value, color: `${value < 0 ? down : up}88` };
    // The colour of a point is that of the line to the next one.
    const isEnd = values[place + 1 - ahead]?.[index] === undefined && place < bars.length - 1;
    return line.hasGaps && isEnd ? { time, value, color: NO_COLOUR } : { time, value };
  }

  #cloud(drawn: Drawn): (() => void)[] {
    const { chart } = this.#options;
    const { colours } = chart;
    if (drawn.setting.kind !== "ichimoku") return [];
    const [a, b] = ["spanA", "spanB"].map((name) =>
      drawn.lines.findIndex(({ line }) => line.name === name),
    );
    const ahead = drawn.lines[a ?? 0]?.ahead ?? 0;
    const spans = (index: number) => {
      const values = drawn.values[index - ahead];
      return [values?.[a ?? 0], values?.[b ?? 0]] as const;
    };
    return [drawCloud(chart, { spans, ahead, colours: () => [colours.up, colours.down] })];
  }

  /** Reads what the venue stores, again and again while it is shown. */
  #followHistories(): () => void {
    const { settings, market } = this.#options;
    const wanted = [...new Set(settings.flatMap(({ kind }) => studyRow(kind).history ?? []))];
    if (wanted.length === 0) return () => undefined;
    let stopped = false;
    const read = async () => {
      if (document.hidden) return;
      for (const history of wanted) {
        // The line ends where the last answer did; the next read goes on.
        const known = await readHistory(history, market, serverNow).catch(() => undefined);
        if (stopped) return;
        if (known) this.#histories = { ...this.#histories, [history]: known };
      }
      this.#set();
    };
    void read();
    const timer = setInterval(() => void read(), HISTORY_MS);
    return () => {
      stopped = true;
      clearInterval(timer);
    };
  }

  #addLine(setting: StudySetting, line: StudyLine, pane: number) {
    const { chart } = this.#options.chart;
    const { figures, hasPane, range, history } = studyRow(setting.kind);
    const options = {
      color: this.#colourOf(setting, line),
      priceLineVisible: false,
      priceFormat: this.#priceFormat(figures),
      ...(range
        ? {
            autoscaleInfoProvider: () => ({
              priceRange: { minValue: range[0], maxValue: range[1] },
            }),
          }
        : {}),
    };
    if (line.style === "bars")
      return chart.addSeries(HistogramSeries, { ...options, lastValueVisible: false }, pane);
    return chart.addSeries(
      LineSeries,
      {
        ...options,
        lineWidth: 1,
        lineStyle: line.style === "dotted" ? LineStyle.Dotted : LineStyle.Solid,
        // Two tags of one pane would lie over each other.
        lastValueVisible: hasPane && line.style === undefined,
        lineType: history ? LineType.WithSteps : LineType.Simple,
        crosshairMarkerVisible: false,
      },
      pane,
    );
  }

  #drawLevels({ kind }: StudySetting, series: Drawn["lines"][number]["series"] | undefined): void {
    for (const price of studyRow(kind).levels ?? []) {
      series?.createPriceLine({
        price,
        title: "",
        color: this.#options.chart.colours.inkFaint,
        lineWidth: 1,
        lineStyle: LineStyle.Dashed,
        axisLabelVisible: false,
      });
    }
  }

  #sizePanes(count: number): void {
    const [main, ...own] = this.#options.chart.chart.panes();
    if (!main || count === 0) return;
    const share = Math.min(PANE_SHARE, PANES_SHARE / count);
    main.setStretchFactor(1 - share * count);
    for (const pane of own) pane.setStretchFactor(share);
  }

  #colour(): void {
    for (const drawn of this.#drawn) {
      for (const { line, series } of drawn.lines)
        series.applyOptions({ color: this.#colourOf(drawn.setting, line) });
      // Bars have a colour each.
      if (drawn.lines.some(({ line }) => line.style === "bars")) this.#drawAll(drawn);
    }
  }

  #colourOf({ id }: StudySetting, { tone }: StudyLine): string {
    const { study1, study2, study3, study4, ...colours } = this.#options.chart.colours;
    return tone ? colours[tone] : ([study1, study2, study3, study4][id % 4] ?? study1);
  }

  #priceFormat(figures: StudyFigures) {
    const { priceDecimals } = this.#options;
    if (figures === "price")
      return { type: "price", precision: priceDecimals, minMove: 10 ** -priceDecimals } as const;
    if (figures === "tenths") return { type: "price", precision: 1, minMove: 0.1 } as const;
    const formatter = (value: number) => this.#written(figures, value);
    return { type: "custom", formatter, minMove: figures === "rate" ? 1e-8 : 0.001 } as const;
  }

  #written(figures: StudyFigures, value: number): string {
    const { format, priceDecimals } = this.#options;
    switch (figures) {
      case "price":
        return format.figure(value.toFixed(priceDecimals), priceDecimals);
      case "tenths":
        return format.figure(value.toFixed(1), 1);
      case "short":
        return format.compact(value.toFixed(3));
      case "rate":
        return format.percent(value.toFixed(8), 4);
    }
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
