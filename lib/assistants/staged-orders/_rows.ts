/** Rows of staged orders, and what becomes of those that wait when their time or their proposer has gone. */
import "server-only";
import { and, eq, gt, isNull, lte, not, or, type SQL, sql } from "drizzle-orm";
import type { AssistantActor, BotKeyActor } from "#lib/platform/actor.ts";
import { config } from "#lib/platform/config.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import { stagedOrders } from "#lib/platform/db/schema/assistants.ts";
import { botKeys, mcpKeys } from "#lib/platform/db/schema/keys.ts";
import { oauthGrants } from "#lib/platform/db/schema/oauth.ts";
import type { StagedOrder } from "#lib/protocol/wire/staged-order.ts";
import { type StagedOrderRow, stagedOrderOf } from "./staged-order.ts";

/** Whoever may propose orders in a user's name. */
export type Proposer = AssistantActor | BotKeyActor;

/** Id of the key or of the grant. */
export function sourceIdOf(actor: Proposer): string {
  return actor.kind === "oauth_grant" ? actor.grantId : actor.keyId;
}

/**
 * True while the key or the grant behind a proposal has not been taken back. It is asked of the rows of the keys and
 * grants themselves, in the statement that decides, so that no way of ending one can forget its proposals.
 */
function sourceIsLive(): SQL {
  const { sourceKind: kind, sourceId: id } = stagedOrders;
  return sql`case ${kind}
    when 'mcp_key' then exists (select 1 from ${mcpKeys} where ${and(eq(mcpKeys.id, id), isNull(mcpKeys.revokedAt))})
    when 'bot_key' then exists (select 1 from ${botKeys} where ${and(eq(botKeys.id, id), isNull(botKeys.revokedAt))})
    else exists (select 1 from ${oauthGrants} where ${and(eq(oauthGrants.id, id), isNull(oauthGrants.revokedAt))})
  end`;
}

/** What can still be decided: its state, its time and its proposer say so. `now` in Unix milliseconds. */
export function isOpen(now: number): SQL | undefined {
  return and(
    eq(stagedOrders.state, "waiting"),
    gt(stagedOrders.expiresAt, new Date(now)),
    sourceIsLive(),
  );
}

/** What those that wait no longer become, at `at`; they were over when their time was. */
export function overdue(at: Date) {
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

/** Writes down which of the user's proposals wait no longer. Each read begins with it: what it sees as waiting does wait. */
export async function endOverdue(
  db: Pick<Database, "update">,
  userId: string,
  now: number,
): Promise<void> {
  const { isOver, change } = overdue(new Date(now));
  await db
    .update(stagedOrders)
    .set(change)
    .where(and(eq(stagedOrders.userId, userId), isOver));
}

/** The row as it stands now; `undefined` when `which` finds none of the user's. */
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

/** `BUY 0.01 BTCUSDC LIMIT 60000`, for the activity log. */
export function summaryOf({ order }: Pick<StagedOrderRow, "order">): string {
  const { side, size, market, order_type: type } = order;
  const price = order.price ?? order.trigger_price;
  return [side, size, market, type, ...(price == null ? [] : [price])].join(" ");
}
