/** Bars of a longer interval, put together from stored ones: exact, because nothing is rounded. */
import {
  type COMBINED,
  shownSeconds,
  shownStart,
  storedInterval,
} from "#components/trading/screen/view/shown-interval.ts";
import { formatDecimal, parseDecimal } from "#lib/protocol/decimal.ts";
import { KLINE_SECONDS } from "#lib/protocol/kline.ts";
import type { MarketScale } from "#lib/protocol/market/markets.ts";
import type { ShownBar } from "./bar-series.ts";

type Scale = Pick<MarketScale, "priceDecimals" | "sizeDecimals">;

type Drawing = {
  /** The whole series changed. The array grows with the last bar. */
  onReset: (bars: readonly ShownBar[]) => void;
  onLast: (bar: ShownBar) => void;
};

export class CombinedBars {
  readonly #interval: keyof typeof COMBINED;
  readonly #scale: Scale;
  readonly #drawing: Drawing;
  /** The stored bars of the last combined one. */
  #parts: ShownBar[] = [];
  #bars: ShownBar[] = [];

  constructor(interval: keyof typeof COMBINED, scale: Scale, drawing: Drawing) {
    this.#interval = interval;
    this.#scale = scale;
    this.#drawing = drawing;
  }

  /** Takes the whole stored series, oldest first. */
  reset(stored: readonly ShownBar[]): void {
    const groups: ShownBar[][] = [];
    for (const bar of stored) {
      const group = groups.at(-1);
      if (group?.[0] && this.#startOf(group[0]) === this.#startOf(bar)) group.push(bar);
      else groups.push([bar]);
    }
    const first = groups[0]?.[0];
    // Its earlier part may be on the next page of the history.
    if (groups.length > 1 && first && first.start !== this.#startOf(first)) groups.shift();
    this.#parts = groups.at(-1) ?? [];
    this.#bars = groups.flatMap((group) => this.#join(group) ?? []);
    this.#drawing.onReset(this.#bars);
  }

  /** Takes a stored bar that is the last one, changed or new. */
  last(bar: ShownBar): void {
    const [first] = this.#parts;
    const isNew = !first || this.#startOf(first) !== this.#startOf(bar);
    if (isNew) this.#parts = [bar];
    else if (this.#parts.at(-1)?.start === bar.start) this.#parts[this.#parts.length - 1] = bar;
    else this.#parts.push(bar);
    const joined = this.#join(this.#parts);
    if (!joined) return;
    if (isNew) this.#bars.push(joined);
    else this.#bars[this.#bars.length - 1] = joined;
    this.#drawing.onLast(joined);
  }

  #startOf(bar: ShownBar): number {
    return shownStart(this.#interval, bar.start);
  }

  #join(parts: readonly ShownBar[]): ShownBar | undefined {
    const [first, last] = [parts[0], parts.at(-1)];
    if (!first || !last) return undefined;
    const { priceDecimals, sizeDecimals } = this.#scale;
    const unitsOf = (decimal: string, decimals: number) => parseDecimal(decimal, decimals) ?? 0n;
    const extreme = (field: "high" | "low", isFurther: (a: bigint, b: bigint) => boolean) =>
      parts.reduce((best, bar) =>
        isFurther(unitsOf(bar[field], priceDecimals), unitsOf(best[field], priceDecimals))
          ? bar
          : best,
      )[field];
    const start = this.#startOf(first);
    const end = start + shownSeconds(this.#interval) * 1000;
    const partMs = KLINE_SECONDS[storedInterval(this.#interval)] * 1000;
    return {
      ...first,
      interval: this.#interval,
      start,
      high: extreme("high", (a, b) => a > b),
      low: extreme("low", (a, b) => a < b),
      close: last.close,
      volume: formatDecimal(
        parts.reduce((sum, { volume }) => sum + unitsOf(volume, sizeDecimals), 0n),
        sizeDecimals,
      ),
      closed: last.closed && last.start + partMs === end,
      filled: parts.every(({ filled }) => filled),
    };
  }
}
