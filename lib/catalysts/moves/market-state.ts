/** The detector's memory of one market, and how a minute is added to it. */
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import { type FactHistory, type FactSums, NO_HISTORY, remember } from "./facts.ts";
import { type DetectorMarketMinute } from "./minute.ts";
import type { IncidentId, Move, MoveDirection } from "./move.ts";
import { LONGEST_HORIZON, type MoveParameters } from "./parameters.ts";
import { absoluteReturn, closesNeeded, RETURN_MINUTES } from "./volatility.ts";

export type DetectorMarketState = {
  market: string;
  /** Starts of the first and of the newest minute with data, Unix milliseconds. */
  firstData: number;
  lastData: number;
  /** One per minute, oldest first. A minute without data repeats the last close. */
  closes: readonly number[];
  /**
   * Absolute 5-minute returns of the day, one per five minutes of the clock, oldest first. The
   * newest return comes last.
   */
  returns: readonly number[];
  facts: FactHistory;
  open: { move: Move; sums: FactSums } | null;
  /** When the last move in each direction reached its last extreme. */
  lastExtreme: Readonly<Record<MoveDirection, number | null>>;
  /** The newest incident, and when the newest leg reached its extreme. */
  incident: { id: IncidentId; extremeAt: number } | null;
};

/** @throws RangeError when the close is not a positive number */
export function beginMarket(
  { market, close, facts }: DetectorMarketMinute,
  start: number,
): DetectorMarketState {
  assertPrice(market, close);
  return {
    market,
    firstData: start,
    lastData: start,
    closes: [close],
    returns: [],
    facts: remember(NO_HISTORY, facts ?? null),
    open: null,
    lastExtreme: { up: null, down: null },
    incident: null,
  };
}

/**
 * The state after a minute.
 *
 * @throws RangeError when the close is not a positive number
 */
export function addMinute(
  state: DetectorMarketState,
  start: number,
  minute: DetectorMarketMinute | undefined,
  { volatility }: MoveParameters,
): DetectorMarketState {
  const hasData = minute !== undefined && !minute.filled;
  if (hasData) assertPrice(minute.market, minute.close);
  const length = Math.max(LONGEST_HORIZON + 1, closesNeeded(volatility.bipowerReturns));
  const closes = state.closes.slice(-(length - 1));
  closes.push(hasData ? minute.close : (state.closes.at(-1) ?? 0));
  const next = {
    ...state,
    lastData: hasData ? start : state.lastData,
    closes,
    facts: remember(state.facts, minute?.facts ?? null),
  };
  const isGridMinute = (start / MINUTE_MS + 1) % RETURN_MINUTES === 0;
  if (!isGridMinute || closes.length <= RETURN_MINUTES) return next;
  const returns = state.returns.slice(-(volatility.window / RETURN_MINUTES));
  returns.push(absoluteReturn(lastOf(closes), closes.at(-1 - RETURN_MINUTES) ?? 0));
  return { ...next, returns };
}

export function lastOf(closes: readonly number[]): number {
  return closes[closes.length - 1] ?? 0;
}

function assertPrice(market: string, close: number): void {
  if (!(close > 0 && close < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`${close} is no price of ${market}`);
  }
}
