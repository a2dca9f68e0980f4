/** Averages of the close. */
import type { Study } from "./study.ts";

/** The last closes, oldest first, in a ring: no array is moved for a bar. */
class Closes {
  readonly #ring: number[] = [];
  readonly #length: number;
  #next = 0;

  constructor(length: number) {
    this.#length = length;
  }

  get full(): boolean {
    return this.#ring.length === this.#length;
  }

  /** Takes a close and answers the one that leaves for it; 0 while there is room. */
  push(close: number): number {
    if (this.#length === 0) return close;
    const leaving = this.full ? (this.#ring[this.#next] ?? 0) : 0;
    this.#ring[this.#next] = close;
    this.#next = (this.#next + 1) % this.#length;
    return leaving;
  }
}

/** Simple moving average: the mean of the last `period` closes. */
export function sma(period: number): Study {
  const past = new Closes(period - 1);
  let sum = 0;
  return {
    peek: ({ close }) => [past.full || period === 1 ? (sum + close) / period : undefined],
    push: ({ close }) => {
      sum += close - past.push(close);
    },
  };
}

/** Exponential moving average, weight `2 / (period + 1)`; it begins with the simple average of the first `period` closes. */
export function ema(period: number): Study {
  const weight = 2 / (period + 1);
  let count = 0;
  let sum = 0;
  let average: number | undefined;
  const next = (close: number) => {
    if (average !== undefined) return average + weight * (close - average);
    return count + 1 === period ? (sum + close) / period : undefined;
  };
  return {
    peek: ({ close }) => [next(close)],
    push: ({ close }) => {
      average = next(close);
      count += 1;
      sum += close;
    },
  };
}

/** Bollinger bands: the simple average, and as many (population) standard deviations above and below it. */
export function bollinger(period: number, deviations: number): Study {
  const past = new Closes(period - 1);
  // Counted from the first close: squares of whole prices would lose the digits in which closes differ.
  let origin: number | undefined;
  let sum = 0;
  let squares = 0;
  return {
    peek: ({ close }) => {
      if (!past.full && period > 1) return [undefined, undefined, undefined];
      const from = origin ?? close;
      const off = close - from;
      const mean = (sum + off) / period;
      const variance = Math.max(0, (squares + off * off) / period - mean * mean);
      const reach = deviations * Math.sqrt(variance);
      return [from + mean + reach, from + mean, from + mean - reach];
    },
    push: ({ close }) => {
      origin ??= close;
      const off = close - origin;
      const wasFull = past.full;
      const left = past.push(off);
      const leaving = wasFull || period === 1 ? left : 0;
      sum += off - leaving;
      squares += off * off - leaving * leaving;
    },
  };
}
