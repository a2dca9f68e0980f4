/**
 * Makes the chart readable by keyboard and screen reader: a cursor that keys move from bar to bar, and sentences for a
 * live region. A held key moves at once and speaks when it rests, so that speech does not fall behind.
 */

import type { Wording } from "#components/trading/chart/series/chart-text.ts";
import { point, reveal, zoom } from "#components/trading/chart/series/chart-view.ts";
import type { PriceChart } from "#components/trading/chart/series/price-chart.ts";
import { barSentence, trendSentence } from "./spoken-text.ts";

const SPEAK_AFTER_MS = 140;
const FAR_BARS = 10;
const ZOOM = 1.25;

export class ChartReader {
  readonly #chart: PriceChart;
  readonly #wording: Wording;
  readonly #say: (sentence: string) => void;
  /** Start of the bar under the cursor. A time and not an index, because bars before it may be added or removed. */
  #start: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(chart: PriceChart, wording: Wording, say: (sentence: string) => void) {
    this.#chart = chart;
    this.#wording = wording;
    this.#say = say;
  }

  /** The close of the bar under the cursor. */
  get price(): string | undefined {
    return this.#start === undefined ? undefined : this.#chart.bars[this.#index()]?.close;
  }

  /** Handles a key; false when the chart has no use for it. */
  key(key: string): boolean {
    const { bars } = this.#chart;
    const index = this.#index();
    const newest = bars.length - 1;
    const view = this.#chart.visible() ?? { from: 0, to: newest };
    switch (key) {
      case "ArrowLeft":
        return this.#go(this.#start === undefined ? view.to : index - 1);
      case "ArrowRight":
        return this.#go(this.#start === undefined ? view.to : index + 1);
      case "PageUp":
        return this.#go(index - FAR_BARS);
      case "PageDown":
        return this.#go(index + FAR_BARS);
      case "Home":
        return this.#go(view.from);
      case "End":
        this.#chart.showNow();
        return this.#go(newest);
      case " ":
        return this.#sumUp(view);
      case "+":
      case "-":
        zoom(this.#chart, key === "+" ? ZOOM : 1 / ZOOM);
        return true;
      case "Escape":
        return this.leave();
      default:
        return false;
    }
  }

  leave(): boolean {
    clearTimeout(this.#timer);
    if (this.#start === undefined) return false;
    this.#start = undefined;
    point(this.#chart, undefined);
    return true;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #index(): number {
    const { bars } = this.#chart;
    const start = this.#start;
    if (start === undefined) return bars.length - 1;
    return Math.max(
      0,
      bars.findLastIndex((bar) => bar.start <= start),
    );
  }

  #go(to: number): boolean {
    const { bars } = this.#chart;
    const index = Math.min(bars.length - 1, Math.max(0, to));
    const bar = bars[index];
    if (!bar) return true;
    this.#start = bar.start;
    reveal(this.#chart, index);
    point(this.#chart, bar);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#say(this.#sentence(index)), SPEAK_AFTER_MS);
    return true;
  }

  #sentence(index: number): string {
    const { bars } = this.#chart;
    const bar = bars[index];
    if (!bar) return "";
    const { text } = this.#wording;
    const lastSaid = barSentence(bar, this.#wording);
    if (index === bars.length - 1) return `${text("newestBar")} ${lastSaid}`;
    return index === 0 ? `${text("oldestBar")} ${lastSaid}` : lastSaid;
  }

  #sumUp({ from, to }: { from: number; to: number }): boolean {
    const said = trendSentence(this.#chart.bars.slice(from, to + 1), this.#wording);
    if (said) this.#say(said);
    return true;
  }
}
