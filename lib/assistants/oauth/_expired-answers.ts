/**
 * Expired answers of rotations. Each is encrypted with the previous refresh token: if they were kept, a grant's first token
 * and a copy of the store would reveal the last one.
 */
import { and, eq, lt, sql } from "drizzle-orm";
import { oauthRecords } from "#lib/assistants/schema/oauth.ts";
import { SAME_ANSWER_MS } from "./lifetimes.ts";

export function hasExpiredAnswer(now: number) {
  const { model, consumedAt, payload } = oauthRecords;
  return and(
    eq(model, "RefreshToken"),
    lt(consumedAt, new Date(now - SAME_ANSWER_MS)),
    sql`jsonb_exists(${payload}, 'answer')`,
  );
}

/** The row itself stays, to recognize a reused token. */
export const WITHOUT_ANSWER = { payload: sql`${oauthRecords.payload} - 'answer'` };
