/**
 * Decides which round levels the closed minutes of an asset cross. A crossed level is armed again
 * when the price closes 0.5 % away from it, so a price that swings around a level crosses it once.
 * A level is announced at most once in 24 hours, and an asset at most once per UTC day.
 */

import { formatDecimal, parseDecimal } from "#lib/protocol/decimal.ts";
import { HOUR_MS, MINUTE_MS } from "#lib/protocol/durations.ts";
import { utcDay } from "./push-draft.ts";

/** Prices and levels are integers in units of 1e-9. */
const DECIMALS = 9;
/** 0.5 %: a level is armed again when the price is at least this fraction of it away. */
const REARM_PARTS = 200n;
const LEVEL_REST_MS = 24 * HOUR_MS;
/** After a longer gap, the time of the crossing is unknown. */
const LONGEST_GAP_MS = 10 * MINUTE_MS;

export type Close = {
  /** The start of the minute in Unix milliseconds, and its close. */ start: number;
  close: string;
};

export type LevelState = {
  /** The last minute that counted. */
  last: Close | null;
  /** Levels that were crossed and not armed again. */
  disarmed: string[];
  /** What was announced within the last 24 hours or today. */
  fired: { level: string; at: number }[];
};

export const NO_LEVELS: LevelState = { last: null, disarmed: [], fired: [] };

export type Crossing = { level: string; direction: "up" | "down" };

/**
 * @param step distance of the levels, an exact decimal
 * @param isLive false: the minute was stored too late for an announcement, but its crossings still
 * count
 */
export function judgeLevels(
  state: LevelState,
  minute: Close,
  { step, isLive }: { step: string; isLive: boolean },
): { state: LevelState; crossing: Crossing | undefined } {
  const close = scaled(minute.close);
  const every = scaled(step);
  const { last } = state;
  const isKnown = last !== null && minute.start - last.start <= LONGEST_GAP_MS;
  // Without an earlier price, every level nearby counts as crossed, so it must first be armed by a
  // price away from it.
  const crossed = isKnown ? between(scaled(last.close), close, every) : around(close, every);
  const armed = crossed.filter((level) => !state.disarmed.includes(text(level)));
  const furthest = isKnown && isLive ? armed.at(-1) : undefined;
  const recent = state.fired.filter(
    ({ at }) => minute.start - at < LEVEL_REST_MS || utcDay(at) === utcDay(minute.start),
  );
  const fires = furthest !== undefined && canFire(recent, text(furthest), minute.start);
  const isUp = last !== null && close > scaled(last.close);
  const crossing: Crossing | undefined = fires
    ? { level: text(furthest), direction: isUp ? "up" : "down" }
    : undefined;
  const resting = [...new Set([...state.disarmed, ...crossed.map(text)])];
  return {
    crossing,
    state: {
      last: { start: minute.start, close: minute.close },
      disarmed: resting.filter((level) => isNear(close, scaled(level))),
      fired: crossing ? [...recent, { level: crossing.level, at: minute.start }] : recent,
    },
  };
}

function canFire(recent: LevelState["fired"], level: string, now: number): boolean {
  return recent.every(
    ({ level: other, at }) =>
      utcDay(at) !== utcDay(now) && (other !== level || now - at >= LEVEL_REST_MS),
  );
}

/**
 * The levels that a price reaches or passes, in this order. A level at which it starts is not
 * included.
 */
function between(from: bigint, to: bigint, step: bigint): bigint[] {
  const levels: bigint[] = [];
  if (to > from) {
    for (let level = (from / step + 1n) * step; level <= to; level += step) levels.push(level);
  } else {
    for (let level = ((from - 1n) / step) * step; level >= to && level > 0n; level -= step) {
      levels.push(level);
    }
  }
  return levels;
}

function around(price: bigint, step: bigint): bigint[] {
  const below = (price / step) * step;
  return [below, below + step].filter((level) => level > 0n && isNear(price, level));
}

function isNear(price: bigint, level: bigint): boolean {
  const distance = price > level ? price - level : level - price;
  return distance * REARM_PARTS < level;
}

/** Callers pass only positive decimals. */
function scaled(value: string): bigint {
  return parseDecimal(value, DECIMALS) ?? 0n;
}

function text(value: bigint): string {
  return formatDecimal(value, DECIMALS);
}
