/** Draws the account's prices as lines over the chart's width. */
import { type IPriceLine, LineStyle } from "lightweight-charts";
import type { PriceChart } from "#components/trading/chart/series/price-chart.ts";

export type LineTone = "buy" | "sell" | "profit" | "loss" | "entry" | "liquidation";

export type PriceLine = { id: string; price: string; tone: LineTone; faint?: boolean };

export class PriceLines {
  readonly #chart: PriceChart;
  readonly #lines = new Map<string, { drawn: IPriceLine; text: string }>();
  readonly #off: () => void;
  #shown: readonly PriceLine[] = [];

  constructor(chart: PriceChart) {
    this.#chart = chart;
    this.#off = chart.onColours(() => this.set(this.#shown));
  }

  /** Draws these lines; unchanged ones are not touched. */
  set(lines: readonly PriceLine[]): void {
    this.#shown = lines;
    const wanted = new Set(lines.map(({ id }) => id));
    for (const [id, { drawn }] of this.#lines) {
      if (wanted.has(id)) continue;
      this.#chart.candles.removePriceLine(drawn);
      this.#lines.delete(id);
    }
    for (const line of lines) this.#draw(line);
  }

  stop(): void {
    this.#off();
    this.set([]);
  }

  #draw(line: PriceLine): void {
    const { candles, colours } = this.#chart;
    const { up, down, accent, warn, inkFaint } = colours;
    const tone = { buy: up, sell: down, profit: up, loss: down, entry: accent, liquidation: warn }[
      line.tone
    ];
    const options = {
      price: Number(line.price),
      color: line.faint ? inkFaint : tone,
      title: "",
      lineWidth: 1,
      lineStyle: line.tone === "entry" ? LineStyle.Solid : LineStyle.Dashed,
      axisLabelVisible: true,
    } as const;
    const text = JSON.stringify(options);
    const known = this.#lines.get(line.id);
    if (known?.text === text) return;
    if (known) known.drawn.applyOptions(options);
    const drawn = known?.drawn ?? candles.createPriceLine({ id: line.id, ...options });
    this.#lines.set(line.id, { drawn, text });
  }
}
