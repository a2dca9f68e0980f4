/**
 * An authorization that waits for its user's decision. A signed cookie binds it to the browser that began it, so a person who
 * was lured to the page of another authorization cannot decide it.
 */
import "server-only";
import { and, eq } from "drizzle-orm";
import type { Client as ProviderClient, Interaction as ProviderInteraction } from "oidc-provider";
import { clientDocuments } from "#lib/assistants/oauth-clients/client-documents.ts";
import { redirectHost } from "#lib/assistants/oauth-clients/redirect-uris.ts";
import { oauthRecords } from "#lib/assistants/schema/oauth.ts";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import { lockSession } from "#lib/identity/person/lock-account.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import { carryLimits } from "#lib/machines/proposals/carry-limits.ts";
import { oauthGrants } from "#lib/machines/schema/oauth-grants.ts";
import type { Client, SessionActor } from "#lib/platform/actor.ts";
import { config } from "#lib/platform/config/config.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import { consentPath, resumePath } from "#lib/protocol/oauth-addresses.ts";
import { type Scope, scopesIn } from "#lib/protocol/scopes.ts";
import { resource } from "./_resource.ts";
import { idHash } from "./_token-values.ts";
import { nodeRequestOf } from "./answer-oauth-request.ts";
import { GRANT_SECONDS } from "./lifetimes.ts";
import { revokeGrantRows } from "./revoke-grant.ts";
import { oauthProvider } from "./shared-provider.ts";
import { findStepUp } from "./step-up.ts";

export type Interaction = {
  uid: string;
  clientId: string;
  /** The client's own name, or where it sends its users. */
  clientName: string;
  /** Unix seconds; of a client that registered itself. */
  clientIdIssuedAt: number | undefined;
  /** Checked against those of the client. */
  redirectUri: string;
  /** Its host, without a port for this machine; the scheme with its colon for an app (`cursor:`). */
  redirectHost: string;
  requestedScopes: readonly Scope[];
  /** When the authorization began, Unix milliseconds. */
  begunAt: number;
};

export type Decision =
  /** A non-empty subset of the requested scopes. */
  { kind: "approved"; scopes: readonly Scope[] } | { kind: "denied" };

/** The page of the decision: the `uid` of the address, and the request's Cookie header. */
export type InteractionKey = { uid: string; cookie: string | null };

type DecisionCall = {
  ctx: { actor: SessionActor; client: Client; now: number };
  input: InteractionKey & { decision: Decision };
};
type Change = Parameters<Parameters<Database["transaction"]>[0]>[0];
/** Stored beside the provider's result, to distinguish a second decision from a form that was sent twice. */
type StoredDecision = { userId: string; scopes: Scope[]; grantId: string | undefined };

/**
 * `undefined` for an authorization that is over, unknown, or belongs to another browser, or whose client no longer exists.
 * @throws OVERLOADED while its client cannot be looked up
 */
export async function readInteraction(key: InteractionKey): Promise<Interaction | undefined> {
  const found = await findInteraction(key);
  if (found === undefined) return undefined;
  const { client_id: clientId, redirect_uri: redirectUri, scope } = found.params;
  if (typeof clientId !== "string" || typeof redirectUri !== "string") return undefined;
  const client = await findClient(clientId);
  if (client === undefined) return undefined;
  const host = redirectHost(redirectUri);
  return {
    uid: key.uid,
    clientId,
    clientName: client.clientName ?? host,
    clientIdIssuedAt: client.clientIdIssuedAt,
    redirectUri,
    redirectHost: host,
    requestedScopes: scopesIn(typeof scope === "string" ? scope : ""),
    begunAt: (found.iat ?? 0) * 1_000,
  };
}

/**
 * Stores the decision; an approval creates a new grant with exactly these scopes. The same form sent twice is one decision; a
 * second, different one is refused.
 * @returns the path where the browser continues
 * @throws CONSENT_NOT_FOUND, SIGN_IN_REQUIRED when the session ended meanwhile
 */
export async function finishInteraction({ ctx, input }: DecisionCall): Promise<string> {
  const interaction = await readInteraction(input);
  if (interaction === undefined) throw new ServiceError("CONSENT_NOT_FOUND");
  const scopes = decidedScopes(interaction, input.decision);
  const db = await database();
  const isStored = await db.transaction((change) => keep(change, ctx, { interaction, scopes }));
  if (!isStored) throw new ServiceError("CONSENT_NOT_FOUND");
  if (scopes.length > 0) await clientDocuments().keepCopy(interaction.clientId);
  return resumePath(interaction.uid);
}

