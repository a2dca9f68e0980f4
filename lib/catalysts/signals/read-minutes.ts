/** How far the stored minutes can be judged, and their closes. */

import { asc, eq, sql } from "drizzle-orm";
import { MOVES_CURSOR } from "#lib/catalysts/moves/detector-position.ts";
import { readWatermark } from "#lib/catalysts/passes/watermark.ts";
import { catalystCursors, catalystInputs } from "#lib/catalysts/schema/catalysts.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import { markBars } from "#lib/trading/schema/market-data.ts";
import type { MinuteClose } from "./judge-signal.ts";

/**
 * End of the last minute up to which bars, moves and their causes are known. By then the detector
 * of moves has decided which bars arrived in time. Later ones are never read, so a replay reads the
 * same bars. `undefined` before the first start.
 */
export async function readReached(db: Pick<Database, "select">): Promise<number | undefined> {
  const watermark = await readWatermark(db);
  const [cursor] = await db
    .select({ minute: catalystCursors.minute })
    .from(catalystCursors)
    .where(eq(catalystCursors.name, MOVES_CURSOR));
  if (watermark === undefined || cursor === undefined) return undefined;
  const known = Math.min(watermark.at, watermark.moveMinute, cursor.minute);
  return Math.floor(known / MINUTE_MS) * MINUTE_MS;
}

/** In order, without minutes that have no price or arrived too late. */
export async function readCloses(
  db: Pick<Database, "select">,
  market: string,
  { from, until }: { from: number; until: number },
): Promise<MinuteClose[]> {
  return db
    .select({ start: markBars.start, close: markBars.close })
    .from(markBars)
    .where(
      sql`${markBars.market} = ${market} AND ${markBars.interval} = '1m' AND NOT ${markBars.filled}
        AND ${markBars.start} >= ${from} AND ${markBars.start} < ${until} AND ${cameInTime()}`,
    )
    .orderBy(asc(markBars.start));
}

function cameInTime() {
  return sql`COALESCE((
    SELECT input.is_read FROM ${catalystInputs} AS input
    WHERE input.cursor = ${MOVES_CURSOR} AND input.market = ${markBars.market}
      AND input.part = 'price' AND input.start <= ${markBars.start}
    ORDER BY input.start DESC LIMIT 1), false)`;
}
