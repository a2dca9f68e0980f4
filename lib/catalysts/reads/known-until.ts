/**
 * The time of an answer: it contains everything recorded up to then, and nothing later. So the same
 * question always has the same answer.
 */
import "server-only";
import { desc, lte } from "drizzle-orm";
import { readWatermark } from "#lib/catalysts/passes/watermark.ts";
import { catalystPasses } from "#lib/catalysts/schema/catalysts.ts";
import type { Database } from "#lib/platform/db/client.ts";

/** Unix milliseconds. Before the first pass, `knownAt` is 1970. */
export type KnownUntil = { knownAt: number };

/** @param wanted ISO 8601; absent or later than the watermark: the watermark */
export async function knownUntil(
  db: Pick<Database, "select">,
  wanted: string | undefined,
): Promise<KnownUntil> {
  const watermark = await readWatermark(db);
  const newest = watermark?.at ?? 0;
  return { knownAt: wanted === undefined ? newest : Math.min(newest, Date.parse(wanted)) };
}

/** The end of the last minute whose move revisions a pass had read by `knownAt`. */
export async function movesKnownUntil(
  db: Pick<Database, "select">,
  { knownAt }: KnownUntil,
): Promise<number> {
  // It never decreases from one pass to the next.
  const [row] = await db
    .select({ minute: catalystPasses.moveMinute })
    .from(catalystPasses)
    .where(lte(catalystPasses.at, new Date(knownAt)))
    .orderBy(desc(catalystPasses.at))
    .limit(1);
  return row?.minute ?? 0;
}
