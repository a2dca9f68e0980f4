/** Decides whether the newest close of a market opens a move. */
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import { type DetectorMarketState, lastOf } from "./market-state.ts";
import type { Move, MoveDirection } from "./move.ts";
import type { Horizon, MoveParameters } from "./parameters.ts";
import {
  closesNeeded,
  RETURN_MINUTES,
  usualDeviation,
  type Volatility,
  volatility,
} from "./volatility.ts";

export type Opening = Pick<Move, "direction" | "rule" | "z" | "horizon" | "fromPrice"> & {
  /** How far z exceeds its limit. The horizon with the largest excess describes the move. */
  excess: number;
  /** Minutes between the onset and the newest close. */
  onsetMinutes: number;
};

type Return = { horizon: Horizon; from: number; size: number; z: number; direction: MoveDirection };

/** A cheap check whether any return is large enough for a rule; nearly always false. */
export function hasLargeReturn(
  { closes }: DetectorMarketState,
  { zLimits, minReturn, storm }: MoveParameters,
): boolean {
  const least = Math.min(minReturn.fixed, storm.fixed);
  const close = lastOf(closes);
  return zLimits.some(({ horizon }) => {
    const from = closes[closes.length - 1 - horizon];
    return from !== undefined && Math.abs(close / from - 1) >= least;
  });
}

/** The volatility of a market; undefined while it warms up. */
export function marketVolatility(
  state: DetectorMarketState,
  start: number,
  parameters: MoveParameters,
): Volatility | undefined {
  if (!isWarm(state, start, parameters)) return undefined;
  return volatility(state.closes, usualDeviation(state.returns), parameters.volatility);
}

/** Whether enough of a market is known to compute its volatility. */
export function isWarm(
  { firstData, closes }: DetectorMarketState,
  start: number,
  { volatility: { warmUp, bipowerReturns } }: MoveParameters,
): boolean {
  return start - firstData >= warmUp * MINUTE_MS && closes.length >= closesNeeded(bipowerReturns);
}

/** Signed z of the return over a horizon; undefined while the closes do not reach back that far. */
export function zOver(
  { closes }: DetectorMarketState,
  horizon: Horizon,
  { short }: Volatility,
): number | undefined {
  const from = closes[closes.length - 1 - horizon];
  if (from === undefined) return undefined;
  return (lastOf(closes) / from - 1) / (short * Math.sqrt(horizon / RETURN_MINUTES));
}

/** @param limitFactor scales the z limits; below 1 for some time after a release */
export function findOpening(
  state: DetectorMarketState,
  usual: Volatility,
  now: { end: number; limitFactor: number; parameters: MoveParameters },
): Opening | undefined {
  let best: Opening | undefined;
  for (const { horizon, limit } of now.parameters.zLimits) {
    const found = returnOver(state, horizon, usual);
    if (!found) continue;
    const excess = Math.abs(found.z) / (limit * now.limitFactor);
    const rule = ruleFor(found, excess, usual, now.parameters);
    if (!rule || (best && excess <= best.excess)) continue;
    if (!isConfirmed(state, found, now.parameters) || !isNew(state, found, now)) continue;
    best = {
      direction: found.direction,
      rule,
      z: found.z,
      horizon,
      fromPrice: found.from,
      excess,
      onsetMinutes: onsetMinutes(state, found, now.parameters),
    };
  }
  return best;
}

function returnOver(
  state: DetectorMarketState,
  horizon: Horizon,
  usual: Volatility,
): Return | undefined {
  const { closes } = state;
  const z = zOver(state, horizon, usual);
  const from = closes[closes.length - 1 - horizon];
  if (z === undefined || from === undefined) return undefined;
  const size = Math.abs(lastOf(closes) / from - 1);
  return { horizon, from, size, z, direction: z > 0 ? "up" : "down" };
}

function ruleFor(
  { horizon, size, z }: Return,
  excess: number,
  usual: Volatility,
  { minReturn, storm }: MoveParameters,
): Move["rule"] | undefined {
  const least = Math.max(minReturn.fixed, minReturn.dayVolatilities * usual.day);
  if (excess >= 1 && size >= least) return "z";
  const isStorm =
    storm.horizons.includes(horizon) &&
    Math.abs(z) >= storm.zLimit &&
    size >= Math.max(storm.fixed, storm.dayVolatilities * usual.day);
  return isStorm ? "storm" : undefined;
}

/**
 * A single price that reverts in the next minute is not a move, whether it ends a return or starts
 * one.
 */
function isConfirmed(
  { closes }: DetectorMarketState,
  { from, size, direction, horizon }: Return,
  { confirmedShare }: MoveParameters,
): boolean {
  const sign = direction === "up" ? 1 : -1;
  const last = lastOf(closes);
  const beforeLast = closes[closes.length - 2] ?? from;
  const beforeFrom = closes[closes.length - 2 - horizon] ?? from;
  const least = confirmedShare * size;
  return (
    sign * (beforeLast / from - 1) >= least && sign * (last / from - beforeFrom / from) >= least
  );
}

/**
 * The same rise over a longer horizon is not a new move: prices that were already measured are not
 * measured again.
 */
function isNew(
  { lastExtreme }: DetectorMarketState,
  { horizon, direction }: Return,
  { end, parameters }: { end: number; parameters: MoveParameters },
): boolean {
  const before = lastExtreme[direction];
  if (before === null) return true;
  const from = end - horizon * MINUTE_MS;
  return end - before >= parameters.reopenAfter * MINUTE_MS && from >= before;
}

function onsetMinutes(
  { closes }: DetectorMarketState,
  { horizon, from }: Return,
  { onsetShare }: MoveParameters,
): number {
  const reach = onsetShare * Math.abs(lastOf(closes) - from);
  const isRise = lastOf(closes) > from;
  for (let minutes = 1; minutes < horizon; minutes += 1) {
    const gone = (closes[closes.length - 1 - minutes] ?? from) - from;
    if ((isRise ? gone : -gone) <= reach) return minutes;
  }
  return horizon;
}
