/**
 * The grant `refresh_token` (RFC 6749, 6): every refresh token is valid for one rotation. Clients send concurrent requests
 * and lose answers, so within ten seconds the same token gets the same answer from every replica, with another access token
 * when other scopes are requested. Programs that share a stored token refresh it at other times: for an hour the previous
 * token of a live grant gives an access token and nothing else. Any other reuse means that the token was stolen, and ends
 * the grant.
 */
import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import { errors, type TokenEndpointGrantContext } from "oidc-provider";
import { oauthRecords } from "#lib/assistants/schema/oauth.ts";
import { systemClock } from "#lib/kernel/time/clock.ts";
import { oauthGrants } from "#lib/machines/schema/oauth-grants.ts";
import { config } from "#lib/platform/config/config.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import { takeQuota } from "#lib/platform/http/rate-limits.ts";
import { GRANT_END_TEXT } from "#lib/protocol/grant-end.ts";
import { openAnswer, sealAnswer } from "./_answer-cipher.ts";
import { endGrantRows, requestNow } from "./_end-grant.ts";
import { isResource, resource } from "./_resource.ts";
import { type NewRecord, writeRotation } from "./_rotate-refresh-token.ts";
import { idHash, isRefreshToken, newAccessToken, newRefreshToken } from "./_token-values.ts";
import { tooManyRequests } from "./_unavailable.ts";
import { ACCESS_TOKEN_SECONDS, SAME_ANSWER_MS } from "./lifetimes.ts";

type Change = Pick<Database, "select" | "insert" | "execute" | "update" | "delete">;
type RefreshRequest = { token: string; clientId: string; scope: string | undefined; now: number };
type Parameters_ = { refresh_token?: string; scope?: string; resource?: unknown };
type RecordRow = Pick<
  typeof oauthRecords.$inferSelect,
  "payload" | "clientId" | "userId" | "expiresAt" | "consumedAt"
>;
type GrantRow = Pick<
  typeof oauthGrants.$inferSelect,
  "id" | "expiresAt" | "revokedAt" | "endReason" | "scopes"
>;
type Family = { record: RecordRow; grant: GrantRow };

/** The token endpoint's handler, after client authentication. */
export async function answerRefresh(ctx: TokenEndpointGrantContext<Parameters_>): Promise<void> {
  const { params, client } = ctx.oidc;
  const { refresh_token: token, scope, resource: target } = params;
  if (token === undefined) {
    throw new errors.InvalidRequest("missing required parameter refresh_token");
  }
  if (target !== undefined && !isResource(target)) throw new errors.InvalidTarget();
  if (!isRefreshToken(token)) throw new errors.InvalidGrant("refresh token not found");
  const request = { token, clientId: client.clientId, scope, now: systemClock.now() };
  const db = await database();
  const answer =
    (await rotateAtOnce(db, request)) ??
    (await db.transaction((change) => rotate(change, request)));
  // The end of its grant must not be rolled back.
  if (answer === undefined) throw new errors.InvalidGrant("refresh token was used before");
  ctx.body = answer;
}

/**
 * Optimistic rotation of an unused token: the write checks again what was read, without a lock in between. `undefined`:
 * another request was first, or may be, and has to be waited for.
 */
async function rotateAtOnce(db: Database, request: RefreshRequest): Promise<object | undefined> {
  const { record, grant } = readFamily(request, await findFamily(db, request));
  if (record.consumedAt !== null) return undefined;
  const scope = narrow(grant.scopes.join(" "), request.scope);
  // Over the limit the locked path decides, because repeating the first request's answer is free.
  const { allowed } = await takeQuota("oauth_rotations", grant.id);
  return allowed ? issue(db, request, { record, grant, scope }) : undefined;
}

/** `undefined`: the token was reused, which ended its grant. */
async function rotate(change: Change, request: RefreshRequest): Promise<object | undefined> {
  // Concurrent requests run one after the other, and each reads the result of the previous one.
  const { record, grant } = readFamily(request, await findFamily(change, request).for("update"));
  if (record.consumedAt === null) {
    const scope = narrow(grant.scopes.join(" "), request.scope);
    await requireRotation(grant);
    return issue(change, request, { record, grant, scope });
  }
  const { answer } = record.payload;
  const age = request.now - record.consumedAt.getTime();
  if (typeof answer === "string" && age <= SAME_ANSWER_MS) {
    return answerAgain(change, request, { record, grant, answer });
  }
  if (age <= config().previousRefreshTokenMs && (await isPrevious(change, { record, grant }))) {
    const scope = narrow(grant.scopes.join(" "), request.scope);
    await requireRotation(grant);
    return {
      ...(await addAccess(change, { record, grant }, scope, request.now)),
      token_type: "Bearer",
    };
  }
  await endGrantRows(change, grant.id, requestNow());
  return undefined;
}

/** True when the token's own successor is the live one. */
async function isPrevious(change: Change, { record, grant }: Family): Promise<boolean> {
  const { payload, model, grantId, consumedAt } = oauthRecords;
  const [live] = await change
    .select({ payload })
    .from(oauthRecords)
    .where(and(eq(model, "RefreshToken"), eq(grantId, grant.id), isNull(consumedAt)));
  return live !== undefined && rotationsOf(live.payload) === rotationsOf(record.payload) + 1;
}

function rotationsOf({ rotations }: Record<string, unknown>): number {
  return typeof rotations === "number" ? rotations : 0;
}

