/** Intervals of bars (docs/api/streams.md). Starts are aligned to UTC multiples of the interval. */

/** Interval name to its length in seconds; the length is the `resolution` of the REST history. */
export const KLINE_SECONDS = {
  "1s": 1,
  "1m": 60,
  "5m": 300,
  "15m": 900,
  "1h": 3600,
  "4h": 14400,
  "1d": 86400,
} as const;

export type KlineInterval = keyof typeof KLINE_SECONDS;
export const KLINE_INTERVALS = Object.keys(KLINE_SECONDS) as KlineInterval[];

export function isKlineInterval(text: string): text is KlineInterval {
  return Object.hasOwn(KLINE_SECONDS, text);
}

/** The interval with this many seconds, if it is one of the seven. */
export function intervalOfResolution(seconds: number): KlineInterval | undefined {
  return KLINE_INTERVALS.find((interval) => KLINE_SECONDS[interval] === seconds);
}

/** Start of the bar that holds `time` (both Unix milliseconds). */
export function barStart(interval: KlineInterval, time: number): number {
  const length = KLINE_SECONDS[interval] * 1000;
  return Math.floor(time / length) * length;
}
