/**
 * The time up to which everything is known. Passes advance it, and no answer is of a later time.
 */
import { eq } from "drizzle-orm";
import { catalystWatermarks } from "#lib/catalysts/schema/catalysts.ts";
import type { Database } from "#lib/platform/db/client.ts";

/**
 * One watermark for all parameters: new parameters hold from the next pass on, and earlier outputs
 * stay.
 */
export const WATERMARK = "catalysts";

export type Watermark = {
  /** The time of the last pass, Unix milliseconds. */
  at: number;
  newsSeq: number;
  moveMinute: number;
};

/** `undefined` before the first start. */
export async function readWatermark(db: Pick<Database, "select">): Promise<Watermark | undefined> {
  const [row] = await db
    .select()
    .from(catalystWatermarks)
    .where(eq(catalystWatermarks.name, WATERMARK));
  return row && { at: row.at.getTime(), newsSeq: row.newsSeq, moveMinute: row.moveMinute };
}