/** Stores one more access token. @returns what its client is answered */
async function addAccess(change: Change, family: Family, scope: string, now: number) {
  const access = newAccess(family, scope, now);
  const { clientId, userId } = family.record;
  await change
    .insert(oauthRecords)
    .values({ ...access.row, grantId: family.grant.id, clientId, userId });
  return access.body;
}

/** Locks the grant first, in the same order as code that ends grants. */
function findFamily(change: Change, { token }: RefreshRequest) {
  const { payload, clientId, userId, expiresAt, consumedAt } = oauthRecords;
  return change
    .select({
      grant: {
        id: oauthGrants.id,
        expiresAt: oauthGrants.expiresAt,
        revokedAt: oauthGrants.revokedAt,
        endReason: oauthGrants.endReason,
        scopes: oauthGrants.scopes,
      },
      record: { payload, clientId, userId, expiresAt, consumedAt },
    })
    .from(oauthGrants)
    .innerJoin(oauthRecords, eq(oauthRecords.grantId, oauthGrants.id))
    .where(and(eq(oauthRecords.model, "RefreshToken"), eq(oauthRecords.idHash, idHash(token))));
}

/** @throws InvalidGrant for a token that this client cannot use now, whether it was used before or not */
function readFamily({ clientId, now }: RefreshRequest, [found]: Family[]): Family {
  if (found === undefined) throw new errors.InvalidGrant("refresh token not found");
  const { record, grant } = found;
  if (record.clientId !== clientId) throw new errors.InvalidGrant("client mismatch");
  if (grant.revokedAt !== null) {
    const { endReason: reason } = grant;
    throw new errors.InvalidGrant(
      reason === null ? "the authorization was revoked" : GRANT_END_TEXT[reason],
    );
  }
  if ((record.expiresAt?.getTime() ?? 0) <= now || grant.expiresAt.getTime() <= now) {
    throw new errors.InvalidGrant("refresh token is expired");
  }
  return found;
}

/** Repeats the answer of the rotation; for other scopes with an access token of its own. */
async function answerAgain(
  change: Change,
  { token, scope, now }: RefreshRequest,
  { record, grant, answer }: Family & { answer: string },
): Promise<object> {
  const narrowed = narrow(grant.scopes.join(" "), scope);
  const first = openAnswer(answer, token);
  if (isSameScope(narrowed, scopeOf(first))) return first;
  await requireRotation(grant);
  return { ...first, ...(await addAccess(change, { record, grant }, narrowed, now)) };
}

/** `undefined`: since it was read, the token was used or its grant ended. */
async function issue(
  change: Change,
  { token, now }: RefreshRequest,
  { record, grant, scope }: Family & { scope: string },
): Promise<object | undefined> {
  const { answer: _none, ...payload } = record.payload;
  const access = newAccess({ record, grant }, scope, now);
  const refreshToken = newRefreshToken();
  const body = { ...access.body, refresh_token: refreshToken, token_type: "Bearer" };
  const rotations = rotationsOf(payload) + 1;
  const next: NewRecord = {
    model: "RefreshToken",
    idHash: idHash(refreshToken),
    payload: { ...payload, iat: Math.floor(now / 1_000), rotations },
    expiresAt: record.expiresAt,
  };
  const isWritten = await writeRotation(change, {
    grantId: grant.id,
    idHash: idHash(token),
    payload: { ...payload, answer: sealAnswer(body, token) },
    fresh: [next, access.row],
    now,
  });
  return isWritten ? body : undefined;
}

/** The row of an access token, and its client's answer. */
function newAccess({ record, grant }: Family, scope: string, now: number) {
  const { clientId, userId } = record;
  const iat = Math.floor(now / 1_000);
  const seconds = Math.min(
    ACCESS_TOKEN_SECONDS,
    Math.floor(grant.expiresAt.getTime() / 1_000) - iat,
  );
  const text = newAccessToken();
  const row = {
    model: "AccessToken" as const,
    idHash: idHash(text),
    payload: {
      kind: "AccessToken",
      iat,
      exp: iat + seconds,
      accountId: userId,
      clientId,
      grantId: grant.id,
      gty: "refresh_token",
      aud: resource(),
      scope,
    },
    expiresAt: new Date((iat + seconds) * 1_000),
  };
  return { row, body: { access_token: text, expires_in: seconds, scope } };
}

/** Each rotation leaves rows for as long as the grant lives, so they are limited. */
async function requireRotation({ id }: GrantRow): Promise<void> {
  const { allowed, resetSeconds } = await takeQuota("oauth_rotations", id);
  if (!allowed) throw tooManyRequests(resetSeconds);
}

function isSameScope(one: string, other: string): boolean {
  return one.split(" ").toSorted().join(" ") === other.split(" ").toSorted().join(" ");
}

function scopeOf({ scope }: Record<string, unknown>): string {
  return typeof scope === "string" ? scope : "";
}

/** A client may request fewer scopes for one access token (RFC 6749, 6). */
function narrow(granted: string, requested: string | undefined): string {
  if (requested === undefined) return granted;
  const known = new Set(granted.split(" "));
  const wanted = [...new Set(requested.split(" "))];
  const more = wanted.filter((scope) => !known.has(scope));
  if (more.length > 0) {
    throw new errors.InvalidScope("the user did not grant this scope", more.join(" "));
  }
  return wanted.join(" ");
}
