/** Deletes unused clients that registered themselves, because anyone may register any number of them. */
import { DAY_MS, HOUR_MS } from "#lib/protocol/durations.ts";
import "server-only";
import { and, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";
import { oauthClients } from "#lib/assistants/schema/oauth.ts";
import { oauthGrants } from "#lib/machines/schema/oauth-grants.ts";
import { type Database, database } from "#lib/platform/db/client.ts";

/** For a client that never got a token: a user who began to connect it returns the same day, or starts again. */
const NEVER_USED_MS = DAY_MS;
/** After the end of its last grant. */
const DEAD_MS = 90 * DAY_MS;
const BATCH = 500;
/** Maximum of one call; the rest is left to the next. */
const MAX_BATCHES = 20;

/** When this process last recorded a client's use, or found it recorded, so that most refreshes write nothing. */
const noted = new Map<string, number>();
const MAX_NOTED = 10_000;

/** Records, to the hour, that a token was issued to a client. Clients with a document have no row. */
export async function noteClientToken(clientId: string, now: number): Promise<void> {
  if (now - (noted.get(clientId) ?? Number.NEGATIVE_INFINITY) <= HOUR_MS) return;
  const db = await database();
  const last = oauthClients.lastTokenAt;
  await db
    .update(oauthClients)
    .set({ lastTokenAt: new Date(now) })
    .where(and(eq(oauthClients.id, clientId), or(isNull(last), lt(last, new Date(now - HOUR_MS)))));
  if (noted.size >= MAX_NOTED) noted.clear();
  noted.set(clientId, now);
}

/** @returns how many clients were deleted. Any replica may do this at any time. */
export async function reapClients(now: number): Promise<number> {
  const db = await database();
  let reaped = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const gone = await reapBatch(db, now);
    reaped += gone;
    if (gone < BATCH) break;
  }
  return reaped;
}

async function reapBatch(db: Database, now: number): Promise<number> {
  const { id, lastTokenAt, createdAt } = oauthClients;
  const neverUsed = and(isNull(lastTokenAt), lt(createdAt, new Date(now - NEVER_USED_MS)));
  const dead = new Date(now - DEAD_MS);
  // A grant ends when it is revoked or expires, whichever is first.
  const hasGrant = sql`exists (select 1 from ${oauthGrants} where ${oauthGrants.clientId} = ${id}
    and least(${oauthGrants.revokedAt}, ${oauthGrants.expiresAt}) >= ${dead})`;
  const unused = db
    .select({ id })
    .from(oauthClients)
    .where(and(or(neverUsed, lt(lastTokenAt, dead)), sql`not ${hasGrant}`))
    .limit(BATCH)
    // Rows that another replica has locked are skipped.
    .for("update", { skipLocked: true });
  const gone = await db.delete(oauthClients).where(inArray(id, unused)).returning({ id });
  return gone.length;
}
