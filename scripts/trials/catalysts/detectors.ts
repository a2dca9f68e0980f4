/**
 * The detector and the baselines with which it is compared. Times are minutes since the start, at
 * the end of a minute.
 */

import { beginDetection, detect } from "#lib/catalysts/moves/detect-moves.ts";
import { MOVE_PARAMETERS } from "#lib/catalysts/moves/parameters.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import { type Course, DAY_MINUTES } from "./world.ts";

export type Alarm = { direction: "up" | "down"; from: number; at: number };
/** `find` returns the alarms of each course. */
export type Detector = { name: string; find: (courses: readonly Course[]) => Alarm[][] };

const RETURN_MINUTES = 5;
/** After an alarm, a baseline is silent in the same direction for as long as the detector is. */
const SILENT_MINUTES = 30;
/**
 * Lee and Mykland (2008), table 5: the window of 5-minute returns, and the limit at a level of 1 %.
 */
const LEE_MYKLAND = { window: 270, limit: 4.6001 };

function findMoves(courses: readonly Course[]): Alarm[][] {
  let state = beginDetection(MOVE_PARAMETERS);
  const alarms = new Map(courses.map(({ market }) => [market, [] as Alarm[]]));
  for (let minute = 0; minute < (courses[0]?.closes.length ?? 0); minute += 1) {
    const markets = courses.map(({ market, closes }) => ({
      market,
      close: closes[minute] ?? Number.NaN,
      filled: false,
    }));
    const context = { parameters: MOVE_PARAMETERS, releases: [] };
    const detection = detect(state, { start: minute * MINUTE_MS, markets }, context);
    state = detection.state;
    for (const { kind, move } of detection.changes) {
      if (kind !== "opened") continue;
      const [from, at] = [move.onset / MINUTE_MS, move.openedAt / MINUTE_MS];
      alarms.get(move.market)?.push({ direction: move.direction, from, at });
    }
  }
  return courses.map(({ market }) => alarms.get(market) ?? []);
}

/**
 * Alarms where the return over five minutes exceeds a limit, which may depend on earlier returns.
 */
function byReturn(limitAt: (returns: readonly number[], minute: number) => number) {
  return (courses: readonly Course[]): Alarm[][] =>
    courses.map(({ closes }) => {
      const returns = closes.map((close, minute) => close / (closes[minute - 5] ?? close) - 1);
      const alarms: Alarm[] = [];
      for (let minute = DAY_MINUTES; minute < closes.length; minute += 1) {
        const size = returns[minute] ?? 0;
        const direction = size > 0 ? "up" : "down";
        const at = minute + 1;
        const last = alarms.findLast((alarm) => alarm.direction === direction);
        if (last && at - last.at < SILENT_MINUTES) continue;
        if (Math.abs(size) < limitAt(returns, minute)) continue;
        alarms.push({ direction, from: at - RETURN_MINUTES, at });
      }
      return alarms;
    });
}

/** Four standard deviations of the 5-minute returns of the previous day. */
function plainLimit(returns: readonly number[], minute: number): number {
  let squares = 0;
  let count = 0;
  for (let at = minute - RETURN_MINUTES; at > minute - DAY_MINUTES; at -= RETURN_MINUTES) {
    squares += (returns[at] ?? 0) ** 2;
    count += 1;
  }
  return 4 * Math.sqrt(squares / count);
}

/**
 * The jump test of Lee and Mykland: the return divided by the bipower volatility, compared with the
 * expected maximum of a day.
 */
function leeMyklandLimit(returns: readonly number[], minute: number): number {
  let sum = 0;
  for (let one = 1; one < LEE_MYKLAND.window; one += 1) {
    const at = minute - one * RETURN_MINUTES;
    sum += Math.abs((returns[at] ?? 0) * (returns[at - RETURN_MINUTES] ?? 0));
  }
  const sigma = Math.sqrt(sum / (LEE_MYKLAND.window - 2));
  const c = Math.sqrt(2 / Math.PI);
  const n = DAY_MINUTES / RETURN_MINUTES;
  const root = Math.sqrt(2 * Math.log(n));
  const centre = root / c - (Math.log(Math.PI) + Math.log(Math.log(n))) / (2 * c * root);
  return sigma * (centre + LEE_MYKLAND.limit / (c * root));
}

export const DETECTORS: readonly Detector[] = [
  { name: "this detector", find: findMoves },
  { name: "fixed 1 % in 5 min", find: byReturn(() => 0.01) },
  { name: "plain z of 4, 24 h", find: byReturn(plainLimit) },
  { name: "Lee-Mykland, 1 %", find: byReturn(leeMyklandLimit) },
];
