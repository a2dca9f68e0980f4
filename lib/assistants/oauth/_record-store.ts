/**
 * The provider's adapter for the database. Ids and tokens are stored as hashes only: nothing in clear in a row is a
 * credential, and values that the provider needs again are restored from its query.
 */
import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import Provider, { type Adapter, type AdapterPayload, errors } from "oidc-provider";
import { clientAdapter } from "#lib/assistants/oauth-clients/client-adapter.ts";
import { oauthRecords } from "#lib/assistants/schema/oauth.ts";
import { systemClock } from "#lib/kernel/time/clock.ts";
import { oauthGrants } from "#lib/machines/schema/oauth-grants.ts";
import { config } from "#lib/platform/config/config.ts";
import { database } from "#lib/platform/db/client.ts";
import { resumePath } from "#lib/protocol/oauth-addresses.ts";
import { endGrant } from "./_end-grant.ts";
import { destroyInteraction, upsertInteraction } from "./_interactions.ts";
import { isResource, resource } from "./_resource.ts";
import { idHash } from "./_token-values.ts";
import { ACCESS_TOKEN_SECONDS } from "./lifetimes.ts";
import { endReplaced } from "./step-up.ts";

/** The provider's models in `oauth_records`. */
const RECORDS = new Set([
  "AccessToken",
  "AuthorizationCode",
  "PushedAuthorizationRequest",
  "RefreshToken",
]);

/** The store of one model. @throws Error for an unknown model: a wrong name must not mix tokens of two models */
export function adapterOf(model: string): Adapter {
  if (model === "Interaction") return interactions;
  if (RECORDS.has(model)) return recordsOf(model);
  if (model === "Client") return clientAdapter;
  if (model === "Grant") return grants;
  if (model === "Session") return noSessions;
  throw new Error(`The authorization server has no store for ${model}.`);
}

async function refuse(): Promise<never> {
  throw new Error("This store is read-only.");
}

async function nothing(): Promise<undefined> {
  return undefined;
}

const others = {
  find: refuse,
  findByUid: refuse,
  findByUserCode: refuse,
  upsert: refuse,
  consume: refuse,
  destroy: refuse,
  revokeByGrantId: refuse,
};

/** Provider sessions are not stored: the app's own session decides, and a stored one would accept an earlier user. */
const noSessions: Adapter = {
  ...others,
  find: nothing,
  findByUid: nothing,
  upsert: nothing,
  destroy: nothing,
};

const interactions: Adapter = {
  ...others,
  find: async (id) => {
    const found = await recordsOf("Interaction").find(id);
    return found && { ...found, returnTo: `${config().baseUrl}${resumePath(id)}` };
  },
  upsert: upsertInteraction,
  destroy: destroyInteraction,
};

/** Grants are created with the user's decision, not by the provider. */
const grants: Adapter = {
  ...others,
  find: findGrant,
  destroy: endGrant,
};

async function findGrant(id: string): Promise<AdapterPayload | undefined> {
  const db = await database();
  const [row] = await db
    .select()
    .from(oauthGrants)
    .where(and(eq(oauthGrants.id, id), isNull(oauthGrants.revokedAt)));
  if (row === undefined) return undefined;
  return {
    kind: "Grant",
    jti: row.id,
    iat: seconds(row.createdAt),
    exp: seconds(row.expiresAt),
    accountId: row.userId,
    clientId: row.clientId,
    resources: { [resource()]: row.scopes.join(" ") },
  };
}

function recordsOf(model: string): Adapter {
  const isRecord = (id: string) =>
    and(eq(oauthRecords.model, model), eq(oauthRecords.idHash, idHash(id)));
  return {
    ...others,
    find: async (id) => {
      const db = await database();
      const [row] = await db.select().from(oauthRecords).where(isRecord(id));
      if (row === undefined) return undefined;
      return {
        ...row.payload,
        jti: id,
        // A consumed code stays known for longer than it was valid.
        ...(row.consumedAt !== null && {
          consumed: seconds(row.consumedAt),
          ...(row.expiresAt !== null && { exp: seconds(row.expiresAt) }),
        }),
      };
    },
    upsert: async (id, payload) => {
      const { jti: _jti, ...stored } = payload;
      const { grantId = null, clientId = null, accountId = null, exp } = stored;
      const expiresAt = exp === undefined ? null : new Date(exp * 1_000);
      const fresh = { payload: stored, grantId, clientId, userId: accountId, expiresAt };
      const db = await database();
      await db
        .insert(oauthRecords)
        .values({ model, idHash: idHash(id), ...fresh })
        .onConflictDoUpdate({ target: [oauthRecords.model, oauthRecords.idHash], set: fresh });
    },
    consume: async (id) => {
      requireResource();
      const now = systemClock.now();
      // It stays for as long as the tokens it led to, so that its reuse is detected.
      const expiresAt = new Date(now + ACCESS_TOKEN_SECONDS * 1_000);
      const db = await database();
      const [consumed] = await db
        .update(oauthRecords)
        .set({ consumedAt: new Date(now), expiresAt })
        .where(and(isRecord(id), isNull(oauthRecords.consumedAt)))
        .returning({ grantId: oauthRecords.grantId });
      if (consumed === undefined) return refuseSecondUse(id);
      if (consumed.grantId !== null) await endReplaced(consumed.grantId);
    },
    destroy: async (id) => {
      // Tokens of an ended grant stay, so that their refusal can give the reason.
      if (model === "AccessToken" || model === "RefreshToken") return;
      const db = await database();
      await db.delete(oauthRecords).where(isRecord(id));
    },
    // Ending a grant deletes its other records.
    revokeByGrantId: nothing,
  };

  /** Two requests sent one code at the same moment: one of them stole it. */
  async function refuseSecondUse(id: string): Promise<never> {
    const db = await database();
    const [row] = await db.select().from(oauthRecords).where(isRecord(id));
    if (typeof row?.grantId === "string") await endGrant(row.grantId);
    throw new errors.InvalidGrant(`${model} was used already`);
  }
}

/** Runs before the code is consumed: the provider checks it only afterwards, and a corrected request would count as reuse. */
function requireResource(): void {
  const requested: unknown = Provider.ctx?.oidc.params?.["resource"];
  if (requested !== undefined && !isResource(requested)) throw new errors.InvalidTarget();
}

function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1_000);
}
