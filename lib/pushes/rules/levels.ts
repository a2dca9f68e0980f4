/**
 * Which round level the closed minutes of an asset cross. A level that was crossed is armed again when the price closes 0.5 % away from
 * it, so that a price that swings around it crosses it once. A level fires at most once in 24 hours, and an asset at most once a UTC day.
 */
import { formatDecimal, parseDecimal } from "#lib/protocol/decimal.ts";
import { HOUR_MS, MINUTE_MS, utcDay } from "./push-draft.ts";

/** Prices and levels are counted in 1e-9. */
const DECIMALS = 9;
/** 0.5 %: a price this part of the level away arms it again. */
const REARM_PARTS = 200n;
const LEVEL_REST_MS = 24 * HOUR_MS;
/** After a longer silence nobody knows when the price crossed. */
const LONGEST_GAP_MS = 10 * MINUTE_MS;

export type Close = { /** Of the minute, Unix milliseconds. */ start: number; close: string };

export type LevelState = {
  /** The last minute that counted. */
  last: Close | null;
  /** Levels that were crossed and are not armed again. */
  disarmed: string[];
  /** What fired within 24 hours, or today. */
  fired: { level: string; at: number }[];
};

export const NO_LEVELS: LevelState = { last: null, disarmed: [], fired: [] };

export type Crossing = { level: string; direction: "up" | "down" };

/**
 * @param step distance of the levels, an exact decimal
 * @param isLive false: the minute was stored too late to tell anybody; what it crosses counts as crossed
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
  // Without a price before it, every level nearby counts as crossed: it waits until the price was away.
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

/** The levels that a price passes or reaches on its way, in this order. One on which it began is not among them. */
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

/** A price that is no positive decimal does not reach this. */
function scaled(value: string): bigint {
  return parseDecimal(value, DECIMALS) ?? 0n;
}

function text(value: bigint): string {
  return formatDecimal(value, DECIMALS);
}
