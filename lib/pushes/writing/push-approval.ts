/**
 * Notifies the owner that an order waits, in the transaction that stores the order, so that neither
 * exists without the other.
 */
import "server-only";
import { sql } from "drizzle-orm";
import { notifyReplicas } from "#lib/platform/db/leadership.ts";
import type { Change } from "#lib/platform/events/emit-events.ts";
import { inboxNotices } from "#lib/platform/schema/inbox.ts";
import type { PlaceOrderBody } from "#lib/protocol/orders/orders.ts";
import type { StagedOrderAction } from "#lib/protocol/staged-orders.ts";
import type { ApprovalPush } from "#lib/protocol/wire/pushes.ts";
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
  const expires_at = expiresAt.toISOString();
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
    data: { staged_order_id: id, action, side, size, market, expires_at, outcome: null },
  } as const;
  await storePushes(change, [draft], now);
  await change.execute(sql`SELECT ${notifyReplicas(PUSHES_ELECTION)}`);
}

type Decided = {
  id: string;
  userId: string;
  /** Null: the order waits again, because the venue never had it. */
  outcome: ApprovalPush["outcome"];
};

/**
 * The notices of decided orders say how they ended, and are marked as read, because they need no
 * action any more. `now` is in Unix milliseconds.
 */
export async function noteOutcomes(
  change: Pick<Change, "execute">,
  decided: readonly Decided[],
  now: number,
): Promise<void> {
  if (decided.length === 0) return;
  await change.execute(sql`
    update ${inboxNotices} as notice
    set data = notice.data || jsonb_build_object('outcome', decided.outcome),
      read_at = case when decided.outcome is null then null
        else coalesce(notice.read_at, ${new Date(now).toISOString()}::timestamptz) end
    from json_to_recordset(${JSON.stringify(decided)}::json)
      as decided (id text, "userId" text, outcome text)
    where notice.user_id = decided."userId" and notice.type = 'push.approval'
      and notice.data ->> 'staged_order_id' = decided.id`);
}
