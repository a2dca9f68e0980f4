/**
 * Answers of rotations that nobody gets any more. Each opens with the refresh token before it: kept on, the first token of a
 * grant and a look into the store would open the last.
 */
import { and, eq, lt, sql } from "drizzle-orm";
import { oauthRecords } from "#lib/platform/db/schema/oauth.ts";
import { SAME_ANSWER_MS } from "./lifetimes.ts";

export function hasExpiredAnswer(now: number) {
  const { model, consumedAt, payload } = oauthRecords;
  return and(
    eq(model, "RefreshToken"),
    lt(consumedAt, new Date(now - SAME_ANSWER_MS)),
    sql`jsonb_exists(${payload}, 'answer')`,
  );
}

/** The row itself stays, to know a token that comes again. */
export const WITHOUT_ANSWER = { payload: sql`${oauthRecords.payload} - 'answer'` };
