/** Up to when an answer tells: everything recorded until then, and nothing later. So the same question gives the same answer for ever. */
import "server-only";
import { desc, lte } from "drizzle-orm";
import { readWatermark } from "#lib/catalysts/passes/watermark.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { catalystPasses } from "#lib/platform/db/schema/catalysts.ts";

/** Times are Unix milliseconds; `knownAt` is the service's start, 1970, before the first pass. */
export type KnownUntil = { knownAt: number };

/** @param wanted ISO 8601; absent: now, which is the watermark. A later one is the watermark too */
export async function knownUntil(
  db: Pick<Database, "select">,
  wanted: string | undefined,
): Promise<KnownUntil> {
  const watermark = await readWatermark(db);
  const newest = watermark?.at ?? 0;
  return { knownAt: wanted === undefined ? newest : Math.min(newest, Date.parse(wanted)) };
}

/** Revisions of moves of minutes that ended up to then had been read by a pass until `knownAt`. */
export async function movesKnownUntil(
  db: Pick<Database, "select">,
  { knownAt }: KnownUntil,
): Promise<number> {
  // It never falls from one pass to the next.
  const [row] = await db
    .select({ minute: catalystPasses.moveMinute })
    .from(catalystPasses)
    .where(lte(catalystPasses.at, new Date(knownAt)))
    .orderBy(desc(catalystPasses.at))
    .limit(1);
  return row?.minute ?? 0;
}
