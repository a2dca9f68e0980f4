/** A move from its opening to its end. */
import { addFacts, beginSums, describeFacts } from "./facts.ts";
import { lastOf, type MarketState } from "./market-state.ts";
import { MINUTE_MS } from "./minute.ts";
import { type Direction, incidentOf, type Move, type MoveChange, moveId } from "./move.ts";
import type { Opening } from "./opening.ts";
import type { MoveParameters } from "./parameters.ts";

export type Now = {
  /** The end of the minute, Unix milliseconds. */
  end: number;
  parameters: MoveParameters;
  parametersHash: string;
  /** Whether most markets move in this direction. */
  isMarketWide: (direction: Direction) => boolean;
};

type Step = { state: MarketState; changes: MoveChange[] };

/** Opens a move at the newest close. */
export function openMove(state: MarketState, opening: Opening, now: Now): Step {
  const { direction, rule, z, horizon, fromPrice, onsetMinutes } = opening;
  const { market } = state;
  const { end, parameters, parametersHash } = now;
  const onset = end - onsetMinutes * MINUTE_MS;
  const extremePrice = lastOf(state.closes);
  const id = moveId({ market, direction, onset, parametersHash });
  const isLeg =
    state.incident !== null && onset - state.incident.extremeAt < parameters.legsWithin * MINUTE_MS;
  const sums = beginSums(state.facts, onsetMinutes);
  const move: Move = {
    id,
    incidentId: isLeg && state.incident ? state.incident.id : incidentOf(id),
    market,
    direction,
    rule,
    scope: now.isMarketWide(direction) ? "market_wide" : "single",
    openedAt: end,
    onset,
    fromPrice,
    extremePrice,
    extremeAt: end,
    endedAt: null,
    endedBy: null,
    size: extremePrice / fromPrice - 1,
    z,
    horizon,
    facts: describeFacts(sums, parameters.cascadeShare),
    parametersHash,
  };
  return { state: withMove(state, { move, sums }), changes: [{ kind: "opened", move }] };
}

/** Takes the newest close into the market's open move, if it has one. */
export function followMove(state: MarketState, now: Now): Step {
  if (!state.open) return { state, changes: [] };
  const { end, parameters } = now;
  const close = lastOf(state.closes);
  const sums = addFacts(state.open.sums, state.facts.recent.at(-1) ?? null);
  let { move } = state.open;
  const isFurther = move.direction === "up" ? close > move.extremePrice : close < move.extremePrice;
  if (isFurther) {
    move = {
      ...move,
      extremePrice: close,
      extremeAt: end,
      size: close / move.fromPrice - 1,
      scope:
        move.scope === "market_wide" || now.isMarketWide(move.direction) ? "market_wide" : "single",
      facts: describeFacts(sums, parameters.cascadeShare),
    };
  }
  const endedBy = endOf(move, close, now);
  if (endedBy) {
    move = { ...move, endedAt: end, endedBy, facts: describeFacts(sums, parameters.cascadeShare) };
    return { state: { ...state, open: null }, changes: [{ kind: "ended", move }] };
  }
  const changes: MoveChange[] = isFurther ? [{ kind: "moved", move }] : [];
  return { state: withMove(state, { move, sums }), changes };
}

function endOf(move: Move, close: number, { end, parameters }: Now): Move["endedBy"] {
  const covered = Math.abs(move.extremePrice - move.fromPrice);
  const back = Math.abs(move.extremePrice - close);
  if (back >= parameters.end.retraced * covered) return "retrace";
  return end - move.extremeAt >= parameters.end.quiet * MINUTE_MS ? "quiet" : null;
}

function withMove(state: MarketState, open: NonNullable<MarketState["open"]>): MarketState {
  const { direction, extremeAt, incidentId } = open.move;
  return {
    ...state,
    open,
    lastExtreme: { ...state.lastExtreme, [direction]: extremeAt },
    incident: { id: incidentId, extremeAt },
  };
}
