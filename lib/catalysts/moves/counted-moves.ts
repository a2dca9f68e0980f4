/**
 * Decides which moves count. A detector with other parameters finds moves of the past again. These
 * were never published, so its moves count only from the minute that the passes had reached when it
 * took over.
 */
import { and, asc, eq, gt, lte, or, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { catalystDetectors } from "#lib/catalysts/schema/catalysts.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { MOVES_HASH } from "./parameters.ts";

/** The detector's moves that opened after the minute count. Unix milliseconds. */
export type CountedDetector = typeof catalystDetectors.$inferSelect;

/** Oldest first. Before the first pass: the detector of this process. */
export async function readDetectors(db: Pick<Database, "select">): Promise<CountedDetector[]> {
  const rows = await db.select().from(catalystDetectors).orderBy(asc(catalystDetectors.fromMinute));
  return rows.length > 0 ? rows : [{ fromMinute: 0, parametersHash: MOVES_HASH }];
}

type MoveColumns = { parametersHash: PgColumn; openedAt: PgColumn; minuteEnd?: PgColumn };

/** The SQL condition that a row of `moves` or `move_revisions` counts. */
export function isCounted(
  { parametersHash, openedAt, minuteEnd = openedAt }: MoveColumns,
  detectors: readonly CountedDetector[],
): SQL | undefined {
  const parts = detectors.map((detector, index) => {
    const until = detectors[index + 1]?.fromMinute;
    return and(
      eq(parametersHash, detector.parametersHash),
      gt(openedAt, detector.fromMinute),
      until === undefined ? undefined : lte(minuteEnd, until),
    );
  });
  return or(...parts);
}
