/** Tells the owner of an order that it waits: in the transaction that stores the order, so that neither exists without the other. */
import "server-only";
import { and, eq, isNull, sql } from "drizzle-orm";
import { notifyReplicas } from "#lib/platform/db/leadership.ts";
import type { stagedOrders } from "#lib/platform/db/schema/assistants.ts";
import { inboxNotices } from "#lib/platform/db/schema/inbox.ts";
import type { Change } from "#lib/platform/events/emitting.ts";
import { PUSHES_ELECTION } from "./pushes-election.ts";
import { storePushes } from "./store-pushes.ts";

type WaitingOrder = Pick<
  typeof stagedOrders.$inferSelect,
  "id" | "userId" | "order" | "createdAt" | "expiresAt"
>;

/**
 * The fields of the order are checked; the proposer's own words are not told. After the commit, the caller notifies its process of
 * `PUSHES_ELECTION`. `now` in Unix milliseconds.
 */
export async function pushApproval(
  change: Pick<Change, "execute" | "select" | "insert" | "update">,
  { id, userId, order, createdAt, expiresAt }: WaitingOrder,
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
    data: { staged_order_id: id, side, size, market, expires_at: expiresAt.toISOString() },
  } as const;
  await storePushes(change, [draft], now);
  await change.execute(sql`SELECT ${notifyReplicas(PUSHES_ELECTION)}`);
}

/** The notice of an order that was decided asks for nothing any more: it counts as read. `now` in Unix milliseconds. */
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
