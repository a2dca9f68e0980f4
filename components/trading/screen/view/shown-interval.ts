/**
 * Intervals of the chart: the seven that are stored and streamed (docs/api/streams.md), and three that the browser puts
 * together from stored bars. The latter have no name on the wire.
 */
import {
  barStart,
  isKlineInterval,
  KLINE_SECONDS,
  type KlineInterval,
} from "#lib/protocol/kline.ts";

type Combined = { of: KlineInterval; seconds: number };

export const COMBINED = {
  "3m": { of: "1m", seconds: 180 },
  "30m": { of: "15m", seconds: 1_800 },
  "1w": { of: "1d", seconds: 604_800 },
} as const satisfies Record<string, Combined>;

type CombinedInterval = keyof typeof COMBINED;
export type ShownInterval = KlineInterval | CombinedInterval;

export const COMBINED_INTERVALS = Object.keys(COMBINED) as CombinedInterval[];

/** 1 January 1970 was a Thursday; weeks begin on Monday. */
const FIRST_MONDAY_MS = 345_600_000;

export function isCombined(interval: string): interval is CombinedInterval {
  return Object.hasOwn(COMBINED, interval);
}

export function isShownInterval(text: string): text is ShownInterval {
  return isKlineInterval(text) || isCombined(text);
}

/** The interval of the bars that this one is made of. */
export function storedInterval(interval: ShownInterval): KlineInterval {
  return isCombined(interval) ? COMBINED[interval].of : interval;
}

export function shownSeconds(interval: ShownInterval): number {
  return isCombined(interval) ? COMBINED[interval].seconds : KLINE_SECONDS[interval];
}

/** Start of the bar that holds `time` (both Unix milliseconds), a multiple of the interval in UTC; of a week, its Monday. */
export function shownStart(interval: ShownInterval, time: number): number {
  if (!isCombined(interval)) return barStart(interval, time);
  const length = COMBINED[interval].seconds * 1000;
  const offset = interval === "1w" ? FIRST_MONDAY_MS : 0;
  return Math.floor((time - offset) / length) * length + offset;
}
