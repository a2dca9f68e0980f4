/** When a proposed order can still be decided. The decision and the notices to its owner use the same rule. */
import "server-only";
import { and, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import { botKeys, mcpKeys } from "#lib/machines/schema/keys.ts";
import { oauthGrants } from "#lib/machines/schema/oauth-grants.ts";
import { stagedOrders } from "#lib/machines/schema/staged-orders.ts";

/**
 * True while the key or grant behind a proposal is not revoked. The deciding statement reads the rows of keys and grants
 * themselves, so that every kind of revocation also ends the proposals.
 */
export function sourceIsLive(): SQL {
  const { sourceKind: kind, sourceId: id } = stagedOrders;
  return sql`case ${kind}
    when 'mcp_key' then exists (select 1 from ${mcpKeys} where ${and(eq(mcpKeys.id, id), isNull(mcpKeys.revokedAt))})
    when 'bot_key' then exists (select 1 from ${botKeys} where ${and(eq(botKeys.id, id), isNull(botKeys.revokedAt))})
    else exists (select 1 from ${oauthGrants} where ${and(eq(oauthGrants.id, id), isNull(oauthGrants.revokedAt))})
  end`;
}

/** True while any key or grant of the user is not revoked. */
export function hasProposers(userId: string): SQL<boolean> {
  const tables = [mcpKeys, botKeys, oauthGrants] as const;
  const each = tables.map(
    (table) =>
      sql`exists (select 1 from ${table} where ${and(eq(table.userId, userId), isNull(table.revokedAt))})`,
  );
  return sql<boolean>`(${sql.join(each, sql` or `)})`;
}

/** Condition for orders that can still be decided, by state, time and proposer. `now` in Unix milliseconds. */
export function isOpen(now: number): SQL | undefined {
  return and(
    eq(stagedOrders.state, "waiting"),
    gt(stagedOrders.expiresAt, new Date(now)),
    sourceIsLive(),
  );
}

/** Whether the order of an id can still be decided. `now` in Unix milliseconds. */
export function isOpenOrder(id: SQL, now: number): SQL {
  return sql`exists (select from ${stagedOrders} where ${stagedOrders.id} = ${id} and ${isOpen(now)})`;
}
