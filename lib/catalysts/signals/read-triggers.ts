/** Reads the triggers of the rules: new rows, and the rows that a stored trigger names. */
import { and, desc, eq, lte, type SQL, sql } from "drizzle-orm";
import { MOVES_HASH } from "#lib/catalysts/moves/parameters.ts";
import { calendarRevisions } from "#lib/catalysts/schema/calendar.ts";
import {
  catalystRevisions,
  moveExplanations,
  moveRevisions,
} from "#lib/catalysts/schema/catalysts.ts";
import { signalTriggers } from "#lib/catalysts/schema/signals.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { SIGNAL_PARAMETERS } from "./parameters.ts";
import type { RuleInput } from "./rules.ts";
import type { TriggerRow } from "./signal.ts";

export type Found = Pick<TriggerRow, "rule" | "subject" | "revision" | "moveRevision" | "market">;

type Reads = Pick<Database, "select" | "execute">;

/**
 * The triggers that no run has taken, in a fixed order. What was learned after the entry is left
 * for the next minute, because the close of this one did not know it.
 * @param until end of the minute whose close is the entry
 */
export async function findTriggers(db: Reads, until: number): Promise<Found[]> {
  const span = { since: until - SIGNAL_PARAMETERS.freshMs, until };
  const { rows } = await db.execute<FoundRow>(sql`
    (${attributed(span)}) UNION ALL (${liquidated(span)}) UNION ALL (${unexpected(span)})`);
  return rows
    .map(({ move_revision: moveRevision, ...row }) => ({ ...row, moveRevision }))
    .toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
}

/** After `since`, up to and including `until`: Unix milliseconds. */
type Span = { since: number; until: number };

type FoundRow = Omit<Found, "moveRevision"> & { move_revision: number | null };

function orderOf({ rule, subject }: Pick<Found, "rule" | "subject">): string {
  return `${rule} ${subject}`;
}

const isNew = (rule: TriggerRow["rule"], subject: SQL) => sql`
  NOT EXISTS (SELECT FROM ${signalTriggers} AS taken
    WHERE taken.rule = ${rule} AND taken.subject = ${subject})`;

/** Moves whose newest explanation, within the span, names a cause. */
function attributed({ since, until }: Span) {
  return sql`
    SELECT 'drift' AS rule, said.move_id AS subject, said.revision,
      move.revision AS move_revision, move.market
    FROM (
      SELECT DISTINCT ON (newest.move_id) newest.move_id, newest.revision, newest.verdict
      FROM ${moveExplanations} AS newest
      WHERE newest.recorded_at > ${isoOf(since)} AND newest.recorded_at <= ${isoOf(until)}
      ORDER BY newest.move_id, newest.revision DESC
    ) AS said
    CROSS JOIN LATERAL (${newestMove(sql`said.move_id`, until)}) AS move
    WHERE said.verdict = 'attributed' AND move.parameters_hash = ${MOVES_HASH}
      AND ${isNew("drift", sql`said.move_id`)}`;
}

function newestMove(id: SQL, until: number) {
  return sql`
    SELECT one.revision, one.market, one.parameters_hash FROM ${moveRevisions} AS one
    WHERE one.move_id = ${id} AND one.minute_end <= ${until} ORDER BY one.revision DESC LIMIT 1`;
}

/** Moves with a cascade of liquidations that ended quietly, without a retracement. */
function liquidated({ since, until }: Span) {
  return sql`
    SELECT DISTINCT ON (ended.move_id) 'cascade' AS rule, ended.move_id AS subject, ended.revision,
      ended.revision AS move_revision, ended.market
    FROM ${moveRevisions} AS ended
    WHERE ended.parameters_hash = ${MOVES_HASH}
      AND ended.minute_end > ${since} AND ended.minute_end <= ${until}
      AND ended.ended_by = 'quiet' AND ended.cascade
      AND ${isNew("cascade", sql`ended.move_id`)}
    ORDER BY ended.move_id, ended.revision`;
}

/**
 * Calendar numbers that were due and published within the span, far from their forecasts. The due
 * time excludes old numbers of a source that is read for the first time.
 */
function unexpected({ since, until }: Span) {
  const { market, country, leastZ } = SIGNAL_PARAMETERS.surprise;
  return sql`
    SELECT DISTINCT ON (came.item_id) 'surprise' AS rule, came.item_id AS subject, came.revision,
      NULL::integer AS move_revision, ${market}::text AS market
    FROM ${calendarRevisions} AS came
    WHERE came.recorded_at > ${isoOf(since)} AND came.recorded_at <= ${isoOf(until)}
      AND came.scheduled_at > ${since} AND came.scheduled_at <= ${until}
      AND came.precision = 'minute' AND came.status = 'released'
      AND came.country = ${country} AND abs(came.surprise_z) >= ${leastZ}
      AND ${isFirstNumber()} AND ${isNew("surprise", sql`came.item_id`)}
    ORDER BY came.item_id, came.revision`;
}

/** Only the first number of a release is a surprise, not its correction. */
function isFirstNumber() {
  return sql`NOT EXISTS (SELECT FROM ${calendarRevisions} AS before
    WHERE before.item_id = came.item_id AND before.revision < came.revision
      AND before.actual IS NOT NULL)`;
}

/**
 * The rows that a trigger names. Calendar items and moves are never deleted, so `undefined` is not
 * expected.
 */
export async function readRuleInput(
  db: Reads,
  { rule, subject, revision, moveRevision }: Found,
): Promise<RuleInput | undefined> {
  if (rule === "surprise") {
    const [item] = await db
      .select()
      .from(calendarRevisions)
      .where(and(eq(calendarRevisions.itemId, subject), eq(calendarRevisions.revision, revision)));
    return item && { rule, item };
  }
  const [move] = await db
    .select()
    .from(moveRevisions)
    .where(and(eq(moveRevisions.moveId, subject), eq(moveRevisions.revision, moveRevision ?? 0)));
  if (move === undefined) return undefined;
  if (rule === "cascade") return { rule, move };
  const [said] = await db
    .select()
    .from(moveExplanations)
    .where(and(eq(moveExplanations.moveId, subject), eq(moveExplanations.revision, revision)));
  if (said === undefined) return undefined;
  const { explanation, catalystId, recordedAt } = said;
  const simulated = await isSimulated(db, catalystId, recordedAt);
  return { rule, move, explanation, simulated };
}

/** Whether the catalyst was simulated, as it was known at the time. */
async function isSimulated(db: Reads, catalystId: string | null, at: Date): Promise<boolean> {
  if (catalystId === null) return false;
  const [known] = await db
    .select({ event: catalystRevisions.event })
    .from(catalystRevisions)
    .where(and(eq(catalystRevisions.catalystId, catalystId), lte(catalystRevisions.recordedAt, at)))
    .orderBy(desc(catalystRevisions.revision))
    .limit(1);
  return known?.event.simulated ?? false;
}

function isoOf(time: number) {
  return sql`${new Date(time).toISOString()}::timestamptz`;
}
