/**
 * Stores what a detector found, its inputs and its position. It is one transaction, which succeeds
 * only if the position has not changed since it was read.
 */
import { and, eq, inArray, ne, sql } from "drizzle-orm";
import {
  catalystCursors,
  catalystInputs,
  catalystStates,
  moveRevisions,
  moves,
} from "#lib/catalysts/schema/catalysts.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { notifyProcess, notifyReplicas } from "#lib/platform/db/leadership.ts";
import type { DetectorMarketState } from "./market-state.ts";
import type { InputChange } from "./minute-inputs.ts";
import type { Move, MoveChange } from "./move.ts";
import { MOVES_ELECTION } from "./moves-election.ts";

/** Far below the database's limit of parameters. */
const ROWS_PER_STATEMENT = 500;

type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

/** A change, and the end of the minute that made it. */
export type FoundChange = MoveChange & { minuteEnd: number };

/** A part of the state before a minute. */
export type StatePart = {
  minute: number;
  markets: readonly DetectorMarketState[];
  /** With this part the state is complete and counts. */
  isLast: boolean;
};

export type TakenMinutes = {
  /** The detector's name. */
  cursor: string;
  /** Start of the first minute taken, and of the next one. */
  from: number;
  until: number;
  inputs: readonly InputChange[];
  changes: readonly FoundChange[];
  statePart?: StatePart | undefined;
  /** Unix milliseconds. */
  now: number;
};

/** @returns false, with nothing written, when the detector is no longer at `from` */
export async function storeMinutes(db: Database, taken: TakenMinutes): Promise<boolean> {
  const { cursor, from, until, inputs, changes, statePart, now } = taken;
  const isStored = await db.transaction(async (tx) => {
    const moved = await tx
      .update(catalystCursors)
      .set({ minute: until, ...(statePart?.isLast ? { stateMinute: statePart.minute } : {}) })
      .where(and(eq(catalystCursors.name, cursor), eq(catalystCursors.minute, from)))
      .returning({ minute: catalystCursors.minute });
    if (moved.length === 0) return false;
    for (const part of inParts(inputs)) {
      await tx.insert(catalystInputs).values(part.map((input) => ({ cursor, ...input })));
    }
    for (const part of inParts(changes)) await storeChanges(tx, part, new Date(now));
    if (statePart) await storeState(tx, cursor, statePart);
    if (changes.length > 0) await tx.execute(sql`SELECT ${notifyReplicas(MOVES_ELECTION)}`);
    return true;
  });
  if (isStored && changes.length > 0) notifyProcess(MOVES_ELECTION);
  return isStored;
}

async function storeState(
  tx: Transaction,
  cursor: string,
  { minute, markets, isLast }: StatePart,
): Promise<void> {
  const rows = markets.map((state) => ({ cursor, minute, market: state.market, state }));
  if (rows.length > 0) await tx.insert(catalystStates).values(rows);
  if (!isLast) return;
  await tx
    .delete(catalystStates)
    .where(and(eq(catalystStates.cursor, cursor), ne(catalystStates.minute, minute)));
}

async function storeChanges(
  tx: Transaction,
  changes: readonly FoundChange[],
  recordedAt: Date,
): Promise<void> {
  const ids = [...new Set(changes.map(({ move }) => move.id))];
  const known = await tx
    .select({ id: moves.id, revision: moves.revision })
    .from(moves)
    .where(inArray(moves.id, ids));
  const revisions = new Map<string, number>(known.map(({ id, revision }) => [id, revision]));
  const newest = new Map<string, typeof moves.$inferInsert>();
  const said = changes.map(({ kind, move, minuteEnd }) => {
    const revision = (revisions.get(move.id) ?? 0) + 1;
    revisions.set(move.id, revision);
    const columns = columnsOf(move);
    newest.set(move.id, { revision, ...columns });
    return { moveId: move.id, revision, kind, minuteEnd, recordedAt, ...columns };
  });
  await tx.insert(moveRevisions).values(said);
  await tx.delete(moves).where(inArray(moves.id, ids));
  await tx.insert(moves).values([...newest.values()]);
}

/** Prices came from decimal text and are stored as decimals; the database expands an exponent. */
function columnsOf({ facts, fromPrice, extremePrice, ...move }: Move) {
  return { ...move, ...facts, fromPrice: String(fromPrice), extremePrice: String(extremePrice) };
}

function* inParts<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let first = 0; first < rows.length; first += ROWS_PER_STATEMENT) {
    yield rows.slice(first, first + ROWS_PER_STATEMENT);
  }
}
