/**
 * Pending authorizations in the store. Each leads to at most one code. A pushed request (RFC 9126) has one at a time: loading
 * its address again starts a new one and ends the previous page. The row has only a hash of that address.
 */
import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import { type AdapterPayload, errors } from "oidc-provider";
import { oauthRecords } from "#lib/assistants/schema/oauth.ts";
import { systemClock } from "#lib/kernel/time/clock.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import { DECIDED } from "./_decided-authorization.ts";
import { idHash } from "./_token-values.ts";

type Change = Parameters<Parameters<Database["transaction"]>[0]>[0];

const MODEL = "Interaction";

/** @throws InvalidRequestUri when the user decided about its pushed request already */
export async function upsertInteraction(id: string, payload: AdapterPayload): Promise<void> {
  const { jti: _jti, returnTo: _returnTo, parJti, ...stored } = payload;
  const { clientId = null, exp } = stored;
  const uidHash = typeof parJti === "string" ? idHash(parJti) : null;
  const expiresAt = exp === undefined ? null : new Date(exp * 1_000);
  const fresh = { payload: stored, clientId, expiresAt, uidHash };
  const db = await database();
  await db.transaction(async (change) => {
    if (uidHash !== null) await replaceOther(change, uidHash);
    await change
      .insert(oauthRecords)
      .values({ model: MODEL, idHash: idHash(id), ...fresh })
      .onConflictDoUpdate({ target: [oauthRecords.model, oauthRecords.idHash], set: fresh });
  });
}

/** Serializes concurrent requests. */
async function replaceOther(change: Change, uidHash: string): Promise<void> {
  const [request] = await change
    .select({ consumedAt: oauthRecords.consumedAt })
    .from(oauthRecords)
    .where(isPushed(uidHash))
    .for("update");
  const others = await change
    .delete(oauthRecords)
    .where(and(eq(oauthRecords.model, MODEL), eq(oauthRecords.uidHash, uidHash)))
    .returning({ payload: oauthRecords.payload });
  const isDecided = others.some(({ payload }) => payload["decided"] !== undefined);
  if (request === undefined || request.consumedAt !== null || isDecided) {
    // The previous page keeps its state.
    throw Object.assign(new errors.InvalidRequestUri("request_uri was used already"), {
      allow_redirect: false,
    });
  }
}

/** @throws SessionNotFound when another request was first: one decision gives one code */
export async function destroyInteraction(id: string): Promise<void> {
  const isThis = and(eq(oauthRecords.model, MODEL), eq(oauthRecords.idHash, idHash(id)));
  const db = await database();
  await db.transaction(async (change) => {
    const [found] = await change
      .select({ uidHash: oauthRecords.uidHash })
      .from(oauthRecords)
      .where(isThis);
    // In the same order of locks as above.
    if (typeof found?.uidHash === "string") {
      await change
        .update(oauthRecords)
        .set({ consumedAt: new Date(systemClock.now()) })
        .where(and(isPushed(found.uidHash), isNull(oauthRecords.consumedAt)));
    }
    const [row] = await change
      .delete(oauthRecords)
      .where(isThis)
      .returning({ payload: oauthRecords.payload, expiresAt: oauthRecords.expiresAt });
    if (row === undefined) throw new errors.SessionNotFound("interaction session not found");
    if (row.payload["decided"] === undefined) return;
    const { expiresAt } = row;
    await change
      .insert(oauthRecords)
      .values({ model: DECIDED, idHash: idHash(id), payload: {}, expiresAt });
  });
}

function isPushed(hash: string) {
  return and(eq(oauthRecords.model, "PushedAuthorizationRequest"), eq(oauthRecords.idHash, hash));
}
