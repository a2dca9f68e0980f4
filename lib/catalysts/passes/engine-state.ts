/**
 * What the engine knows between two passes. It follows from the stored rows alone: `load-state.ts`
 * reads the same.
 */
import type { MoveSeen, TrackedMove } from "#lib/catalysts/causes/explained-move.ts";
import { CAUSE_PARAMETERS } from "#lib/catalysts/causes/parameters.ts";
import { EVENT_PARAMETERS } from "#lib/catalysts/events/parameters.ts";
import type { Report } from "#lib/catalysts/events/report.ts";
import type { TrackedCatalyst } from "#lib/catalysts/events/tracked-catalyst.ts";
import { MOVES_HASH, parametersHash } from "#lib/catalysts/moves/parameters.ts";
import { ASSETS, findCap } from "#lib/catalysts/news/reading/asset-graph.ts";

export type EngineState = {
  catalysts: ReadonlyMap<string, TrackedCatalyst>;
  moves: ReadonlyMap<string, TrackedMove>;
};

/** The inputs of a pass. */
export type PassInputs = {
  /** In the order in which the service learned of them. */
  reports: readonly Report[];
  /** The newest state of each move that changed, with its explanation. */
  moves: readonly TrackedMove[];
  /** Catalysts that the operator splits from those into which they were merged. */
  splits: readonly { id: string; catalystId: string }[];
};

export const NO_INPUTS: PassInputs = { reports: [], moves: [], splits: [] };

/** For this long after its onset, a move is explained again. */
export const MOVE_RETENTION_MS = 12 * 3_600_000;
/** For this long after its tracking ends, another catalyst can follow a catalyst. */
export const CATALYST_RETENTION_MS = 48 * 3_600_000;

export const ENGINE_HASH = parametersHash({
  events: EVENT_PARAMETERS,
  causes: CAUSE_PARAMETERS,
  caps: ASSETS.map(({ symbol }) => [symbol, findCap(symbol) ?? null]),
  moves: MOVES_HASH,
  kept: [MOVE_RETENTION_MS, CATALYST_RETENTION_MS],
});

/**
 * @param at the time of the next pass, Unix milliseconds. Pruning earlier as well changes nothing
 */
export function pruned({ catalysts, moves }: EngineState, at: number): EngineState {
  return {
    catalysts: new Map([...catalysts].filter(([, catalyst]) => isCatalystRetained(catalyst, at))),
    moves: new Map([...moves].filter(([, move]) => isMoveRetained(move, at))),
  };
}

function isCatalystRetained({ event, nextDueAt }: TrackedCatalyst, at: number): boolean {
  return nextDueAt !== null || Date.parse(event.tracked_until) > at - CATALYST_RETENTION_MS;
}

function isMoveRetained({ move, explanation }: TrackedMove, at: number): boolean {
  return move.onset > at - MOVE_RETENTION_MS || explanation?.verdict === "pending";
}

/** Takes the columns of a move or of one of its revisions. */
export function moveSeen(row: MoveSeen): MoveSeen {
  const { id, market, direction, scope, openedAt, onset, extremeAt, endedAt } = row;
  const { cascade, fundingFlip } = row;
  return {
    id,
    market,
    direction,
    scope,
    openedAt,
    onset,
    extremeAt,
    endedAt,
    cascade,
    fundingFlip,
  };
}
