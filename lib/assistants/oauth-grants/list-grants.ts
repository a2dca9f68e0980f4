/** A signed-in person lists the apps that may act for them, a page at a time. */
import { DAY_MS } from "#lib/protocol/durations.ts";
import "server-only";
import { and, desc, eq, gt, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { oauthGrants } from "#lib/machines/schema/oauth-grants.ts";
import type { SessionActor } from "#lib/platform/actor.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import { SCOPES } from "#lib/protocol/scopes.ts";
import type { GrantedApp, GrantPage } from "#lib/protocol/wire/assistant.ts";
import { grantRecord } from "./grant-record.ts";

/** Whether a page ended among the live or the ended grants, and the id of its last one. */
const CURSOR = /^(?:live|ended)\.[\w-]{1,80}$/;

export const GrantQuery = z.strictObject({
  cursor: z.string().regex(CURSOR, "must be the next of an earlier page").optional(),
  limit: z
    .string()
    .regex(/^\d{1,3}$/, "must be a whole number")
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= 100, "must be 1 to 100")
    .default(50),
});

/** How long an ended grant is listed. */
const SHOWN_DAYS = 30;

/** Live ones first, the newest first; then those that ended in the last 30 days, the newest first. */
export async function listGrants(call: {
  ctx: { actor: SessionActor; now: number };
  input: { query: z.output<typeof GrantQuery> };
}): Promise<GrantPage> {
  const { actor, now } = call.ctx;
  const { cursor, limit } = call.input.query;
  const since = new Date(now - SHOWN_DAYS * DAY_MS);
  const isOver = sql`(${oauthGrants.revokedAt} is not null or ${oauthGrants.expiresAt} <= ${new Date(now).toISOString()}::timestamptz)`;
  const db = await database();
  const rows = await db
    .select()
    .from(oauthGrants)
    .where(
      and(
        eq(oauthGrants.userId, actor.userId),
        gt(oauthGrants.expiresAt, since),
        or(isNull(oauthGrants.revokedAt), gt(oauthGrants.revokedAt, since)),
        cursor === undefined ? undefined : isBehind(cursor, actor.userId, isOver),
      ),
    )
    .orderBy(isOver, desc(oauthGrants.createdAt), desc(oauthGrants.id))
    .limit(limit + 1);
  const grants = rows.slice(0, limit).map((row) => grantRecord(row, now));
  const last = rows.length > limit ? grants.at(-1) : undefined;
  const clientIds = [...new Set(grants.map(({ clientId }) => clientId))];
  return {
    grants,
    apps: await grantedApps(db, { userId: actor.userId, clientIds, now }),
    next: last === undefined ? null : `${last.state === "active" ? "live" : "ended"}.${last.id}`,
  };
}

/**
 * The cursor names the part in which the page ended, so that a grant that ends between two pages does not hide the remaining
 * live ones. A cursor of another account's grant gives an empty page.
 */
function isBehind(cursor: string, userId: string, isOver: SQL): SQL {
  const [part, id] = cursor.split(".");
  const isOlder = sql`(${oauthGrants.createdAt}, ${oauthGrants.id}) < (ended.created_at, ended.id)`;
  const isFurther =
    part === "live" ? sql`(${isOver} or ${isOlder})` : sql`(${isOver} and ${isOlder})`;
  return sql`exists (select 1 from ${oauthGrants} as ended
    where ended.id = ${id} and ended.user_id = ${userId} and ${isFurther})`;
}

async function grantedApps(
  db: Database,
  of: { userId: string; clientIds: string[]; now: number },
): Promise<GrantedApp[]> {
  const live = await db
    .select({ clientId: oauthGrants.clientId, scopes: oauthGrants.scopes })
    .from(oauthGrants)
    .where(
      and(
        eq(oauthGrants.userId, of.userId),
        inArray(oauthGrants.clientId, of.clientIds),
        isNull(oauthGrants.revokedAt),
        gt(oauthGrants.expiresAt, new Date(of.now)),
      ),
    );
  return of.clientIds.map((clientId) => {
    const own = live.filter((row) => row.clientId === clientId);
    const allowed = new Set(own.flatMap(({ scopes }) => scopes));
    return {
      clientId,
      connections: own.length,
      scopes: SCOPES.filter((scope) => allowed.has(scope)),
    };
  });
}
