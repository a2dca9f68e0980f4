/** Reads one staged order for its owner or proposer; an unknown outcome is looked up first. */
import "server-only";
import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { stagedOrders } from "#lib/machines/schema/staged-orders.ts";
import type { SessionActor } from "#lib/platform/actor.ts";
import type { StagedOrder } from "#lib/protocol/wire/staged-order.ts";
import { reconciled } from "./_reconcile.ts";
import { findRow, type Proposer, shown, sourceIdOf } from "./_rows.ts";

const ID = /^sto_[0-9a-f]{24}$/;

/** A malformed id becomes the empty id, which no order has, so that it is not found. */
export const StagedOrderParams = z.strictObject({
  id: z.string().transform((id) => (ID.test(id) ? id : "")),
});

type Call<Actor> = {
  ctx: { actor: Actor; now: number };
  input: { params: z.output<typeof StagedOrderParams> };
};

/** Any of the user's own. @throws STAGED_ORDER_NOT_FOUND */
export function readOwnStagedOrder({ ctx, input }: Call<SessionActor>): Promise<StagedOrder> {
  return read(eq(stagedOrders.id, input.params.id), ctx);
}

/** Only for proposals of this key or grant. @throws STAGED_ORDER_NOT_FOUND */
export function readProposedOrder({ ctx, input }: Call<Proposer>): Promise<StagedOrder> {
  return read(
    and(
      eq(stagedOrders.id, input.params.id),
      eq(stagedOrders.sourceKind, ctx.actor.kind),
      eq(stagedOrders.sourceId, sourceIdOf(ctx.actor)),
    ),
    ctx,
  );
}

async function read(
  which: ReturnType<typeof and>,
  { actor, now }: { actor: { userId: string }; now: number },
): Promise<StagedOrder> {
  const row = await findRow(which, { userId: actor.userId, now });
  if (row === undefined) throw new ServiceError("STAGED_ORDER_NOT_FOUND");
  return shown(await reconciled(row, now));
}
