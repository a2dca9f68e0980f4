/** The purchases of the signed-in user. */
import "server-only";
import { and, desc, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { SessionActor } from "#lib/platform/actor.ts";
import { database } from "#lib/platform/db/client.ts";
import type { Purchase, Purchases, PurchasesQuery } from "#lib/protocol/wire/onramp.ts";
import { onrampPurchases } from "#lib/swaps/schema/onramp.ts";
import { purchaseRecord } from "./purchase-record.ts";

type Context = { actor: SessionActor };

/** Newest first. A cursor of another user returns an empty page. */
export async function readPurchases({
  ctx: { actor },
  input,
}: {
  ctx: Context;
  input: { query: z.output<typeof PurchasesQuery> };
}): Promise<Purchases> {
  const { limit, cursor } = input.query;
  const db = await database();
  const { userId, createdAt, id } = onrampPurchases;
  const behind =
    cursor === undefined
      ? undefined
      : sql`(${createdAt}, ${id}) < (
          select last.created_at, last.id
          from ${onrampPurchases} as last where last.id = ${cursor} and last.user_id = ${actor.userId})`;
  const rows = await db
    .select()
    .from(onrampPurchases)
    .where(and(eq(userId, actor.userId), behind))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit + 1);
  const results = rows.slice(0, limit).map((row) => purchaseRecord(row, actor.account));
  return { results, next: rows.length > limit ? (results.at(-1)?.id ?? null) : null };
}

/** @throws PURCHASE_NOT_FOUND, also for a purchase of another user */
export async function readPurchase({
  ctx: { actor },
  input,
}: {
  ctx: Context;
  input: { params: { id: string } };
}): Promise<Purchase> {
  const db = await database();
  const [row] = await db
    .select()
    .from(onrampPurchases)
    .where(and(eq(onrampPurchases.id, input.params.id), eq(onrampPurchases.userId, actor.userId)));
  if (row === undefined) throw new ServiceError("PURCHASE_NOT_FOUND");
  return purchaseRecord(row, actor.account);
}
