/**
 * Finds moves in closed minutes. It is a pure function of state and minute, without a clock, and uses only + - * / and the
 * square root on doubles: IEEE 754 defines these to the bit, so every machine finds the same moves.
 */
import { addMinute, beginMarket, type MarketState } from "./market-state.ts";
import { MINUTE_MS, type Minute } from "./minute.ts";
import type { Direction, MoveChange } from "./move.ts";
import { followMove, type Now, openMove } from "./open-move.ts";
import { findOpening, hasLargeReturn, isWarm, marketVolatility, zOver } from "./opening.ts";
import { type MoveParameters, movesHashOf } from "./parameters.ts";
import type { Volatility } from "./volatility.ts";

/** Plain JSON: it can be stored and taken up again. It belongs to the parameters whose hash it carries. */
export type DetectorState = {
  parametersHash: string;
  /** Start of the last minute read, Unix milliseconds; null before the first. */
  last: number | null;
  /** By name. A market that had no data for as long as the warm-up is forgotten. */
  markets: readonly MarketState[];
};

export type Detection = { state: DetectorState; changes: MoveChange[] };

export type DetectionContext = {
  parameters: MoveParameters;
  /** Unix milliseconds of the calendar's releases, as they were known at that time. */
  releases: readonly number[];
};

/** The state before the first minute. */
export function beginDetection(parameters: MoveParameters): DetectorState {
  return { parametersHash: hashOf(parameters), last: null, markets: [] };
}

/**
 * Takes one minute. The given state stays as it is. Minutes that were left out before it are taken as minutes without data.
 * Changes are ordered by time, then by market; in each minute a move appears at most once, as it is at the minute's end.
 *
 * @throws RangeError when the minute is not later than the last or not aligned, when a close is not positive, when a market
 * is named twice, or when the state belongs to other parameters
 */
export function detect(state: DetectorState, minute: Minute, context: DetectionContext): Detection {
  const detecting = detectInTurns(state, minute, context);
  for (;;) {
    const turn = detecting.next();
    if (turn.done) return turn.value;
  }
}

/** As {@link detect}, and yields whenever other work may have its turn: many markets hold a thread for milliseconds. */
export function* detectInTurns(
  state: DetectorState,
  minute: Minute,
  context: DetectionContext,
): Generator<undefined, Detection> {
  assertNext(state, minute, context);
  const changes: MoveChange[] = [];
  let { markets } = state;
  if (state.last !== null) {
    for (let start = state.last + MINUTE_MS; start < minute.start; start += MINUTE_MS) {
      if (markets.length === 0) break;
      const skipped = yield* takeMinute(markets, { start, markets: [] }, context);
      markets = skipped.markets;
      changes.push(...skipped.changes);
    }
  }
  const taken = yield* takeMinute(markets, minute, context);
  changes.push(...taken.changes);
  const { parametersHash: hash } = state;
  return {
    state: { parametersHash: hash, last: minute.start, markets: taken.markets },
    changes,
  };
}

const MARKETS_A_TURN = 50;

type Priced = { state: MarketState; hasData: boolean };

function* takeMinute(
  markets: readonly MarketState[],
  minute: Minute,
  context: DetectionContext,
): Generator<undefined, { markets: MarketState[]; changes: MoveChange[] }> {
  const { parameters } = context;
  const priced = addCloses(markets, minute, parameters);
  const now: Now = {
    end: minute.start + MINUTE_MS,
    parameters,
    parametersHash: hashOf(parameters),
    isMarketWide: marketWide(priced, minute.start, parameters),
  };
  const limitFactor = isAfterRelease(minute.start, context) ? parameters.release.factor : 1;
  const after: MarketState[] = [];
  const changes: MoveChange[] = [];
  for (const [index, { state, hasData }] of priced.entries()) {
    if (index % MARKETS_A_TURN === MARKETS_A_TURN - 1) yield;
    const followed = followMove(state, now);
    changes.push(...followed.changes);
    const mayOpen = hasData && !followed.state.open && hasLargeReturn(state, parameters);
    const usual = mayOpen ? marketVolatility(state, minute.start, parameters) : undefined;
    const opening =
      usual && findOpening(followed.state, usual, { end: now.end, limitFactor, parameters });
    const opened = opening ? openMove(followed.state, opening, now) : undefined;
    changes.push(...(opened?.changes ?? []));
    after.push(opened?.state ?? followed.state);
  }
  return { markets: after, changes };
}

