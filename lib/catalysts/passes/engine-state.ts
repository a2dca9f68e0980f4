/** What the engine knows between two passes. It follows from the stored rows alone: `load-state.ts` reads the same. */
import type { ExplainedMove, MoveSeen } from "#lib/catalysts/causes/explained-move.ts";
import { CAUSE_PARAMETERS } from "#lib/catalysts/causes/parameters.ts";
import { EVENT_PARAMETERS } from "#lib/catalysts/events/parameters.ts";
import type { Report } from "#lib/catalysts/events/report.ts";
import type { TrackedCatalyst } from "#lib/catalysts/events/tracked-catalyst.ts";
import { MOVES_HASH, parametersHash } from "#lib/catalysts/moves/parameters.ts";
import { ASSETS, capOf } from "#lib/catalysts/news/reading/asset-graph.ts";

export type EngineState = {
  catalysts: ReadonlyMap<string, TrackedCatalyst>;
  moves: ReadonlyMap<string, ExplainedMove>;
};

/** What a pass reads. */
export type PassInputs = {
  /** In the order in which the service learned of them. */
  reports: readonly Report[];
  /** Newest state of each move that changed, and what was said of it. */
  moves: readonly ExplainedMove[];
  /** Catalysts that the operator parts from those that they were merged into. */
  splits: readonly { id: string; catalystId: string }[];
};

export const NO_INPUTS: PassInputs = { reports: [], moves: [], splits: [] };

/** A move is explained again for so long after its onset. */
export const MOVE_KEPT_MS = 12 * 3_600_000;
/** So long after its end of tracking a catalyst can still be followed by another one. */
export const CATALYST_KEPT_MS = 48 * 3_600_000;

export const ENGINE_HASH = parametersHash({
  events: EVENT_PARAMETERS,
  causes: CAUSE_PARAMETERS,
  caps: ASSETS.map(({ symbol }) => [symbol, capOf(symbol) ?? null]),
  moves: MOVES_HASH,
  kept: [MOVE_KEPT_MS, CATALYST_KEPT_MS],
});

/** @param at of a pass that is about to begin, Unix milliseconds. Pruning at earlier times too changes nothing. */
export function pruned({ catalysts, moves }: EngineState, at: number): EngineState {
  return {
    catalysts: new Map([...catalysts].filter(([, catalyst]) => isCatalystKept(catalyst, at))),
    moves: new Map([...moves].filter(([, move]) => isMoveKept(move, at))),
  };
}

function isCatalystKept({ event, nextDueAt }: TrackedCatalyst, at: number): boolean {
  return nextDueAt !== null || Date.parse(event.tracked_until) > at - CATALYST_KEPT_MS;
}

function isMoveKept({ move, explanation }: ExplainedMove, at: number): boolean {
  return move.onset > at - MOVE_KEPT_MS || explanation?.verdict === "pending";
}

/** Columns of a move, or of one of its revisions. */
export function moveSeen(row: MoveSeen): MoveSeen {
  const { id, market, direction, scope, openedAt, onset, cascade, fundingFlip } = row;
  return { id, market, direction, scope, openedAt, onset, cascade, fundingFlip };
}
