/**
 * Where a detector stands, with everything that decides what it finds next.
 *
 * The state after a minute follows from an earlier state and the stored minutes and inputs between them. So it is stored only now and then,
 * a few markets with each minute: the state of one moment stays the same object while it is written.
 */
import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Database } from "#lib/platform/db/client.ts";
import {
  catalystCursors,
  catalystInputs,
  catalystStates,
} from "#lib/platform/db/schema/catalysts.ts";
import { beginDetection, type DetectorState } from "./detect.ts";
import type { MarketState } from "./market-state.ts";
import { MINUTE_MS } from "./minute.ts";
import { MinuteInputs, type Part } from "./minute-inputs.ts";
import type { StatePart } from "./move-store.ts";
import { MOVE_PARAMETERS, MOVES_HASH } from "./parameters.ts";

/** Other parameters have their own cursor, and find the moves of the past again. */
export function cursorOf(movesHash: string): string {
  return `moves:${movesHash}`;
}

export const MOVES_CURSOR = cursorOf(MOVES_HASH);

const STATE_EVERY_MS = 3_600_000;
/** The past is gone through without storing the state often. */
const PAST_STATE_EVERY_MS = 24 * STATE_EVERY_MS;
/** Markets whose state is written, or read, at once: about 30 KB of JSON each, which hold the thread for 0.2 ms. */
const MARKETS_AT_ONCE = 4;

type Cursor = Pick<typeof catalystCursors.$inferSelect, "begins" | "minute" | "stateMinute">;

export type DetectorPlace = {
  /** Start of the next minute. */
  minute: number;
  /** The state before this minute is stored. */
  stateMinute: number;
  state: DetectorState;
  /** Those that decide from `stateMinute` on. */
  inputs: MinuteInputs;
  /** The state that is being stored, without the markets that are. */
  storing: { minute: number; markets: readonly MarketState[] } | undefined;
};

/** The place after more minutes, and the part of a state that is to be stored with them. `now` in Unix milliseconds. */
export function advance(
  place: DetectorPlace,
  reached: Pick<DetectorPlace, "minute" | "state" | "inputs">,
  now: number,
): { place: DetectorPlace; statePart: StatePart | undefined } {
  const { minute, state, inputs } = reached;
  const every = minute < now - STATE_EVERY_MS ? PAST_STATE_EVERY_MS : STATE_EVERY_MS;
  const isDue = minute - place.stateMinute >= every;
  const storing = place.storing ?? (isDue ? { minute, markets: state.markets } : undefined);
  const { stateMinute } = place;
  if (!storing) return { place: { ...reached, stateMinute, storing }, statePart: undefined };
  const left = storing.markets.slice(MARKETS_AT_ONCE);
  const statePart = {
    minute: storing.minute,
    markets: storing.markets.slice(0, MARKETS_AT_ONCE),
    isLast: left.length === 0,
  };
  if (!statePart.isLast) {
    const rest = { minute: storing.minute, markets: left };
    return { place: { ...reached, stateMinute, storing: rest }, statePart };
  }
  const stored = { stateMinute: storing.minute, storing: undefined };
  return { place: { minute, state, inputs: inputs.from(storing.minute), ...stored }, statePart };
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

/** The stored place: its state is that before `stateMinute`, from where the minutes up to `minute` are to be read again. */
export function readStoredPlace(db: Database): Promise<DetectorPlace | undefined> {
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

async function readStates(db: Pick<Database, "select">, minute: number): Promise<MarketState[]> {
  const { cursor, market, state } = catalystStates;
  const found: MarketState[] = [];
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
    // The cursor's name has the hash of the parameters, so the rows have states of this detector.
    found.push(...rows.map((row) => row.state as MarketState));
    if (rows.length < MARKETS_AT_ONCE) break;
  }
  return found.toSorted((one, other) => (one.market < other.market ? -1 : 1));
}

/** The changes that decide on minutes from `minute` on. */
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

type InputRow = { market: string; part: Part; start: string; is_read: boolean };
