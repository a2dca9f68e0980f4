/**
 * Finds moves in closed minutes. It is a pure function of state and minute and reads no clock. It
 * uses only + - * / and the square root on doubles. IEEE 754 defines these to the bit, so every
 * machine finds the same moves.
 */
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import { addMinute, beginMarket, type DetectorMarketState } from "./market-state.ts";
import { type DetectorMinute } from "./minute.ts";
import type { MoveChange, MoveDirection } from "./move.ts";
import { followMove, type Now, openMove } from "./open-move.ts";
import { findOpening, hasLargeReturn, isWarm, marketVolatility, zOver } from "./opening.ts";
import { computeMovesHash, type MoveParameters } from "./parameters.ts";
import type { Volatility } from "./volatility.ts";

/**
 * Plain JSON, so it can be stored and loaded. It belongs to the parameters whose hash it carries.
 */
export type DetectorState = {
  parametersHash: string;
  /** Start of the last minute that was taken, Unix milliseconds; null before the first. */
  last: number | null;
  /** Sorted by name. A market without data for the length of the warm-up is dropped. */
  markets: readonly DetectorMarketState[];
};

export type Detection = { state: DetectorState; changes: MoveChange[] };

export type DetectionContext = {
  parameters: MoveParameters;
  /** Release times of the calendar in Unix milliseconds, as they were known at that minute. */
  releases: readonly number[];
};

/** The state before the first minute. */
export function beginDetection(parameters: MoveParameters): DetectorState {
  return { parametersHash: hashOf(parameters), last: null, markets: [] };
}

/**
 * Takes one minute. The given state is not changed. Skipped minutes before it count as minutes
 * without data. Changes are ordered by time, then by market. A move appears at most once per
 * minute, in its state at the minute's end.
 * @throws RangeError when the minute is not later than the last or not aligned, when a close is not
 * positive, when a market is named twice, or when the state belongs to other parameters
 */
export function detect(
  state: DetectorState,
  minute: DetectorMinute,
  context: DetectionContext,
): Detection {
  const detecting = detectInTurns(state, minute, context);
  for (;;) {
    const turn = detecting.next();
    if (turn.done) return turn.value;
  }
}

/**
 * Like {@link detect}, but yields regularly so that other work can run: many markets hold the
 * thread for milliseconds.
 */
export function* detectInTurns(
  state: DetectorState,
  minute: DetectorMinute,
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

type Priced = { state: DetectorMarketState; hasData: boolean };

function* takeMinute(
  markets: readonly DetectorMarketState[],
  minute: DetectorMinute,
  context: DetectionContext,
): Generator<undefined, { markets: DetectorMarketState[]; changes: MoveChange[] }> {
  const { parameters } = context;
  const priced = addCloses(markets, minute, parameters);
  const now: Now = {
    end: minute.start + MINUTE_MS,
    parameters,
    parametersHash: hashOf(parameters),
    isMarketWide: marketWide(priced, minute.start, parameters),
  };
  const limitFactor = isAfterRelease(minute.start, context) ? parameters.release.factor : 1;
  const after: DetectorMarketState[] = [];
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

/** Adds the newest closes; returns all markets by name. */
function addCloses(
  markets: readonly DetectorMarketState[],
  minute: DetectorMinute,
  parameters: MoveParameters,
): Priced[] {
  const { start } = minute;
  const bars = new Map(minute.markets.map((bar) => [bar.market, bar]));
  const priced: Priced[] = [];
  const add = (state: DetectorMarketState): void => {
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

/**
 * Whether most markets move in a direction. Computed on demand, because most minutes open no move.
 */
function marketWide(
  priced: readonly Priced[],
  start: number,
  parameters: MoveParameters,
): (direction: MoveDirection) => boolean {
  const { markets, share, horizon, zLimit } = parameters.marketWide;
  let counted: DetectorMarketState[] | undefined;
  return (direction) => {
    counted ??= priced.flatMap(({ state, hasData }) =>
      hasData && isWarm(state, start, parameters) ? state : [],
    );
    if (counted.length < markets) return false;
    const least = share * counted.length;
    const reaches = (state: DetectorMarketState, usual: Volatility) => {
      const z = zOver(state, horizon, usual) ?? 0;
      return (direction === "up" ? z : -z) >= zLimit;
    };
    // The smallest possible volatility rules out most markets without computing theirs.
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

function assertNext(
  state: DetectorState,
  minute: DetectorMinute,
  { parameters }: DetectionContext,
): void {
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

/** Parameters are frozen, so their hash is computed once. */
function hashOf(parameters: MoveParameters): string {
  const known = hashes.get(parameters) ?? computeMovesHash(parameters);
  hashes.set(parameters, known);
  return known;
}
