/** Staged orders, the newest first, a page at a time. */
import "server-only";
import { and, count, desc, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { hasProposers, isOpen } from "#lib/machines/proposals/open-order.ts";
import { stagedOrders } from "#lib/machines/schema/staged-orders.ts";
import type { BotKeyActor, SessionActor } from "#lib/platform/actor.ts";
import { database } from "#lib/platform/db/client.ts";
import type { StagedOrderPage, WaitingOrders } from "#lib/protocol/wire/staged-order.ts";
import { reconciled } from "./_reconcile.ts";
import { endOverdue, shown } from "./_rows.ts";
import type { StagedOrderRow } from "./staged-order.ts";

const PAGE_ROWS = 50;

export const StagedOrderQuery = z.strictObject({
  state: z.enum(["waiting", "all"]).default("waiting"),
  cursor: z
    .string()
    .regex(/^sto_[0-9a-f]{24}$/, "must be the next of an earlier page")
    .optional(),
});

type Call<Actor> = {
  ctx: { actor: Actor; now: number };
  input: { query: z.output<typeof StagedOrderQuery> };
};

/** All proposals to the user. */
export function listOwnStagedOrders(
  call: Call<SessionActor>,
): Promise<z.output<typeof StagedOrderPage>> {
  return page(call, undefined);
}

/** Proposals of this bot's key. */
export function listProposedOrders(
  call: Call<BotKeyActor>,
): Promise<z.output<typeof StagedOrderPage>> {
  return page(call, eq(stagedOrders.sourceId, call.ctx.actor.keyId));
}

/** Number of orders that wait for the user, the newest of them, and whether others may come. */
export async function readWaitingOrders(call: {
  ctx: { actor: SessionActor; now: number };
}): Promise<z.output<typeof WaitingOrders>> {
  const { actor, now } = call.ctx;
  const waiting = and(eq(stagedOrders.userId, actor.userId), isOpen(now));
  const db = await database();
  const [rows, [counted]] = await Promise.all([
    db
      .select()
      .from(stagedOrders)
      .where(waiting)
      .orderBy(...NEWEST_FIRST)
      .limit(1),
    db
      .select({ orders: count(), hasProposers: hasProposers(actor.userId) })
      .from(stagedOrders)
      .where(waiting),
  ]);
  const [newest] = rows;
  return {
    count: counted?.orders ?? 0,
    newest: newest === undefined ? null : shown(newest),
    has_proposers: counted?.hasProposers ?? false,
  };
}

const NEWEST_FIRST = [desc(stagedOrders.createdAt), desc(stagedOrders.id)];

async function page(
  { ctx, input }: Call<{ userId: string }>,
  which: SQL | undefined,
): Promise<z.output<typeof StagedOrderPage>> {
  const { userId } = ctx.actor;
  const { state, cursor } = input.query;
  const db = await database();
  await endOverdue(db, userId, ctx.now);
  const rows = await db
    .select()
    .from(stagedOrders)
    .where(
      and(
        eq(stagedOrders.userId, userId),
        which,
        state === "waiting" ? eq(stagedOrders.state, "waiting") : undefined,
        cursor === undefined ? undefined : isBehind(cursor, userId),
      ),
    )
    .orderBy(...NEWEST_FIRST)
    .limit(PAGE_ROWS + 1);
  const found = rows.slice(0, PAGE_ROWS);
  const known = await Promise.all(
    // A failed look-up does not affect the other rows, and leaves its own unchanged.
    found.map((row): Promise<StagedOrderRow> => reconciled(row, ctx.now).catch(() => row)),
  );
  return {
    orders: known.map(shown),
    next: rows.length > PAGE_ROWS ? (found.at(-1)?.id ?? null) : null,
  };
}

/** A cursor of another account's order gives an empty page. */
function isBehind(cursor: string, userId: string): SQL {
  const { createdAt, id } = stagedOrders;
  return sql`(${createdAt}, ${id}) < (select ended.created_at, ended.id from ${stagedOrders} as ended
    where ended.id = ${cursor} and ended.user_id = ${userId})`;
}
