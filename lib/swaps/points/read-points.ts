/**
 * Reads a user's points: the balance, how this week's are counted, and every change with the swap
 * that caused it.
 */
import "server-only";
import { and, desc, eq, lt } from "drizzle-orm";
import type { z } from "zod";
import type { ReaderActor } from "#lib/platform/actor.ts";
import { database } from "#lib/platform/db/client.ts";
import { formatDecimal } from "#lib/protocol/decimal.ts";
import { startOfWeek, weekAfter } from "#lib/protocol/points.ts";
import type { Points, PointsHistory, SwapListQuery } from "#lib/protocol/wire/swaps.ts";
import { pointEntries, swaps } from "#lib/swaps/schema/swaps.ts";
import { ownSwap, USD_DECIMALS } from "#lib/swaps/tape/swap-record.ts";
import { computeWeekSums, newestEntry } from "./book-points.ts";
import { pointsRecord } from "./points-record.ts";

type Context = { actor: ReaderActor; now: number };

export async function readPoints({ ctx }: { ctx: Context }): Promise<Points> {
  const { userId } = ctx.actor;
  const db = await database();
  const week = startOfWeek(ctx.now);
  const { usd, reversed } = await computeWeekSums(db, userId, week);
  const last = await newestEntry(db, userId);
  const ofWeek = await newestEntry(db, userId, week);
  return {
    balance: last?.balance ?? 0,
    week: {
      start: new Date(week).toISOString(),
      end: new Date(weekAfter(week)).toISOString(),
      points: ofWeek?.weekPoints ?? 0,
      most: 600,
      usd: formatDecimal(usd, USD_DECIMALS),
      reversed_usd: formatDecimal(reversed, USD_DECIMALS),
    },
  };
}

/** Newest first. */
export async function readPointsHistory({
  ctx,
  input,
}: {
  ctx: Context;
  input: { query: z.output<typeof SwapListQuery> };
}): Promise<PointsHistory> {
  const { limit, before } = input.query;
  const db = await database();
  const rows = await db
    .select({ entry: pointEntries, swap: swaps })
    .from(pointEntries)
    .innerJoin(swaps, eq(swaps.signature, pointEntries.signature))
    .where(
      and(
        eq(pointEntries.userId, ctx.actor.userId),
        before === undefined ? undefined : lt(pointEntries.seq, before),
      ),
    )
    .orderBy(desc(pointEntries.seq))
    .limit(limit + 1);
  const results = rows.slice(0, limit).map(({ entry, swap }) => {
    const { signature, in: given, out, usd, block_time } = ownSwap(swap);
    const reversed_usd = formatDecimal(swap.reversed ?? 0n, USD_DECIMALS);
    return {
      ...pointsRecord(entry),
      swap: { signature, in: given, out, usd, reversed_usd, block_time },
    };
  });
  return { results, next: rows.length > limit ? (results.at(-1)?.seq ?? null) : null };
}
