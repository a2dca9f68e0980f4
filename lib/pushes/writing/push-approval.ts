/**
 * Notifies the owner that an order waits, in the transaction that stores the order, so that neither
 * exists without the other.
 */
import "server-only";
import { and, eq, isNull, sql } from "drizzle-orm";
import { notifyReplicas } from "#lib/platform/db/leadership.ts";
import type { Change } from "#lib/platform/events/emit-events.ts";
import { inboxNotices } from "#lib/platform/schema/inbox.ts";
import type { PlaceOrderBody } from "#lib/protocol/orders/orders.ts";
import type { StagedOrderAction } from "#lib/protocol/staged-orders.ts";
import { PUSHES_ELECTION } from "./pushes-election.ts";
import { storePushes } from "./store-pushes.ts";

type WaitingOrder = {
  /** `sto_…` */
  id: string;
  userId: string;
  action: StagedOrderAction;
  order: PlaceOrderBody;
  createdAt: Date;
  expiresAt: Date;
};

/**
 * Uses only the checked fields of the order, not the proposer's own words. After the commit, the
 * caller must notify `PUSHES_ELECTION` in its process. `now` is in Unix milliseconds.
 */
export async function pushApproval(
  change: Pick<Change, "execute" | "select" | "insert" | "update">,
  { id, userId, action, order, createdAt, expiresAt }: WaitingOrder,
  now: number,
): Promise<void> {
  const { side, size, market } = order;
  const key = `approval:${id}`;
  const draft = {
    type: "push.approval",
    key,
    twinKey: key,
    kind: "approval",
    userId,
    at: createdAt.getTime(),
    leavesUntil: expiresAt.getTime(),
    itemId: id,
    scheduledAt: null,
    data: { staged_order_id: id, action, side, size, market, expires_at: expiresAt.toISOString() },
  } as const;
  await storePushes(change, [draft], now);
  await change.execute(sql`SELECT ${notifyReplicas(PUSHES_ELECTION)}`);
}

/**
 * The notice of a decided order needs no action any more, so it is marked as read. `now` is in Unix
 * milliseconds.
 */
export async function readApproval(
  change: Pick<Change, "update">,
  { id, userId }: Pick<WaitingOrder, "id" | "userId">,
  now: number,
): Promise<void> {
  await change
    .update(inboxNotices)
    .set({ readAt: new Date(now) })
    .where(
      and(
        eq(inboxNotices.userId, userId),
        eq(inboxNotices.type, "push.approval"),
        isNull(inboxNotices.readAt),
        sql`${inboxNotices.data} ->> 'staged_order_id' = ${id}`,
      ),
    );
}
