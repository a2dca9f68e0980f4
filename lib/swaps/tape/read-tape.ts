/** The public tape of swaps, in the order of the changes' numbers. */
import "server-only";
import { and, asc, desc, gt, isNotNull, lt } from "drizzle-orm";
import type { z } from "zod";
import { type Database, database } from "#lib/platform/db/client.ts";
import type { SwapListQuery, SwapTape, TapeSwap } from "#lib/protocol/wire/swaps.ts";
import { swaps } from "#lib/swaps/schema/swaps.ts";
import { tapeSwap } from "./swap-record.ts";

/** The newest change first. */
export async function readTape({
  input,
}: {
  input: { query: z.output<typeof SwapListQuery> };
}): Promise<z.output<typeof SwapTape>> {
  const { limit, before } = input.query;
  const db = await database();
  const rows = await db
    .select()
    .from(swaps)
    .where(and(isNotNull(swaps.seq), before === undefined ? undefined : lt(swaps.seq, before)))
    .orderBy(desc(swaps.seq))
    .limit(limit + 1);
  const results = rows.slice(0, limit).map(tapeSwap);
  return { results, next: rows.length > limit ? (results.at(-1)?.seq ?? null) : null };
}

/** The changes after a number, oldest first. */
export async function changesAfter(
  db: Pick<Database, "select">,
  seq: number,
  limit: number,
): Promise<TapeSwap[]> {
  const rows = await db
    .select()
    .from(swaps)
    .where(gt(swaps.seq, seq))
    .orderBy(asc(swaps.seq))
    .limit(limit);
  return rows.map(tapeSwap);
}
