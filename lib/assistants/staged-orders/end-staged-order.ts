/** A proposal ends without an order: its user declines it, or its proposer withdraws it. */
import "server-only";
import { and, eq } from "drizzle-orm";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { isOpen } from "#lib/machines/proposals/open-order.ts";
import { stagedOrders } from "#lib/machines/schema/staged-orders.ts";
import type { Client, SessionActor } from "#lib/platform/actor.ts";
import { database } from "#lib/platform/db/client.ts";
import type { StagedOrder } from "#lib/protocol/wire/staged-order.ts";
import { noteOutcomes } from "#lib/pushes/writing/push-approval.ts";
import { findRow, type Proposer, shown, sourceIdOf, summaryOf } from "./_rows.ts";

type Call<Actor> = {
  ctx: { actor: Actor; client: Client; now: number };
  input: { params: { id: string } };
};

/** Idempotent. @throws STAGED_ORDER_NOT_FOUND, STAGED_ORDER_IS_OVER */
export function declineStagedOrder({ ctx, input }: Call<SessionActor>): Promise<StagedOrder> {
  const own = eq(stagedOrders.id, input.params.id);
  return end(own, ctx, { state: "declined", action: "order.declined" });
}

/** Only for proposals of this key or grant. Idempotent. @throws STAGED_ORDER_NOT_FOUND, STAGED_ORDER_IS_OVER */
export function withdrawStagedOrder({ ctx, input }: Call<Proposer>): Promise<StagedOrder> {
  const proposed = and(
    eq(stagedOrders.id, input.params.id),
    eq(stagedOrders.sourceKind, ctx.actor.kind),
    eq(stagedOrders.sourceId, sourceIdOf(ctx.actor)),
  );
  return end(proposed, ctx, { state: "withdrawn", action: "order.withdrawn" });
}

type Ending =
  | { state: "declined"; action: "order.declined" }
  | { state: "withdrawn"; action: "order.withdrawn" };

async function end(
  which: ReturnType<typeof and>,
  { actor, client, now }: Call<SessionActor | Proposer>["ctx"],
  { state, action }: Ending,
): Promise<StagedOrder> {
  const { userId } = actor;
  const db = await database();
  const ended = await db.transaction(async (change) => {
    const [row] = await change
      .update(stagedOrders)
      .set({ state, decidedAt: new Date(now), endedAt: new Date(now) })
      .where(and(eq(stagedOrders.userId, userId), which, isOpen(now)))
      .returning();
    if (row === undefined) return undefined;
    const details = { name: row.sourceName, order: summaryOf(row) };
    await recordAudit(change, { now, userId, actor, action, target: row.id, client, details });
    await noteOutcomes(change, [{ id: row.id, userId, outcome: state }], now);
    return row;
  });
  if (ended !== undefined) return shown(ended);
  const row = await findRow(which, { userId, now });
  if (row === undefined) throw new ServiceError("STAGED_ORDER_NOT_FOUND");
  if (row.state === state) return shown(row);
  throw new ServiceError("STAGED_ORDER_IS_OVER", { state: row.state }).withData(shown(row));
}
