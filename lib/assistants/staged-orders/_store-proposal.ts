/** Stores a proposal with its audit row, its event and the push to its owner, once for each reference of a proposer. */
import "server-only";
import { and, count, eq, sql } from "drizzle-orm";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import { lockAccount } from "#lib/identity/person/lock-account.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { requireWithinLimits } from "#lib/machines/proposals/limits.ts";
import { isOpen } from "#lib/machines/proposals/open-order.ts";
import { requireNotPaused } from "#lib/machines/proposals/pause.ts";
import { stagedOrders } from "#lib/machines/schema/staged-orders.ts";

import { type Database, database } from "#lib/platform/db/client.ts";
import { notifyProcess } from "#lib/platform/db/leadership.ts";
import { emitting } from "#lib/platform/events/emit-events.ts";
import { takeQuotas } from "#lib/platform/http/take-quotas.ts";
import { MAX_WAITING_ORDERS, MAX_WAITING_ORDERS_OF_ONE } from "#lib/protocol/staged-orders.ts";
import type { StagedOrder } from "#lib/protocol/wire/staged-order.ts";
import { pushApproval } from "#lib/pushes/writing/push-approval.ts";
import { PUSHES_ELECTION } from "#lib/pushes/writing/pushes-election.ts";
import type { Proposing } from "./_proposer.ts";
import { announcedOrder, endOverdue, findRow, shown, sourceIdOf, summaryOf } from "./_rows.ts";
import type { StagedOrderRow } from "./staged-order.ts";

/** Whether an earlier proposal of the same reference is the same one. */
export type IsSame = (earlier: StagedOrderRow) => boolean;

/** The earlier proposal of this reference. @throws INVALID_FIELD when it is another one */
export async function findRepeated(
  { actor, now }: Pick<Proposing, "actor" | "now">,
  reference: string | undefined | null,
  isSame: IsSame,
): Promise<StagedOrder | undefined> {
  if (reference == null) return undefined;
  const which = and(
    eq(stagedOrders.sourceId, sourceIdOf(actor)),
    eq(stagedOrders.reference, reference),
  );
  const earlier = await findRow(which, { userId: actor.userId, now });
  if (earlier === undefined) return undefined;
  // A repeated call, because an answer was lost or a model asked twice, is not a second proposal.
  if (isSame(earlier)) return shown(earlier);
  const reason = "it names another order that was staged before";
  throw new ServiceError("INVALID_FIELD", { field: "reference", reason });
}

/** @throws TOO_MANY_STAGED_ORDERS, ASSISTANTS_PAUSED, PROPOSAL_LIMIT, RATE_LIMITED, INVALID_FIELD for a reference that another call used meanwhile */
export async function storeProposal(
  row: StagedOrderRow,
  ctx: Proposing,
  isSame: IsSame,
): Promise<StagedOrder> {
  if (await insert(row, ctx)) return shown(row);
  const earlier = await findRepeated(ctx, row.reference, isSame);
  if (earlier === undefined) throw new Error("A reference was claimed and deleted concurrently.");
  return earlier;
}

/** False when the same reference of the same source exists. Proposals of one account are added one after the other. */
async function insert(
  row: StagedOrderRow,
  { actor, client, now, quotas }: Proposing,
): Promise<boolean> {
  const db = await database();
  const isStored = await emitting(db, async (change, _emit, announce) => {
    const { userId } = row;
    await lockAccount(change, userId);
    await endOverdue(change, userId, now);
    const added = await change
      .insert(stagedOrders)
      .values(row)
      .onConflictDoNothing()
      .returning({ id: stagedOrders.id });
    if (added.length === 0) return false;
    await requireRoom(change, row, now);
    await requireNotPaused(change, userId);
    await requireWithinLimits(change, row, now);
    await takeQuotas(quotas, ["staged_orders", row.sourceId]);
    await recordAudit(change, {
      now,
      userId,
      actor,
      action: "order.staged",
      target: row.id,
      client,
      details: { name: row.sourceName, order: summaryOf(row) },
    });
    const event = { userId, subject: row.id, version: row.state, now };
    await announce({ type: "agentic.intent", ...event, ...announcedOrder(row) });
    await pushApproval(change, row, now);
    return true;
  });
  if (isStored) notifyProcess(PUSHES_ELECTION);
  return isStored;
}

/** Call it after the insertion and after `lockAccount`. @throws TOO_MANY_STAGED_ORDERS */
async function requireRoom(
  change: Pick<Database, "select">,
  { userId, sourceId }: StagedOrderRow,
  now: number,
): Promise<void> {
  const [open] = await change
    .select({
      orders: count(),
      ofOne: sql<string>`count(*) filter (where ${eq(stagedOrders.sourceId, sourceId)})`,
    })
    .from(stagedOrders)
    .where(and(eq(stagedOrders.userId, userId), isOpen(now)));
  if (Number(open?.ofOne) > MAX_WAITING_ORDERS_OF_ONE) {
    throw new ServiceError("TOO_MANY_STAGED_ORDERS", { most: MAX_WAITING_ORDERS_OF_ONE });
  }
  if ((open?.orders ?? 0) > MAX_WAITING_ORDERS) {
    throw new ServiceError("TOO_MANY_STAGED_ORDERS", { most: MAX_WAITING_ORDERS });
  }
}
