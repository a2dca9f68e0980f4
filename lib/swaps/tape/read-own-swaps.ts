/** The swaps of the signed-in user. */
import "server-only";
import { and, desc, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { SessionActor } from "#lib/platform/actor.ts";
import { database } from "#lib/platform/db/client.ts";
import type { OwnSwap, OwnSwaps, OwnSwapsQuery } from "#lib/protocol/wire/swaps.ts";
import { swaps } from "#lib/swaps/schema/swaps.ts";
import { ownSwap } from "./swap-record.ts";

type Context = { actor: SessionActor };

/** When it was submitted, or when it landed if it did not pass through this service. */
const at = sql`coalesce(${swaps.submittedAt}, ${swaps.blockTime}, 0)`;

/** Newest first. A cursor of another user returns an empty page. */
export async function readOwnSwaps({
  ctx: { actor },
  input,
}: {
  ctx: Context;
  input: { query: z.output<typeof OwnSwapsQuery> };
}): Promise<z.output<typeof OwnSwaps>> {
  const { limit, cursor } = input.query;
  const db = await database();
  const own = eq(swaps.userId, actor.userId);
  const behind =
    cursor === undefined
      ? undefined
      : sql`(${at}, ${swaps.signature}) < (
          select coalesce(last.submitted_at, last.block_time, 0), last.signature
          from ${swaps} as last where last.signature = ${cursor} and last.user_id = ${actor.userId})`;
  const rows = await db
    .select()
    .from(swaps)
    .where(and(own, behind))
    .orderBy(desc(at), desc(swaps.signature))
    .limit(limit + 1);
  const results = rows.slice(0, limit).map(ownSwap);
  return { results, next: rows.length > limit ? (results.at(-1)?.signature ?? null) : null };
}

/** @throws SWAP_NOT_FOUND, also for a swap of another user */
export async function readOwnSwap({
  ctx: { actor },
  input,
}: {
  ctx: Context;
  input: { params: { signature: string } };
}): Promise<OwnSwap> {
  const db = await database();
  const [row] = await db
    .select()
    .from(swaps)
    .where(and(eq(swaps.signature, input.params.signature), eq(swaps.userId, actor.userId)));
  if (row === undefined) throw new ServiceError("SWAP_NOT_FOUND");
  return ownSwap(row);
}
