/**
 * Reads the catalysts that can be cards, as they were known at a time, with what decides how long
 * and beside which others they are shown.
 */
import "server-only";
import { type SQL, sql } from "drizzle-orm";
import { EVENT_PARAMETERS } from "#lib/catalysts/events/parameters.ts";
import type { KnownUntil } from "#lib/catalysts/reads/known-until.ts";
import {
  catalystMoves,
  catalystRevisions,
  catalysts,
  moveExplanations,
  moves,
} from "#lib/catalysts/schema/catalysts.ts";
import type { Database } from "#lib/platform/db/client.ts";
import type { Catalyst } from "#lib/protocol/wire/catalysts.ts";
import { CARD_PARAMETERS, LONGEST_LIFE_MS, type SeenCatalyst } from "./make-cards.ts";

/**
 * The longest time for which a catalyst is tracked. No catalyst changes later than this after it
 * was first seen.
 */
const LONGEST_TRACKED_MS = EVENT_PARAMETERS.unlock.mostMs;
/**
 * A less likely candidate does not count as a cause of an incident, because nearly every catalyst
 * is a candidate for a market-wide move.
 */
const MIN_PROBABILITY = 0.1;
/** The longest chain of catalysts that follow each other. */
const MAX_STEPS = 50;

type Reads = Pick<Database, "execute">;

export async function seenCatalysts(db: Reads, known: KnownUntil): Promise<SeenCatalyst[]> {
  const seen = await readCatalysts(db, known);
  if (seen.length === 0) return [];
  const ids = sql.join(
    seen.map(({ event }) => sql`${event.id}`),
    sql`, `,
  );
  const matters = [...(await readIncidents(db, ids, known)), ...(await readFirsts(db, ids))];
  return seen.map(({ event, from }) => ({
    event,
    countedFrom: Number(from),
    matters: matters.filter(({ id }) => id === event.id).map(({ matter }) => matter),
  }));
}

/**
 * A catalyst becomes a card when it is large and certain enough, and stays one while its confidence
 * fades. Evaluations without new evidence are skipped, because they neither change the direction
 * nor raise the confidence.
 */
async function readCatalysts(db: Reads, { knownAt }: KnownUntil) {
  const at = iso(knownAt);
  const { leastMagnitude, leastConfidence } = CARD_PARAMETERS;
  const ofCatalyst = sql`said.catalyst_id = newest.id AND said.recorded_at <= ${at}`;
  const isEvidence = sql`${ofCatalyst} AND said.kind <> 'evaluated'`;
  const isOther = sql`said.event->'sentiment'->>'direction' <> known.event->'sentiment'->>'direction'`;
  const isCard = sql`(said.event->>'magnitude')::integer >= ${leastMagnitude}
    AND (said.event->'sentiment'->>'confidence')::double precision >= ${leastConfidence}`;
  const { rows } = await db.execute<{ event: Catalyst; from: string }>(sql`
    SELECT known.event, floor(extract(epoch FROM
      CASE WHEN turn.revision = 0 THEN newest.first_seen_at ELSE since.at END) * 1000)::text AS from
    FROM ${catalysts} AS newest
    CROSS JOIN LATERAL (
      SELECT said.event FROM ${catalystRevisions} AS said
      WHERE ${ofCatalyst} ORDER BY said.revision DESC LIMIT 1) AS known
    CROSS JOIN LATERAL (
      SELECT coalesce(max(said.revision), 0) AS revision FROM ${catalystRevisions} AS said
      WHERE ${isEvidence} AND ${isOther}) AS turn
    CROSS JOIN LATERAL (
      SELECT min(said.recorded_at) AS at, bool_or(${isCard}) AS is_card
      FROM ${catalystRevisions} AS said WHERE ${isEvidence} AND said.revision > turn.revision) AS since
    WHERE newest.first_seen_at <= ${at}
      AND newest.first_seen_at > ${iso(knownAt - LONGEST_LIFE_MS - LONGEST_TRACKED_MS)}
      AND newest.changed_at > ${iso(knownAt - LONGEST_LIFE_MS)}
      AND known.event->>'merged_into' IS NULL AND since.is_card
    ORDER BY newest.id`);
  return rows;
}

type Matter = { id: string; matter: string };

/** The incidents in whose newest explanations each catalyst is a cause. */
async function readIncidents(db: Reads, ids: SQL, { knownAt }: KnownUntil): Promise<Matter[]> {
  const { rows } = await db.execute<Matter>(sql`
    SELECT DISTINCT linked.catalyst_id AS id, ${moves}.incident_id AS matter
    FROM ${catalystMoves} AS linked
    JOIN ${moves} ON ${moves}.id = linked.move_id
    CROSS JOIN LATERAL (
      SELECT said.explanation FROM ${moveExplanations} AS said
      WHERE said.move_id = linked.move_id AND said.recorded_at <= ${iso(knownAt)}
      ORDER BY said.revision DESC LIMIT 1) AS newest
    CROSS JOIN LATERAL json_array_elements(newest.explanation->'candidates') AS candidate
    WHERE linked.catalyst_id IN (${ids}) AND linked.recorded_at <= ${iso(knownAt)}
      AND candidate->>'catalyst_id' = linked.catalyst_id
      AND (candidate->>'probability')::double precision >= ${MIN_PROBABILITY}
    ORDER BY id, matter`);
  return rows;
}

/**
 * The first catalyst of each chain that follows one another, or the catalyst itself. What a
 * catalyst follows never changes.
 */
async function readFirsts(db: Reads, ids: SQL): Promise<Matter[]> {
  const { rows } = await db.execute<Matter>(sql`
    WITH RECURSIVE chain AS (
      SELECT id, id AS matter, event->>'follows' AS follows, 0 AS steps
      FROM ${catalysts} WHERE id IN (${ids})
      UNION ALL
      SELECT chain.id, earlier.id, earlier.event->>'follows', chain.steps + 1
      FROM chain JOIN ${catalysts} AS earlier ON earlier.id = chain.follows
      WHERE chain.steps < ${MAX_STEPS})
    SELECT DISTINCT ON (id) id, matter FROM chain ORDER BY id, steps DESC`);
  return rows;
}

function iso(time: number): string {
  return new Date(Math.max(0, time)).toISOString();
}
