/** Moves for the public API, newest first. */
import "server-only";
import { and, desc, eq, gte, lt, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { z } from "zod";
import { moveRevisions, moves } from "#lib/catalysts/schema/catalysts.ts";
import { database } from "#lib/platform/db/client.ts";
import type { Decimal } from "#lib/protocol/decimal.ts";
import type { MoveList, MoveListQuery, PublicMove } from "#lib/protocol/wire/moves.ts";
import { type CountedDetector, isCounted, readDetectors } from "./counted-moves.ts";
import { readCauses } from "./read-causes.ts";

/** A cursor that names no counted move gives an empty page. */
export async function readMoves({
  input,
}: {
  input: { query: z.output<typeof MoveListQuery> };
}): Promise<MoveList> {
  const { market, from, to, limit, cursor } = input.query;
  const db = await database();
  const detectors = await readDetectors(db);
  const rows = await db
    .select()
    .from(moves)
    .where(
      and(
        isCounted(moves, detectors),
        market === undefined ? undefined : eq(moves.market, market),
        from === undefined ? undefined : gte(moves.openedAt, Date.parse(from)),
        to === undefined ? undefined : lt(moves.openedAt, Date.parse(to)),
        cursor === undefined ? undefined : isBehind(cursor, detectors),
      ),
    )
    .orderBy(desc(moves.openedAt), desc(moves.id))
    .limit(limit + 1);
  const shown = rows.slice(0, limit);
  const causes = await readCauses(
    db,
    shown.map(({ id }) => id),
  );
  const results = shown.map((row) => ({
    ...publicMove(row),
    cause: causes.get(row.id) ?? null,
  }));
  return { results, next: rows.length > limit ? (results.at(-1)?.id ?? null) : null };
}

const last = alias(moves, "last");

function isBehind(cursor: string, detectors: readonly CountedDetector[]) {
  return sql`(${moves.openedAt}, ${moves.id}) < (
    SELECT ${last.openedAt}, ${last.id} FROM ${moves} AS last
    WHERE ${and(eq(last.id, cursor), isCounted(last, detectors))})`;
}

type MoveRow = Omit<
  typeof moveRevisions.$inferSelect,
  "moveId" | "kind" | "minuteEnd" | "recordedAt"
>;

/** Takes a move, or a revision with the move's id. */
export function publicMove(row: MoveRow & { id: string }): PublicMove {
  const { id, market, direction, rule, scope, endedAt, endedBy, size, z: score, revision } = row;
  return {
    id,
    incident_id: row.incidentId,
    market,
    direction,
    rule,
    scope,
    opened_at: isoOf(row.openedAt),
    onset: isoOf(row.onset),
    from_price: row.fromPrice as Decimal,
    extreme_price: row.extremePrice as Decimal,
    extreme_at: isoOf(row.extremeAt),
    ended_at: endedAt === null ? null : isoOf(endedAt),
    ended_by: endedBy,
    size,
    z: score,
    horizon_minutes: row.horizon,
    facts: {
      volume_ratio: row.volumeRatio,
      open_interest_change: row.openInterestChange,
      liquidated_share: row.liquidatedShare,
      cascade: row.cascade,
      funding_flip: row.fundingFlip,
    },
    revision,
    parameters_hash: row.parametersHash,
  };
}

function isoOf(time: number): string {
  return new Date(time).toISOString();
}
