/**
 * A move of a price that was found by statistics. It has no cause by definition; an explanation may
 * name a catalyst as its cause.
 */
import { createHash } from "node:crypto";
import { DETECTOR_CONSTANTS, type Horizon } from "./parameters.ts";

export type MoveDirection = "up" | "down";
export type MoveId = `mov_${string}`;
export type IncidentId = `inc_${string}`;

export type Move = {
  id: MoveId;
  /**
   * Moves of a market that are less than 30 min apart are legs of one incident, which has the id of
   * its first leg.
   */
  incidentId: IncidentId;
  market: string;
  direction: MoveDirection;
  /** Which rule opened it. */
  rule: "z" | "storm";
  /**
   * `market_wide`: most markets moved the same way when it opened. Later movements of the others
   * are separate moves with their own causes.
   */
  scope: "single" | "market_wide";
  /**
   * The end of the minute whose close opened the move, when it could first be known. Unix
   * milliseconds, like all times here.
   */
  openedAt: number;
  /** The end of the last minute whose close was within 20 % of the move's size from the start. */
  onset: number;
  /** The close from which the move is measured, `horizon` minutes before the close that opened it. */
  fromPrice: number;
  extremePrice: number;
  extremeAt: number;
  /** Null while the move goes on. */
  endedAt: number | null;
  endedBy: "quiet" | "retrace" | null;
  /** Signed fraction of `fromPrice` at the extreme: -0.05 is a fall of 5 %. */
  size: number;
  /** Signed, over `horizon`, when the move opened. */
  z: number;
  /** Minutes. */
  horizon: Horizon;
  facts: MoveFacts;
  /** The SHA-256 of the parameters that found it. */
  parametersHash: string;
};

/** Market facts from the onset to the minute before the move's newest one. Null: not observed. */
export type MoveFacts = {
  /**
   * Mean volume per minute of the move, as a multiple of the mean over the 24 whole hours before
   * its opening.
   */
  volumeRatio: number | null;
  /** Signed fraction of the open interest before the onset. */
  openInterestChange: number | null;
  /** Part of the volume whose takers were liquidated. */
  liquidatedShare: number | null;
  /** At least 30 % of the volume was liquidations. */
  cascade: boolean;
  /** The funding rate changed its sign. */
  fundingFlip: boolean;
};

export type MoveChange = { kind: "opened" | "moved" | "ended"; move: Move };

const { idCharacters: ID_CHARACTERS } = DETECTOR_CONSTANTS;

/**
 * The same bars and parameters give the same id on every machine, so a replay gives a move the same
 * name.
 */
export function makeMoveId(
  of: Pick<Move, "market" | "direction" | "onset" | "parametersHash">,
): MoveId {
  const text = [of.market, of.direction, of.onset, of.parametersHash].join("\n");
  return `mov_${createHash("sha256").update(text).digest("hex").slice(0, ID_CHARACTERS)}`;
}

/** The incident whose first leg is this move. */
export function makeIncidentId(firstLeg: MoveId): IncidentId {
  return `inc_${firstLeg.slice("mov_".length)}`;
}
