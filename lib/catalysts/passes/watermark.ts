/** Up to when everything is known: passes move it, and answers tell of nothing later. */
import { eq } from "drizzle-orm";
import type { Database } from "#lib/platform/db/client.ts";
import { catalystWatermarks } from "#lib/platform/db/schema/catalysts.ts";

/** One for all parameters: others hold from the next pass on, and what was said stays. */
export const WATERMARK = "catalysts";

export type Watermark = {
  /** Of the last pass, Unix milliseconds. */
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
