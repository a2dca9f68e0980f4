/**
 * Step-up: a client whose call was refused for a missing scope starts a new authorization for it at once (MCP authorization,
 * "Step-Up Authorization Flow"). The refusal is noted at the grant, so that the consent page ticks what the call lacked, and
 * the new grant replaces the one that it extends.
 */
import "server-only";
import { and, desc, eq, gt, isNull } from "drizzle-orm";
import { refusalOf } from "#lib/kernel/errors/errors.ts";
import { oauthGrants } from "#lib/machines/schema/oauth-grants.ts";
import { stagedOrders } from "#lib/machines/schema/staged-orders.ts";
import type { Actor } from "#lib/platform/actor.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import { MIN_SCOPE, SCOPES, type Scope, scopesIn } from "#lib/protocol/scopes.ts";
import { endGrantRows, requestNow } from "./_end-grant.ts";

/** How soon after the refusal a client opens the browser. */
const STEP_UP_MS = 300_000;

/** Notes that a call of a grant was refused for a missing scope; any other refusal changes nothing. */
export async function noteMissingScope(
  actor: Actor | undefined,
  thrown: unknown,
  now: number,
): Promise<void> {
  const { code, context } = refusalOf(thrown);
  if (actor?.kind !== "oauth_grant" || code !== "INSUFFICIENT_SCOPE") return;
  const { needed } = context as { needed: string };
  const isThis = and(eq(oauthGrants.id, actor.grantId), isNull(oauthGrants.revokedAt));
  const db = await database();
  await db.transaction(async (change) => {
    const { refusedAt, refusedScopes } = oauthGrants;
    const [row] = await change
      .select({ at: refusedAt, scopes: refusedScopes })
      .from(oauthGrants)
      .where(isThis)
      .for("update");
    const isRecent = (row?.at?.getTime() ?? 0) > now - STEP_UP_MS;
    const before = isRecent ? (row?.scopes ?? []) : [];
    const scopes = scopesIn([...before, needed].join(" "));
    await change
      .update(oauthGrants)
      .set({ refusedScopes: scopes, refusedAt: new Date(now) })
      .where(isThis);
  });
}

export type StepUp = {
  /** Requested scopes that the consent page preselects. */
  preselected: readonly Scope[];
  /** The grant that an approval replaces; `undefined` when there is none, or when several devices might be meant. */
  replaces: string | undefined;
};

type Request = {
  userId: string;
  clientId: string;
  redirectHost: string;
  requestedScopes: readonly Scope[];
  /** When the authorization began, Unix milliseconds. */
  begunAt: number;
};

/** The same for the consent page. */
export async function readStepUp(request: Request): Promise<StepUp> {
  return findStepUp(await database(), request);
}

/** Finds the grant of the same app and user whose call was refused just before this authorization began. */
export async function findStepUp(
  db: Pick<Database, "select">,
  { userId, clientId, redirectHost, requestedScopes, begunAt }: Request,
): Promise<StepUp> {
  const rows = await db
    .select({ id: oauthGrants.id, scopes: oauthGrants.scopes, lacked: oauthGrants.refusedScopes })
    .from(oauthGrants)
    .where(
      and(
        eq(oauthGrants.userId, userId),
        eq(oauthGrants.clientId, clientId),
        eq(oauthGrants.redirectHost, redirectHost),
        isNull(oauthGrants.revokedAt),
        gt(oauthGrants.expiresAt, new Date(begunAt)),
        gt(oauthGrants.refusedAt, new Date(begunAt - STEP_UP_MS)),
      ),
    )
    .orderBy(desc(oauthGrants.refusedAt));
  const extended = rows.filter(({ lacked }) =>
    lacked?.some((one) => requestedScopes.includes(one)),
  );
  const [latest] = extended;
  const isSelected = (scope: Scope): boolean =>
    latest === undefined
      ? scope === MIN_SCOPE
      : latest.scopes.includes(scope) || latest.lacked?.includes(scope) === true;
  return {
    preselected: SCOPES.filter((scope) => requestedScopes.includes(scope) && isSelected(scope)),
    replaces: extended.length === 1 ? latest?.id : undefined,
  };
}

/**
 * Ends the grant that this one replaces, once its client has exchanged the code and no longer needs the older tokens. Orders
 * that the client proposed belong to the new grant from then on: the end of a grant would withdraw those that wait.
 */
export async function endReplaced(grantId: string): Promise<void> {
  const db = await database();
  await db.transaction(async (change) => {
    const [grant] = await change
      .select({ replaces: oauthGrants.replaces })
      .from(oauthGrants)
      .where(eq(oauthGrants.id, grantId));
    if (grant?.replaces == null) return;
    await change
      .update(stagedOrders)
      .set({ sourceId: grantId })
      .where(
        and(eq(stagedOrders.sourceKind, "oauth_grant"), eq(stagedOrders.sourceId, grant.replaces)),
      );
    await endGrantRows(change, grant.replaces, { ...requestNow(), reason: "replaced" });
  });
}
