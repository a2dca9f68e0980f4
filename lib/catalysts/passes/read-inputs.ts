/** What the next pass reads. */
import { and, asc, desc, eq, gt, isNull, lte } from "drizzle-orm";
import { type Report, reportOf } from "#lib/catalysts/events/report.ts";
import type { CountedDetector } from "#lib/catalysts/moves/counted-moves.ts";
import { cursorOf } from "#lib/catalysts/moves/detector-place.ts";
import type { Database } from "#lib/platform/db/client.ts";
import {
  catalystCursors,
  catalystDecisions,
  catalystDetectors,
} from "#lib/platform/db/schema/catalysts.ts";
import { newsItems } from "#lib/platform/db/schema/news.ts";
import type { PassInputs } from "./engine-state.ts";
import { readChangedMoves } from "./stored-moves.ts";
import type { Watermark } from "./watermark.ts";

/** A pass holds up what else the process does for some milliseconds. */
const MOST_REPORTS = 50;

export type NextPass = {
  inputs: PassInputs;
  /** Where the watermark is behind it. */
  newsSeq: number;
  moveMinute: number;
  /** Whose moves count from this pass on; `undefined` while it is the same one as before. */
  detector: CountedDetector | undefined;
  /** True: there may be more to read right away. */
  isFull: boolean;
};

/**
 * Call it in one snapshot.
 *
 * @param now Unix milliseconds: later decisions wait
 * @param movesHash of the figures of the detector whose moves are read
 */
export async function readNext(
  db: Pick<Database, "select" | "selectDistinctOn">,
  from: Watermark,
  { now, movesHash }: { now: number; movesHash: string },
): Promise<NextPass> {
  const reports = await readReports(db, from.newsSeq);
  const [cursor] = await db
    .select({ minute: catalystCursors.minute })
    .from(catalystCursors)
    .where(eq(catalystCursors.name, cursorOf(movesHash)));
  const { detector, isNew } = await detectorOf(db, from, movesHash);
  // Another detector begins again behind the watermark.
  const end = Math.max(from.moveMinute, cursor?.minute ?? 0);
  const { moves, until } =
    end > from.moveMinute
      ? await readChangedMoves(db, detector, { from: from.moveMinute, until: end })
      : { moves: [], until: end };
  const splits = await db
    .select({ id: catalystDecisions.id, catalystId: catalystDecisions.catalystId })
    .from(catalystDecisions)
    .where(
      and(isNull(catalystDecisions.carriedOutAt), lte(catalystDecisions.givenAt, new Date(now))),
    )
    .orderBy(asc(catalystDecisions.givenAt), asc(catalystDecisions.id));
  return {
    inputs: { reports, moves, splits },
    newsSeq: reports.at(-1)?.seq ?? from.newsSeq,
    moveMinute: until,
    detector: isNew ? detector : undefined,
    isFull: reports.length === MOST_REPORTS || until < end,
  };
}

/** Another detector counts from the watermark on. The first one counts from the beginning. */
async function detectorOf(
  db: Pick<Database, "select">,
  { moveMinute }: Watermark,
  parametersHash: string,
): Promise<{ detector: CountedDetector; isNew: boolean }> {
  const [newest] = await db
    .select()
    .from(catalystDetectors)
    .orderBy(desc(catalystDetectors.fromMinute))
    .limit(1);
  if (newest?.parametersHash === parametersHash) return { detector: newest, isNew: false };
  const fromMinute = newest === undefined ? 0 : moveMinute;
  return { detector: { fromMinute, parametersHash }, isNew: true };
}

/** Up to the first number that is missing: its row may still be on its way. */
async function readReports(db: Pick<Database, "select">, seq: number): Promise<Report[]> {
  const rows = await db
    .select()
    .from(newsItems)
    .where(gt(newsItems.seq, seq))
    .orderBy(asc(newsItems.seq))
    .limit(MOST_REPORTS);
  const gap = rows.findIndex((row, index) => row.seq !== seq + 1 + index);
  return (gap === -1 ? rows : rows.slice(0, gap)).map(reportOf);
}
