/**
 * The position of a detector, with everything that decides what it finds next.
 * The state after a minute follows from an earlier state and the stored minutes and inputs in
 * between. So it is stored only now and then, a few markets with each minute. The state that is
 * being stored stays the same object until it is complete.
 */

import { and, asc, eq, gt, sql } from "drizzle-orm";
import {
  catalystCursors,
  catalystInputs,
  catalystStates,
} from "#lib/catalysts/schema/catalysts.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import { beginDetection, type DetectorState } from "./detect-moves.ts";
import type { DetectorMarketState } from "./market-state.ts";
import { type InputPart, MinuteInputs } from "./minute-inputs.ts";
import type { StatePart } from "./move-store.ts";
import { MOVE_PARAMETERS, MOVES_HASH } from "./parameters.ts";

/** Other parameters have their own cursor, and find the moves of the past again. */
export function cursorName(movesHash: string): string {
  return `moves:${movesHash}`;
}

export const MOVES_CURSOR = cursorName(MOVES_HASH);

const STATE_EVERY_MS = 3_600_000;
/** While it processes history, the detector stores its state rarely. */
const PAST_STATE_EVERY_MS = 24 * STATE_EVERY_MS;
/**
 * How many markets' states are written or read at once: each is about 30 KB of JSON and holds the
 * thread for 0.2 ms.
 */
const MARKETS_AT_ONCE = 4;

type Cursor = Pick<typeof catalystCursors.$inferSelect, "begins" | "minute" | "stateMinute">;

export type DetectorPosition = {
  /** Start of the next minute. */
  minute: number;
  /** The state before this minute is stored. */
  stateMinute: number;
  state: DetectorState;
  /** The inputs that apply from `stateMinute` on. */
  inputs: MinuteInputs;
  /** The state that is being stored, with the markets that are not stored yet. */
  storing: { minute: number; markets: readonly DetectorMarketState[] } | undefined;
};

/**
 * The position after more minutes, and the part of a state to store with them. `now` is in Unix
 * milliseconds.
 */
export function advance(
  position: DetectorPosition,
  reached: Pick<DetectorPosition, "minute" | "state" | "inputs">,
  now: number,
): { position: DetectorPosition; statePart: StatePart | undefined } {
  const { minute, state, inputs } = reached;
  const every = minute < now - STATE_EVERY_MS ? PAST_STATE_EVERY_MS : STATE_EVERY_MS;
  const isDue = minute - position.stateMinute >= every;
  const storing = position.storing ?? (isDue ? { minute, markets: state.markets } : undefined);
  const { stateMinute } = position;
  if (!storing) return { position: { ...reached, stateMinute, storing }, statePart: undefined };
  const left = storing.markets.slice(MARKETS_AT_ONCE);
  const statePart = {
    minute: storing.minute,
    markets: storing.markets.slice(0, MARKETS_AT_ONCE),
    isLast: left.length === 0,
  };
  if (!statePart.isLast) {
    const rest = { minute: storing.minute, markets: left };
    return { position: { ...reached, stateMinute, storing: rest }, statePart };
  }
  const stored = { stateMinute: storing.minute, storing: undefined };
  return { position: { minute, state, inputs: inputs.from(storing.minute), ...stored }, statePart };
}

/** The cursor of the detector; `undefined` before its first start. */
export async function readCursor(db: Pick<Database, "select">): Promise<Cursor | undefined> {
  const { begins, minute, stateMinute } = catalystCursors;
  const [cursor] = await db
    .select({ begins, minute, stateMinute })
    .from(catalystCursors)
    .where(eq(catalystCursors.name, MOVES_CURSOR));
  return cursor;
}

/**
 * The stored position. Its state is the one before `stateMinute`, from which the minutes up to
 * `minute` must be read again.
 */
export function readStoredPosition(db: Database): Promise<DetectorPosition | undefined> {
  return db.transaction(
    async (tx) => {
      const cursor = await readCursor(tx);
      if (cursor === undefined) return undefined;
      const { begins, minute, stateMinute } = cursor;
      const inputs = await readInputs(tx, stateMinute);
      const before = beginDetection(MOVE_PARAMETERS);
      const state: DetectorState =
        stateMinute === begins
          ? before
          : {
              ...before,
              last: stateMinute - MINUTE_MS,
              markets: await readStates(tx, stateMinute),
            };
      return { minute, stateMinute, state, inputs, storing: undefined };
    },
    { isolationLevel: "repeatable read" },
  );
}

async function readStates(
  db: Pick<Database, "select">,
  minute: number,
): Promise<DetectorMarketState[]> {
  const { cursor, market, state } = catalystStates;
  const found: DetectorMarketState[] = [];
  for (;;) {
    const rows = await db
      .select({ state })
      .from(catalystStates)
      .where(
        and(
          eq(cursor, MOVES_CURSOR),
          eq(catalystStates.minute, minute),
          gt(market, found.at(-1)?.market ?? ""),
        ),
      )
      .orderBy(asc(market))
      .limit(MARKETS_AT_ONCE);
    // The cursor's name contains the hash of the parameters, so the rows hold states of this
    // detector.
    found.push(...rows.map((row) => row.state as DetectorMarketState));
    if (rows.length < MARKETS_AT_ONCE) break;
  }
  return found.toSorted((one, other) => (one.market < other.market ? -1 : 1));
}

/** The changes that apply to minutes from `minute` on. */
async function readInputs(db: Pick<Database, "execute">, minute: number): Promise<MinuteInputs> {
  const { rows } = await db.execute<InputRow>(sql`
    SELECT input.market, input.part, input.start, input.is_read
    FROM ${catalystInputs} AS input
    WHERE input.cursor = ${MOVES_CURSOR} AND NOT EXISTS (
      SELECT FROM ${catalystInputs} AS later
      WHERE later.cursor = input.cursor AND later.market = input.market
        AND later.part = input.part AND later.start > input.start AND later.start <= ${minute})`);
  return new MinuteInputs(
    rows.map(({ start, is_read: isRead, ...row }) => ({ ...row, start: Number(start), isRead })),
  );
}

type InputRow = { market: string; part: InputPart; start: string; is_read: boolean };
