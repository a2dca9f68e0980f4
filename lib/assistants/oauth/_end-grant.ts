/** Ends a grant because its client revoked a token or got a wider grant, or because a token or code was sent a second time. */
import "server-only";
import Provider from "oidc-provider";
import type { AuditAction } from "#lib/identity/audit/audit-actions.ts";
import type { AuditActor } from "#lib/identity/audit/audit-entry.ts";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import { systemClock } from "#lib/kernel/time/clock.ts";
import type { Client } from "#lib/platform/actor.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import { clientOf } from "#lib/platform/http/client-of.ts";
import type { GrantEnd } from "#lib/protocol/grant-end.ts";
import { revokeGrantRows } from "./revoke-grant.ts";

type Grant = NonNullable<Awaited<ReturnType<typeof revokeGrantRows>>>;

/** Called by the provider during its request. */
export async function endGrant(grantId: string): Promise<void> {
  const db = await database();
  await db.transaction((change) => endGrantRows(change, grantId, requestNow()));
}

type Request = {
  now: number;
  client: Client | undefined;
  reason: Exclude<GrantEnd, "user">;
};

const ACTIONS = {
  client: "oauth_grant.revoked",
  reuse: "oauth_grant.token_replayed",
  replaced: "oauth_grant.replaced",
} as const satisfies Record<Request["reason"], AuditAction>;

export function requestNow(): Request {
  const { ctx } = Provider;
  const headers = new Headers();
  for (const name of ["x-forwarded-for", "user-agent"]) {
    const value = ctx?.get(name) ?? "";
    if (value !== "") headers.set(name, value);
  }
  return {
    now: systemClock.now(),
    client: ctx === undefined ? undefined : clientOf(headers),
    reason: ctx?.oidc.route === "revocation" ? "client" : "reuse",
  };
}

/** Runs in the transaction `change`, with the entry in the owner's audit log. */
export async function endGrantRows(
  change: Pick<Database, "update" | "delete" | "insert" | "execute">,
  grantId: string,
  { now, client, reason }: Request,
): Promise<void> {
  const grant = await revokeGrantRows(change, grantId, { now, reason });
  if (grant === undefined) return;
  await recordAudit(change, {
    now,
    userId: grant.userId,
    actor: reason === "reuse" ? { kind: "service" } : actorOf(grant),
    action: ACTIONS[reason],
    target: grantId,
    ...(client !== undefined && { client }),
    details: { name: grant.clientName, scopes: grant.scopes.join(" ") },
  });
}

function actorOf({ userId, id, clientId, clientName, scopes, expiresAt }: Grant): AuditActor {
  const until = expiresAt.getTime();
  return {
    kind: "oauth_grant",
    userId,
    grantId: id,
    clientId,
    clientName,
    scopes,
    expiresAt: until,
  };
}
