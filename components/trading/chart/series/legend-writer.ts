/** Writes the legend's values at most once a frame, and only those that changed. */
import { serverNow } from "#components/data/server-clock.ts";
import { oncePerFrame } from "./animation-frame.ts";
import { countdown, type ShownBar, untilClose } from "./bar-series.ts";
import { barFigures, type Wording } from "./chart-text.ts";
import type { PriceChart } from "./price-chart.ts";

/** Values of the indicators at the start of a bar, by the keys of the legend. */
export type StudyValues = (start: number) => ReadonlyMap<string, string>;

const NO_VALUES: ReadonlyMap<string, string> = new Map();

export class LegendWriter {
  readonly #chart: PriceChart;
  readonly #wording: Wording;
  readonly #frame = oncePerFrame(() => this.#write());
  readonly #stops: (() => void)[];
  #root: HTMLElement | null = null;
  readonly #size = new ResizeObserver(() => this.#measure());
  #hovered: number | undefined;
  #current = true;
  #studies: StudyValues = () => NO_VALUES;

  constructor(chart: PriceChart, wording: Wording) {
    this.#chart = chart;
    this.#wording = wording;
    const second = setInterval(() => this.#frame.request(), 1_000);
    this.#stops = [
      chart.onBars(() => this.#frame.request()),
      chart.onCrosshair(({ start }) => {
        this.#hovered = start;
        this.#frame.request();
      }),
      () => clearInterval(second),
    ];
  }

  setRoot(root: HTMLElement | null): void {
    this.#root = root;
    this.#size.disconnect();
    if (root) this.#size.observe(root);
    this.#frame.request();
  }

  /** Without current prices, no countdown to the close is shown. */
  setCurrent(current: boolean): void {
    this.#current = current;
    this.#frame.request();
  }

  setStudies(values: StudyValues | undefined): void {
    this.#studies = values ?? (() => NO_VALUES);
    this.#frame.request();
  }

  stop(): void {
    this.#frame.stop();
    this.#size.disconnect();
    for (const stop of this.#stops) stop();
  }

  #measure(): void {
    // The time of a pointed bar may take another line; the content below must not jump under the pointer.
    if (!this.#root || this.#hovered !== undefined) return;
    this.#chart.legendEnd = this.#root.offsetTop + this.#root.offsetHeight;
  }

  #write(): void {
    const root = this.#root;
    if (!root) return;
    const last = this.#chart.bars.at(-1);
    const bar = this.#hoveredBar() ?? last;
    root.hidden = !bar;
    if (!bar || !last) return;
    const { rises, ...figures } = barFigures(bar, this.#wording);
    const texts: Record<string, string> = {
      ...figures,
      time: bar === last ? "" : figures.time,
      countdown: bar === last ? this.#countdown(last) : "",
    };
    const studies = this.#studies(bar.start);
    for (const element of root.querySelectorAll<HTMLElement>("[data-value]")) {
      const name = element.dataset["value"] ?? "";
      const next = texts[name] ?? studies.get(name) ?? "—";
      if (element.textContent !== next) element.textContent = next;
      if (element.dataset["tone"] === undefined) continue;
      const tone = rises ? "text-up" : "text-down";
      if (element.className !== tone) element.className = tone;
    }
  }

  #hoveredBar(): ShownBar | undefined {
    const start = this.#hovered;
    if (start === undefined) return undefined;
    const { bars } = this.#chart;
    // Searches from the end, where the pointer usually is.
    return bars.findLast((bar) => bar.start <= start);
  }

  #countdown(last: ShownBar): string {
    const left = untilClose(last, serverNow());
    if (!this.#current || last.closed || left === 0) return "";
    return this.#wording.text("closesIn", { time: countdown(left) });
  }
}
