/** Reads the inputs of the next pass. */
import { and, asc, desc, eq, gt, isNull, lte } from "drizzle-orm";
import { type Report, toReport } from "#lib/catalysts/events/report.ts";
import type { CountedDetector } from "#lib/catalysts/moves/counted-moves.ts";
import { cursorName } from "#lib/catalysts/moves/detector-position.ts";
import {
  catalystCursors,
  catalystDecisions,
  catalystDetectors,
} from "#lib/catalysts/schema/catalysts.ts";
import { newsItems } from "#lib/catalysts/schema/news.ts";
import type { Database } from "#lib/platform/db/client.ts";
import type { PassInputs } from "./engine-state.ts";
import { readChangedMoves } from "./stored-moves.ts";
import type { Watermark } from "./watermark.ts";

/** A limit, because a pass blocks the process for some milliseconds. */
const MAX_REPORTS = 50;
/** How far the clock of another replica, which stored an input, may be ahead. */
const CLOCKS_MS = 60_000;

export type NextPass = {
  inputs: PassInputs;
  /** The watermark after the pass. */
  newsSeq: number;
  moveMinute: number;
  /** The detector whose moves count from this pass on; `undefined` when it is unchanged. */
  detector: CountedDetector | undefined;
  /** True: there may be more to read right away. */
  isFull: boolean;
};

/**
 * Call it in one snapshot.
 *
 * @param now Unix milliseconds: what is of a later time waits
 * @param movesHash the parameters of the detector whose moves are read
 */
export async function readNext(
  db: Pick<Database, "select" | "selectDistinctOn">,
  from: Watermark,
  { now, movesHash }: { now: number; movesHash: string },
): Promise<NextPass> {
  const until = now + CLOCKS_MS;
  const reports = await readReports(db, from.newsSeq, until);
  const [cursor] = await db
    .select({ minute: catalystCursors.minute })
    .from(catalystCursors)
    .where(eq(catalystCursors.name, cursorName(movesHash)));
  const { detector, isNew } = await detectorOf(db, from, movesHash);
  // Another detector may start again before the watermark.
  const end = Math.max(from.moveMinute, Math.min(cursor?.minute ?? 0, until));
  const { moves, until: moveMinute } =
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
    moveMinute,
    detector: isNew ? detector : undefined,
    isFull: reports.length === MAX_REPORTS || moveMinute < end,
  };
}

/** A changed detector counts from the watermark on. The first detector counts from the start. */
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

/** Stops before the first missing number, because its row may not be committed yet, and at the first later one. */
async function readReports(
  db: Pick<Database, "select">,
  seq: number,
  until: number,
): Promise<Report[]> {
  const rows = await db
    .select()
    .from(newsItems)
    .where(gt(newsItems.seq, seq))
    .orderBy(asc(newsItems.seq))
    .limit(MAX_REPORTS);
  const gap = rows.findIndex(
    (row, index) => row.seq !== seq + 1 + index || row.recordedAt.getTime() > until,
  );
  return (gap === -1 ? rows : rows.slice(0, gap)).map(toReport);
}
