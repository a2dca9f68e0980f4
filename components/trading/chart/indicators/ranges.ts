/** Indicators of the range of bars. */
import type { Point, Study, Values } from "./studies.ts";

/** The highest high and the lowest low of the last `length` bars. */
class Range {
  readonly #length: number;
  readonly #bars: { high: number; low: number }[] = [];

  constructor(length: number) {
    this.#length = length;
  }

  /** With `point` as the next bar; `undefined` while there are too few. */
  with(point: Point): { high: number; low: number } | undefined {
    if (this.#bars.length < this.#length - 1) return undefined;
    let { high, low } = point;
    for (const bar of this.#bars) {
      high = Math.max(high, bar.high);
      low = Math.min(low, bar.low);
    }
    return { high, low };
  }

  push({ high, low }: Point): void {
    this.#bars.push({ high, low });
    if (this.#bars.length >= this.#length) this.#bars.shift();
  }
}

/** The mean of the last `length` values, of which `undefined` ones begin the series. */
class Mean {
  readonly #length: number;
  readonly #values: number[] = [];

  constructor(length: number) {
    this.#length = length;
  }

  with(value: number | undefined): number | undefined {
    if (value === undefined || this.#values.length < this.#length - 1) return undefined;
    return this.#values.reduce((sum, one) => sum + one, value) / this.#length;
  }

  push(value: number | undefined): void {
    if (value === undefined) return;
    this.#values.push(value);
    if (this.#values.length >= this.#length) this.#values.shift();
  }
}

/** Average true range (Wilder): it begins with the mean of the first `period` ranges. The first bar's is its own. */
export function atr(period: number): Study {
  let before: number | undefined;
  let count = 0;
  let average = 0;
  const next = ({ high, low, close }: Point): number => {
    const from = before ?? close;
    const range = Math.max(
      high - low,
      before === undefined ? 0 : Math.abs(high - from),
      before === undefined ? 0 : Math.abs(low - from),
    );
    return count < period ? average + range / period : (average * (period - 1) + range) / period;
  };
  return {
    peek: (point) => [count + 1 < period ? undefined : next(point)],
    push: (point) => {
      average = next(point);
      count += 1;
      before = point.close;
    },
  };
}

/** Stochastic oscillator: where the close is in the range of `period` bars, smoothed, and the mean of that. */
export function stochastic(period: number, smooth: number, signal: number): Study {
  const range = new Range(period);
  const smoothed = new Mean(smooth);
  const mean = new Mean(signal);
  const raw = (point: Point) => {
    const known = range.with(point);
    if (!known) return undefined;
    // A market that stands still is in its middle.
    if (known.high === known.low) return 50;
    return (100 * (point.close - known.low)) / (known.high - known.low);
  };
  return {
    peek: (point) => {
      const k = smoothed.with(raw(point));
      return [k, mean.with(k)];
    },
    push: (point) => {
      const value = raw(point);
      const k = smoothed.with(value);
      smoothed.push(value);
      mean.push(k);
      range.push(point);
    },
  };
}

/**
 * Ichimoku: conversion and base line, the two leading spans and the lagging close. Each value is of its own bar; the table says by
 * how many bars it is drawn ahead or behind.
 */
export function ichimoku(conversion: number, base: number, span: number): Study {
  const ranges = [conversion, base, span].map((length) => new Range(length));
  const middle = (range: Range | undefined, point: Point) => {
    const known = range?.with(point);
    return known && (known.high + known.low) / 2;
  };
  return {
    peek: (point) => {
      const [fast, slow, wide] = ranges.map((range) => middle(range, point));
      const leading = fast === undefined || slow === undefined ? undefined : (fast + slow) / 2;
      return [fast, slow, leading, wide, point.close];
    },
    push: (point) => {
      for (const range of ranges) range.push(point);
    },
  };
}

type Trend = { upper: number; lower: number; rises: boolean; close: number };

/** Supertrend: a line below a rising market and above a falling one, some average ranges from the middle of the bars. */
export function supertrend(period: number, multiplier: number): Study {
  const range = atr(period);
  let past: Trend | undefined;
  const next = (point: Point): Trend | undefined => {
    const [width] = range.peek(point);
    if (width === undefined) return undefined;
    const middle = (point.high + point.low) / 2;
    const [above, below] = [middle + multiplier * width, middle - multiplier * width];
    if (!past) return { upper: above, lower: below, rises: false, close: point.close };
    // A line only comes closer, until the market has crossed it.
    const upper = above < past.upper || past.close > past.upper ? above : past.upper;
    const lower = below > past.lower || past.close < past.lower ? below : past.lower;
    const rises = past.rises ? point.close >= lower : point.close > upper;
    return { upper, lower, rises, close: point.close };
  };
  return {
    peek: (point): Values => {
      const trend = next(point);
      if (!trend) return [undefined, undefined];
      return trend.rises ? [trend.lower, undefined] : [undefined, trend.upper];
    },
    push: (point) => {
      past = next(point) ?? past;
      range.push(point);
    },
  };
}
