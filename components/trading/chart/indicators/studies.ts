import type { ShownInterval } from "#components/trading/screen/view/shown-interval.ts";
import { DAY_MS, HOUR_MS } from "#lib/protocol/durations.ts";

/**
 * Indicators, computed bar by bar. They use numbers and not decimals, because their values are only drawn. A study
 * keeps a summary of the closed bars, so that a tick costs the same however long the series is.
 */

/** One bar as input of a study. `time` is Unix milliseconds. */
export type Point = {
  time: number;
  high: number;
  low: number;
  close: number;
  volume: number;
};

/** One value for each line of the study; `undefined` where there are too few bars. */
export type Values = readonly (number | undefined)[];

export type Study = {
  /** The values if `point` were the next bar; changes nothing. */
  peek: (point: Point) => Values;
  /** Adds a closed bar. */
  push: (point: Point) => void;
};

/** Runs a study over a series whose last bar still changes. */
export class StudyRun {
  readonly #make: () => Study;
  #study: Study;
  #last: Point | undefined;

  constructor(make: () => Study) {
    this.#make = make;
    this.#study = make();
  }

  /** Computes the values of a whole series. */
  reset(points: readonly Point[]): Values[] {
    this.#study = this.#make();
    this.#last = points.at(-1);
    return points.map((point, index) => {
      const values = this.#study.peek(point);
      if (index < points.length - 1) this.#study.push(point);
      return values;
    });
  }

  /** The values of the last bar, or of the bar after it. */
  update(point: Point): Values {
    if (this.#last && point.time > this.#last.time) this.#study.push(this.#last);
    this.#last = point;
    return this.#study.peek(point);
  }
}

/** A ring buffer of the last closes, oldest first. */
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

  /** Adds a close and returns the one that it replaces; 0 while there is room. */
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

/** Bollinger bands: the simple average, and lines some (population) standard deviations above and below it. */
export function bollinger(period: number, deviations: number): Study {
  const past = new Closes(period - 1);
  // Relative to the first close: squares of whole prices would lose the digits in which closes differ.
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

/** Relative strength (Wilder): 100 when every close rose, 0 when every close fell, 50 when none moved. */
export function rsi(period: number): Study {
  let before: number | undefined;
  let count = 0;
  let gain = 0;
  let loss = 0;
  const next = (close: number) => {
    if (before === undefined) return undefined;
    const change = close - before;
    const [up, down] = [Math.max(0, change), Math.max(0, -change)];
    if (count < period) return { gain: gain + up / period, loss: loss + down / period };
    return {
      gain: (gain * (period - 1) + up) / period,
      loss: (loss * (period - 1) + down) / period,
    };
  };
  return {
    peek: ({ close }) => {
      const average = next(close);
      if (!average || count + 1 < period) return [undefined];
      const moved = average.gain + average.loss;
      return [moved === 0 ? 50 : (100 * average.gain) / moved];
    },
    push: ({ close }) => {
      const average = next(close);
      if (average) {
        ({ gain, loss } = average);
        count += 1;
      }
      before = close;
    },
  };
}

/** The volume-weighted average price of a session. Sessions are UTC: a perpetual market never closes. */
const SESSIONS = ["hour", "day", "week", "month"] as const;
type Session = (typeof SESSIONS)[number];

/** 1 January 1970 was a Thursday; weeks begin on Monday. */
const FIRST_MONDAY = 4 * DAY_MS;

/** The session for an interval: long enough for many bars, short enough for its start to be loaded. */
export function sessionFor(interval: ShownInterval): Session {
  if (interval === "1s") return "hour";
  if (interval === "1h" || interval === "4h") return "week";
  return interval === "1d" || interval === "1w" ? "month" : "day";
}

/** The start of a moment's session, Unix milliseconds. */
export function sessionStart(session: Session, time: number): number {
  if (session === "hour") return time - (time % HOUR_MS);
  if (session === "day") return time - (time % DAY_MS);
  if (session === "week")
    return time - ((((time - FIRST_MONDAY) % (7 * DAY_MS)) + 7 * DAY_MS) % (7 * DAY_MS));
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
}

type Sums = { session: number; value: number; volume: number; whole: boolean };

/** The typical price weighted by volume. Sessions whose start is not loaded have no value. */
export function vwap(session: Session): Study {
  let past: Sums | undefined;
  const next = (point: Point): Sums => {
    const start = sessionStart(session, point.time);
    const fresh = past?.session !== start;
    const sums = fresh || !past ? undefined : past;
    const typical = (point.high + point.low + point.close) / 3;
    return {
      session: start,
      value: (sums?.value ?? 0) + typical * point.volume,
      volume: (sums?.volume ?? 0) + point.volume,
      // The first loaded bar starts a session only when its time is the session's start.
      whole: sums ? sums.whole : past !== undefined || point.time === start,
    };
  };
  return {
    peek: (point) => {
      const { value, volume, whole } = next(point);
      return [whole && volume > 0 ? value / volume : undefined];
    },
    push: (point) => {
      past = next(point);
    },
  };
}
