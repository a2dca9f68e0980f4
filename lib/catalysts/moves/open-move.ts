/** A move from its opening to its end. */
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import { addFacts, beginSums, describeFacts } from "./facts.ts";
import { type DetectorMarketState, lastOf } from "./market-state.ts";
import {
  type Move,
  type MoveChange,
  type MoveDirection,
  makeIncidentId,
  makeMoveId,
} from "./move.ts";
import type { Opening } from "./opening.ts";
import type { MoveParameters } from "./parameters.ts";

export type Now = {
  /** The end of the minute, Unix milliseconds. */
  end: number;
  parameters: MoveParameters;
  parametersHash: string;
  /** Whether most markets move in this direction. */
  isMarketWide: (direction: MoveDirection) => boolean;
};

type Step = { state: DetectorMarketState; changes: MoveChange[] };

/** Opens a move at the newest close. */
export function openMove(state: DetectorMarketState, opening: Opening, now: Now): Step {
  const { direction, rule, z, horizon, fromPrice, onsetMinutes } = opening;
  const { market } = state;
  const { end, parameters, parametersHash } = now;
  const onset = end - onsetMinutes * MINUTE_MS;
  const extremePrice = lastOf(state.closes);
  const id = makeMoveId({ market, direction, onset, parametersHash });
  const isLeg =
    state.incident !== null && onset - state.incident.extremeAt < parameters.legsWithin * MINUTE_MS;
  const sums = beginSums(state.facts, onsetMinutes);
  const move: Move = {
    id,
    incidentId: isLeg && state.incident ? state.incident.id : makeIncidentId(id),
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

/** Updates the market's open move with the newest close, if there is one. */
export function followMove(state: DetectorMarketState, now: Now): Step {
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

function withMove(
  state: DetectorMarketState,
  open: NonNullable<DetectorMarketState["open"]>,
): DetectorMarketState {
  const { direction, extremeAt, incidentId } = open.move;
  return {
    ...state,
    open,
    lastExtreme: { ...state.lastExtreme, [direction]: extremeAt },
    incident: { id: incidentId, extremeAt },
  };
}
