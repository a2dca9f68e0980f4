/** Deletes expired tokens and codes, undecided authorizations, and grants whose tokens are gone. */
import { DAY_MS, HOUR_MS } from "#lib/protocol/durations.ts";
import "server-only";
import { and, eq, gt, inArray, isNull, lt, ne, notExists, or } from "drizzle-orm";
import { oauthRecords } from "#lib/assistants/schema/oauth.ts";
import { oauthGrants } from "#lib/machines/schema/oauth-grants.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import { hasExpiredAnswer, WITHOUT_ANSWER } from "./_expired-answers.ts";

/** How long an expired access token is still distinguished from an unknown one. */
const EXPIRED_TOKEN_MS = DAY_MS;
/** A new grant has no token before its code is exchanged. */
const NEW_GRANT_MS = HOUR_MS;
/** How long an ended grant stays, with its last use. */
const ENDED_GRANT_MS = 90 * DAY_MS;
const BATCH = 1_000;
/** Maximum of one call; the rest is left to the next. */
const MAX_BATCHES = 50;

/** Any replica may do this at any time. */
export async function removeDeadRecords(now: number): Promise<void> {
  const db = await database();
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    if ((await removeRecords(db, now)) < BATCH) break;
  }
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    if ((await forgetAnswers(db, now)) < BATCH) break;
  }
  await endGrantsWithoutTokens(db, now);
  const old = new Date(now - ENDED_GRANT_MS);
  await db
    .delete(oauthGrants)
    .where(or(lt(oauthGrants.revokedAt, old), lt(oauthGrants.expiresAt, old)));
}

async function removeRecords(db: Database, now: number): Promise<number> {
  const { model, idHash, expiresAt } = oauthRecords;
  const dead = or(
    and(ne(model, "AccessToken"), lt(expiresAt, new Date(now))),
    lt(expiresAt, new Date(now - EXPIRED_TOKEN_MS)),
  );
  // No two models share a hash, because each is of a random text.
  const batch = db.select({ idHash }).from(oauthRecords).where(dead).limit(BATCH);
  const gone = await db
    .delete(oauthRecords)
    .where(and(inArray(idHash, batch), dead))
    .returning({ model });
  return gone.length;
}

/** Skips rows of a rotation under way, which deletes those of its own grant. */
async function forgetAnswers(db: Database, now: number): Promise<number> {
  const { model, idHash } = oauthRecords;
  const batch = db
    .select({ idHash })
    .from(oauthRecords)
    .where(hasExpiredAnswer(now))
    .limit(BATCH)
    .for("update", { skipLocked: true });
  const changed = await db
    .update(oauthRecords)
    .set(WITHOUT_ANSWER)
    .where(and(eq(model, "RefreshToken"), inArray(idHash, batch)))
    .returning({ model });
  return changed.length;
}

/** The grant of a client without a refresh token ends with its last access token or code. */
async function endGrantsWithoutTokens(db: Database, now: number): Promise<void> {
  const moment = new Date(now);
  const live = db
    .select({ model: oauthRecords.model })
    .from(oauthRecords)
    .where(and(eq(oauthRecords.grantId, oauthGrants.id), gt(oauthRecords.expiresAt, moment)));
  await db
    .update(oauthGrants)
    .set({ expiresAt: moment })
    .where(
      and(
        isNull(oauthGrants.revokedAt),
        gt(oauthGrants.expiresAt, moment),
        lt(oauthGrants.createdAt, new Date(now - NEW_GRANT_MS)),
        notExists(live),
      ),
    );
}
