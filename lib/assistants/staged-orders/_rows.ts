/** Rows of staged orders, and the end of waiting ones whose time is over or whose proposer was revoked. */
import "server-only";
import { and, eq, lte, not, or, type SQL, sql } from "drizzle-orm";
import { sourceIsLive } from "#lib/machines/proposals/open-order.ts";
import { stagedOrders } from "#lib/machines/schema/staged-orders.ts";
import type { AssistantActor, BotKeyActor } from "#lib/platform/actor.ts";
import { config } from "#lib/platform/config/config.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import type { Announcement } from "#lib/platform/events/webhook-outbox.ts";
import type { StagedOrder } from "#lib/protocol/wire/staged-order.ts";
import { noteOutcomes } from "#lib/pushes/writing/push-approval.ts";
import { type StagedOrderRow, stagedOrderOf } from "./staged-order.ts";

/** A key or grant that may propose orders for a user. */
export type Proposer = AssistantActor | BotKeyActor;

/** Id of the key or of the grant. */
export function sourceIdOf(actor: Proposer): string {
  return actor.kind === "oauth_grant" ? actor.grantId : actor.keyId;
}

/** The final state of waiting orders at `at`; an expired one ended at its deadline. */
function overdue(at: Date) {
  const { state, expiresAt } = stagedOrders;
  const isExpired = lte(expiresAt, at);
  const over = sql`case when ${isExpired} then ${expiresAt} else ${at.toISOString()}::timestamptz end`;
  return {
    isOver: and(eq(state, "waiting"), or(isExpired, not(sourceIsLive()))),
    change: {
      state: sql`case when ${isExpired} then 'expired' else 'withdrawn' end`,
      decidedAt: over,
      endedAt: over,
    },
  };
}

/** Ends overdue proposals of the user. Each read begins with it, so that `waiting` is always true. */
export async function endOverdue(
  db: Pick<Database, "$count" | "transaction">,
  userId: string,
  now: number,
): Promise<void> {
  const which = and(eq(stagedOrders.userId, userId), overdue(new Date(now)).isOver);
  if ((await db.$count(stagedOrders, which)) === 0) return;
  await db.transaction((change) => writeDownOverdue(change, which, now));
}

/** In a transaction, so that the notices of these proposals say how they ended. @returns how many ended */
export async function writeDownOverdue(
  change: Pick<Database, "update" | "execute">,
  which: SQL | undefined,
  now: number,
): Promise<number> {
  const ended = await change
    .update(stagedOrders)
    .set(overdue(new Date(now)).change)
    .where(which)
    .returning({ id: stagedOrders.id, userId: stagedOrders.userId, state: stagedOrders.state });
  const decided = ended.map(({ id, userId, state }) => ({
    id,
    userId,
    outcome: state === "expired" ? state : ("withdrawn" as const),
  }));
  await noteOutcomes(change, decided, now);
  return ended.length;
}

/** The current row; `undefined` when `which` finds none of the user's. */
export async function findRow(
  which: SQL | undefined,
  { userId, now }: { userId: string; now: number },
): Promise<StagedOrderRow | undefined> {
  const db = await database();
  await endOverdue(db, userId, now);
  const [row] = await db
    .select()
    .from(stagedOrders)
    .where(and(eq(stagedOrders.userId, userId), which));
  return row;
}

export function shown(row: StagedOrderRow): StagedOrder {
  return stagedOrderOf(row, config().baseUrl);
}

/** What webhooks get: the record without the proposer's own words, which are for the person who reads them here. */
export function announcedOrder(
  row: StagedOrderRow,
): Pick<Announcement, "data" | "assets" | "markets" | "account"> {
  const { reason: _, ...data } = shown(row);
  const { market } = row.order;
  // A market's symbol is its base asset and USDC.
  return { data, assets: [market.replace(/USDC$/, "")], markets: [market], account: row.account };
}

/**
 * `BUY 0.01 BTCUSDC LIMIT 60000, STOP_LOSS_MARKET 58000`, for the activity log. Other actions than a new order stand before it:
 * `CANCEL 1024: BUY …`.
 */
export function summaryOf({
  action,
  target,
  order,
  protection,
}: Pick<StagedOrderRow, "action" | "target" | "order" | "protection">): string {
  const { side, size, market, order_type: type } = order;
  const price = order.price ?? order.trigger_price;
  const entry = [side, size, market, type, ...(price == null ? [] : [price])].join(" ");
  if (action !== "place") {
    const what = target === null ? action : `${action} ${target.order_id}`;
    return `${what.toUpperCase()}: ${entry}`;
  }
  const others = protection.map((child) => `${child.order_type} ${child.trigger_price}`);
  return [entry, ...others].join(", ");
}
