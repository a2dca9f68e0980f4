/** The volume-weighted average price of a session. Sessions are UTC: a perpetual market never closes. */
import type { KlineInterval } from "#lib/protocol/kline.ts";
import type { Point, Study } from "./study.ts";

export const SESSIONS = ["hour", "day", "week", "month"] as const;
export type Session = (typeof SESSIONS)[number];

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** 1 January 1970 was a Thursday; weeks begin on Monday. */
const FIRST_MONDAY = 4 * DAY_MS;

/** The session that suits an interval: long enough for many bars, short enough for its beginning to be among them. */
export function sessionFor(interval: KlineInterval): Session {
  if (interval === "1s") return "hour";
  if (interval === "1h" || interval === "4h") return "week";
  return interval === "1d" ? "month" : "day";
}

/** When the session of a moment began, Unix milliseconds. */
export function sessionStart(session: Session, time: number): number {
  if (session === "hour") return time - (time % HOUR_MS);
  if (session === "day") return time - (time % DAY_MS);
  if (session === "week")
    return time - ((((time - FIRST_MONDAY) % (7 * DAY_MS)) + 7 * DAY_MS) % (7 * DAY_MS));
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
}

type Sums = { session: number; value: number; volume: number; whole: boolean };

/** The typical price of each bar, weighted by its volume. A session whose beginning was not seen has no value. */
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
      // The first bar of a series is the first of a session only where that begins with it.
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
