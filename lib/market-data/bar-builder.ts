/**
 * Builds the bars of all seven intervals of one market from mark ticks and fills.
 *
 * The mark is a step function: a mark is in force until the next one. So a bar opens at the mark in force at
 * its start (the close before it), and every mark that arrives inside it extends it; without any it is
 * `filled`. Volume and trade counts come from fills, by the time the venue gave them.
 *
 * There is one time axis for all intervals, the second that is open. Input of a later second waits until
 * that second opens; input of an earlier one counts in the open second, because a closed bar never changes and no
 * volume may be lost. All intervals see the same inputs in the same order, so a higher bar always equals the
 * roll-up of the lower bars in it.
 */
import { formatDecimal, parseDecimal } from "#lib/protocol/decimal.ts";
import {
  type Bar,
  barStart,
  KLINE_INTERVALS,
  KLINE_SECONDS,
  type KlineInterval,
} from "#lib/protocol/kline.ts";

/** Prices and sizes are integers of 1e-12 in here: finer than any tick, lot or oracle. */
const BAR_DECIMALS = 12;

const SECOND_MS = 1_000;
/** After a longer pause the carried one-second bars before the last hour are left to the reader to carry. */
const MAX_CARRIED_SECONDS = 3_600;

/** A bar in integers of `10 ** -BAR_DECIMALS`. */
export type ScaledBar = {
  start: number;
  open: bigint;
  high: bigint;
  low: bigint;
  close: bigint;
  volume: bigint;
  trades: number;
  filled: boolean;
};

/** `at` is Unix milliseconds on the venue's clock. */
export type BarInput =
  | { kind: "mark"; at: number; price: bigint }
  | { kind: "fill"; at: number; size: bigint };

/** Where a builder continues: the open bar of every interval, as of the start of the open second. */
export type BuilderState = { openBars: Record<KlineInterval, ScaledBar> };

/** Scales a decimal for the builder; `undefined` when it is no decimal or finer than 1e-12. */
export function scaleForBar(text: string): bigint | undefined {
  return parseDecimal(text, BAR_DECIMALS);
}

/** A bar that no mark has touched yet, carrying `mark`. */
export function carriedBar(start: number, mark: bigint): ScaledBar {
  const prices = { open: mark, high: mark, low: mark, close: mark };
  return { start, ...prices, volume: 0n, trades: 0, filled: true };
}

export class BarBuilder {
  readonly #market: string;
  #openBars: Record<KlineInterval, ScaledBar> | undefined;
  #waiting: BarInput[] = [];

  constructor(market: string, state?: BuilderState) {
    this.#market = market;
    this.#openBars = state?.openBars;
  }

  /** Start of the open second; `undefined` before the first mark. */
  get openSecond(): number | undefined {
    return this.#openBars?.["1s"].start;
  }

  /** Takes one input. Fills before the first mark are dropped: without a mark there is no bar. */
  offer(input: BarInput): void {
    if (this.#openBars === undefined) {
      if (input.kind !== "mark") return;
      this.#openBars = firstBars(input);
    }
    if (input.at >= this.#openBars["1s"].start + SECOND_MS) this.#waiting.push(input);
    else applyToAll(this.#openBars, input);
  }

  /** Closes every bar that ends at or before `to`; answers the closed bars, oldest first within an interval. */
  advance(to: number): Bar[] {
    const bars = this.#openBars;
    if (bars === undefined || to < bars["1s"].start + SECOND_MS) return [];
    const closed: Bar[] = [];
    // Stable: inputs of the same millisecond keep the order in which they came.
    const due = this.#waiting.sort((a, b) => a.at - b.at);
    const target = barStart("1s", to);
    let taken = 0;
    for (const input of due) {
      if (input.at >= target + SECOND_MS) break;
      this.#rollAll(bars, input.at, closed);
      applyToAll(bars, input);
      taken += 1;
    }
    this.#waiting = due.slice(taken);
    this.#rollAll(bars, to, closed);
    return closed;
  }

  /** The open bar of `interval`; `undefined` before the first mark. */
  openBar(interval: KlineInterval): Bar | undefined {
    const bar = this.#openBars?.[interval];
    return bar && toBar({ market: this.#market, interval, closed: false }, bar);
  }

  #rollAll(bars: Record<KlineInterval, ScaledBar>, to: number, closed: Bar[]): void {
    for (const interval of KLINE_INTERVALS) {
      const lengthMs = KLINE_SECONDS[interval] * 1_000;
      let bar = bars[interval];
      while (bar.start + lengthMs <= to) {
        closed.push(toBar({ market: this.#market, interval, closed: true }, bar));
        bar = carriedBar(nextStart(interval, bar, to), bar.close);
      }
      bars[interval] = bar;
    }
  }
}

function nextStart(interval: KlineInterval, bar: ScaledBar, to: number): number {
  const next = bar.start + KLINE_SECONDS[interval] * 1_000;
  if (interval !== "1s") return next;
  return Math.max(next, barStart("1s", to) - MAX_CARRIED_SECONDS * SECOND_MS);
}

function firstBars(mark: { at: number; price: bigint }): Record<KlineInterval, ScaledBar> {
  const bars = KLINE_INTERVALS.map((interval) => [
    interval,
    carriedBar(barStart(interval, mark.at), mark.price),
  ]);
  return Object.fromEntries(bars) as Record<KlineInterval, ScaledBar>;
}

function applyToAll(bars: Record<KlineInterval, ScaledBar>, input: BarInput): void {
  for (const interval of KLINE_INTERVALS) apply(bars[interval], input);
}

function apply(bar: ScaledBar, input: BarInput): void {
  if (input.kind === "fill") {
    bar.volume += input.size;
    bar.trades += 1;
    return;
  }
  bar.close = input.price;
  if (input.price > bar.high) bar.high = input.price;
  if (input.price < bar.low) bar.low = input.price;
  bar.filled = false;
}

/** The wire form of a bar. */
export function toBar(
  name: { market: string; interval: KlineInterval; closed: boolean },
  bar: ScaledBar,
): Bar {
  return {
    market: name.market,
    interval: name.interval,
    start: bar.start,
    open: formatDecimal(bar.open, BAR_DECIMALS),
    high: formatDecimal(bar.high, BAR_DECIMALS),
    low: formatDecimal(bar.low, BAR_DECIMALS),
    close: formatDecimal(bar.close, BAR_DECIMALS),
    volume: formatDecimal(bar.volume, BAR_DECIMALS),
    trades: bar.trades,
    closed: name.closed,
    filled: bar.filled,
  };
}

/** The inverse of {@link toBar}. @throws RangeError when a field is no decimal of at most 12 places. */
export function fromBar(bar: Omit<Bar, "market" | "interval" | "closed">): ScaledBar {
  const scaled = (text: string): bigint => {
    const value = scaleForBar(text);
    if (value === undefined) throw new RangeError(`${text} is no price or size of a bar`);
    return value;
  };
  return {
    start: bar.start,
    open: scaled(bar.open),
    high: scaled(bar.high),
    low: scaled(bar.low),
    close: scaled(bar.close),
    volume: scaled(bar.volume),
    trades: bar.trades,
    filled: bar.filled,
  };
}
