/** A signed-in person reads which apps may act for them. */
import "server-only";
import { and, desc, eq, gt, isNull, or, sql } from "drizzle-orm";
import { z } from "zod";
import type { SessionActor } from "#lib/actor.ts";
import { database } from "#lib/db/client.ts";
import { oauthGrants } from "#lib/db/schema/oauth.ts";
import { DAY_MS } from "#lib/key-usage/usage-day.ts";
import { GrantRecord, grantRecord } from "./grant-record.ts";

export const GrantList = z.strictObject({ grants: z.array(GrantRecord) });

/** So long an ended one is shown. */
const SHOWN_DAYS = 30;
/** Live ones of a person who connects many; the newest. */
const MOST_ROWS = 200;

/** Live ones first, the newest first; then those that ended in the last 30 days. */
export async function listGrants(call: {
  ctx: { actor: SessionActor; now: number };
}): Promise<z.output<typeof GrantList>> {
  const { actor, now } = call.ctx;
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
      ),
    )
    .orderBy(isOver, desc(oauthGrants.createdAt), desc(oauthGrants.id))
    .limit(MOST_ROWS);
  return { grants: rows.map((row) => grantRecord(row, now)) };
}