async function findClient(clientId: string): Promise<ProviderClient | undefined> {
  const provider = await oauthProvider();
  const { errors } = await import("oidc-provider");
  try {
    return await provider.Client.find(clientId);
  } catch (thrown) {
    if (thrown instanceof errors.TemporarilyUnavailable) throw new ServiceError("OVERLOADED");
    if (thrown instanceof errors.OIDCProviderError) return undefined;
    throw thrown;
  }
}

async function findInteraction({
  uid,
  cookie,
}: InteractionKey): Promise<ProviderInteraction | undefined> {
  const provider = await oauthProvider();
  const url = `${config().baseUrl}${consentPath(encodeURIComponent(uid))}`;
  const headers = new Headers(cookie === null ? {} : { cookie });
  const request = nodeRequestOf({ method: "GET", url, headers });
  const { ServerResponse } = await import("node:http");
  const { errors } = await import("oidc-provider");
  try {
    const found = await provider.interactionDetails(request, new ServerResponse(request));
    return found.uid === uid ? found : undefined;
  } catch (thrown) {
    if (thrown instanceof errors.SessionNotFound) return undefined;
    throw thrown;
  }
}

/** Undefined for a denial. @throws CONSENT_NOT_FOUND for a decision that the form cannot send */
function decidedScopes({ requestedScopes }: Interaction, decision: Decision): Scope[] {
  if (decision.kind === "denied") return [];
  const scopes = requestedScopes.filter((scope) => decision.scopes.includes(scope));
  if (scopes.length === 0 || scopes.length !== new Set(decision.scopes).size) {
    throw new ServiceError("CONSENT_NOT_FOUND");
  }
  return scopes;
}

/** False when it is over, or was decided differently. */
async function keep(
  change: Change,
  { actor, client, now }: DecisionCall["ctx"],
  { interaction, scopes }: { interaction: Interaction; scopes: Scope[] },
): Promise<boolean> {
  await lockSession(change, actor, now);
  const isInteraction = and(
    eq(oauthRecords.model, "Interaction"),
    eq(oauthRecords.idHash, idHash(interaction.uid)),
  );
  const [row] = await change.select().from(oauthRecords).where(isInteraction).for("update");
  if (row === undefined || (row.expiresAt?.getTime() ?? 0) <= now) return false;
  const before = row.payload["decided"] as StoredDecision | undefined;
  const { userId } = actor;
  if (before !== undefined) {
    const isSame = before.userId === userId && before.scopes.join(" ") === scopes.join(" ");
    if (isSame) return true;
    if (before.grantId !== undefined) {
      await takeBack(change, { actor, client, now }, before.grantId);
    }
    await change.delete(oauthRecords).where(isInteraction);
    return false;
  }
  const isApproved = scopes.length > 0;
  const grantId = isApproved ? newId("grant") : undefined;
  if (grantId !== undefined)
    await insertGrant(change, grantId, { interaction, scopes, userId, now });
  await recordAudit(change, {
    now,
    userId,
    actor,
    action: isApproved ? "oauth_grant.created" : "oauth_grant.denied",
    ...(grantId !== undefined && { target: grantId }),
    client,
    details: {
      name: interaction.clientName,
      scopes: (isApproved ? scopes : interaction.requestedScopes).join(" "),
    },
  });
  const decided: StoredDecision = { userId, scopes, grantId };
  const payload = { ...row.payload, decided, result: resultOf(decided) };
  await change.update(oauthRecords).set({ payload }).where(isInteraction);
  return true;
}

async function takeBack(
  change: Change,
  { actor, client, now }: DecisionCall["ctx"],
  grantId: string,
): Promise<void> {
  const grant = await revokeGrantRows(change, grantId, { now, reason: "user" });
  if (grant === undefined) return;
  await recordAudit(change, {
    now,
    userId: grant.userId,
    actor,
    action: "oauth_grant.revoked",
    target: grantId,
    client,
    details: { name: grant.clientName, scopes: grant.scopes.join(" ") },
  });
}

/** The decision as the provider's result. */
function resultOf({ userId, grantId }: StoredDecision) {
  if (grantId === undefined) {
    return { error: "access_denied", error_description: "The user did not allow it." };
  }
  const login = { accountId: userId, remember: false };
  return { login, consent: { grantId }, select_account: {} };
}

async function insertGrant(
  change: Change,
  id: string,
  decision: { interaction: Interaction; scopes: Scope[]; userId: string; now: number },
): Promise<void> {
  const { interaction, scopes, userId, now } = decision;
  const { clientId, clientName, redirectHost: host } = interaction;
  const { replaces } = await findStepUp(change, { ...interaction, userId });
  await change.insert(oauthGrants).values({
    id,
    userId,
    replaces,
    clientId,
    clientName,
    redirectHost: host,
    scopes,
    payload: { resource: resource() },
    createdAt: new Date(now),
    expiresAt: new Date(now + GRANT_SECONDS * 1_000),
  });
  await carryLimits(change, { userId, clientId });
}