/** Every market with its newest close, by name. */
function addCloses(
  markets: readonly MarketState[],
  minute: Minute,
  parameters: MoveParameters,
): Priced[] {
  const { start } = minute;
  const bars = new Map(minute.markets.map((bar) => [bar.market, bar]));
  const priced: Priced[] = [];
  const add = (state: MarketState): void => {
    priced.push({ state, hasData: state.lastData === start });
  };
  for (const market of markets) {
    const bar = bars.get(market.market);
    bars.delete(market.market);
    const isForgotten = start - market.lastData >= parameters.volatility.warmUp * MINUTE_MS;
    if (!isForgotten) add(addMinute(market, start, bar, parameters));
    else if (bar && !bar.filled) add(beginMarket(bar, start));
  }
  const known = priced.length;
  for (const bar of bars.values()) if (!bar.filled) add(beginMarket(bar, start));
  if (priced.length > known) {
    priced.sort((one, other) => (one.state.market < other.state.market ? -1 : 1));
  }
  return priced;
}

/** Whether most markets move in a direction. It is found only when it is asked: nearly always nothing opens. */
function marketWide(
  priced: readonly Priced[],
  start: number,
  parameters: MoveParameters,
): (direction: Direction) => boolean {
  const { markets, share, horizon, zLimit } = parameters.marketWide;
  let counted: MarketState[] | undefined;
  return (direction) => {
    counted ??= priced.flatMap(({ state, hasData }) =>
      hasData && isWarm(state, start, parameters) ? state : [],
    );
    if (counted.length < markets) return false;
    const least = share * counted.length;
    const reaches = (state: MarketState, usual: Volatility) => {
      const z = zOver(state, horizon, usual) ?? 0;
      return (direction === "up" ? z : -z) >= zLimit;
    };
    // The smallest volatility leaves out most markets, without the cost of their own.
    const { floor } = parameters.volatility;
    const smallest = { short: floor, day: floor };
    const possible = counted.filter((state) => reaches(state, smallest));
    if (possible.length < least) return false;
    const moved = possible.filter((state) => {
      const usual = marketVolatility(state, start, parameters);
      return usual && reaches(state, usual);
    });
    return moved.length >= least;
  };
}

function isAfterRelease(start: number, { parameters, releases }: DetectionContext): boolean {
  const length = parameters.release.minutes * MINUTE_MS;
  return releases.some((release) => start >= release && start < release + length);
}

function assertNext(state: DetectorState, minute: Minute, { parameters }: DetectionContext): void {
  if (state.parametersHash !== hashOf(parameters)) {
    throw new RangeError("the state belongs to other parameters");
  }
  if (minute.start % MINUTE_MS !== 0) throw new RangeError(`${minute.start} begins no minute`);
  if (state.last !== null && minute.start <= state.last) {
    throw new RangeError(`minute ${minute.start} is not later than ${state.last}`);
  }
  if (new Set(minute.markets.map(({ market }) => market)).size !== minute.markets.length) {
    throw new RangeError(`minute ${minute.start} names a market twice`);
  }
}

const hashes = new WeakMap<MoveParameters, string>();

/** Parameters are frozen, so their hash is made once. */
function hashOf(parameters: MoveParameters): string {
  const known = hashes.get(parameters) ?? movesHashOf(parameters);
  hashes.set(parameters, known);
  return known;
}
