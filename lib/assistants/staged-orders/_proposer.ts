/** What every proposal checks of its proposer: its permission, its rate, and the wallet that is to sign. */
import "server-only";
import { eq } from "drizzle-orm";
import { requireScope } from "#lib/assistants/oauth/require-scope.ts";
import { firstWallet } from "#lib/identity/person/person.ts";
import { namedWallet } from "#lib/identity/person/wallet-names.ts";
import { walletsOf } from "#lib/identity/person/wallets-of.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import { botKeys, mcpKeys } from "#lib/machines/schema/keys.ts";
import type { Client } from "#lib/platform/actor.ts";
import { database } from "#lib/platform/db/client.ts";
import { type Quota, requireQuota } from "#lib/platform/http/quota.ts";
import { spentQuota } from "#lib/platform/http/rate-limits.ts";
import { STAGED_ORDER_LIFETIME_MS } from "#lib/protocol/staged-orders.ts";
import { type Proposer, sourceIdOf } from "./_rows.ts";
import type { StagedOrderRow } from "./staged-order.ts";

/** The context of a proposal. A verb that counts a limit adds to `quotas`. */
export type Proposing = { actor: Proposer; client: Client; now: number; quotas: Quota[] };

/** @throws INSUFFICIENT_SCOPE, STAGING_NOT_ALLOWED, ASSISTANTS_PAUSED */
export function requireStaging(actor: Proposer): void {
  if (actor.kind !== "bot_key") requireScope(actor, "trade:execute");
  else if (!actor.canStageOrders) throw new ServiceError("STAGING_NOT_ALLOWED");
}

/** A proposal about a position or an open order shows what the user holds. @throws as `requireStaging` does */
export function requireStagingOfHoldings(actor: Proposer): void {
  requireStaging(actor);
  if (actor.kind !== "bot_key") requireScope(actor, "read:chat");
}

/** @throws RATE_LIMITED before the venue is read for a proposer that has used up its proposals */
export async function requireProposals({ actor, quotas }: Proposing): Promise<void> {
  const spent = await spentQuota("staged_orders", sourceIdOf(actor));
  if (spent === undefined) return;
  quotas.push(spent);
  requireQuota(spent);
}

/** The wallet that signs a new order: by default the one linked first. @throws WALLET_REQUIRED, ACCOUNT_MISMATCH, INVALID_FIELD */
export async function accountFor(actor: Proposer, named: string | undefined): Promise<string> {
  const db = await database();
  const own = actor.kind === "bot_key" ? actor.account : await firstWallet(db, actor.userId);
  if (own === undefined) throw new ServiceError("WALLET_REQUIRED");
  if (named === undefined || named === own) return own;
  return namedWallet(actor.kind === "bot_key" ? [own] : await walletsOf(actor.userId), named);
}

/**
 * The wallets for which a proposer may propose: that of a bot's key alone, those of an assistant's user, or the named one.
 * @throws WALLET_REQUIRED, ACCOUNT_MISMATCH, INVALID_FIELD
 */
export async function accountsFor(actor: Proposer, named: string | undefined): Promise<string[]> {
  const own = actor.kind === "bot_key" ? [actor.account] : await walletsOf(actor.userId);
  const wallets = own.filter((wallet) => wallet !== undefined);
  if (wallets.length === 0) throw new ServiceError("WALLET_REQUIRED");
  return named === undefined ? wallets : [namedWallet(wallets, named)];
}

type Terms = Pick<StagedOrderRow, "account" | "order" | "snapshot" | "countedNotional"> &
  Partial<Pick<StagedOrderRow, "action" | "target" | "protection" | "signalId">> & {
    reference: string | undefined;
    reason: string | undefined;
  };

/** The row of a new proposal, which waits for five minutes. */
export async function newProposal(
  { actor, now }: Pick<Proposing, "actor" | "now">,
  { reference, reason, ...terms }: Terms,
): Promise<StagedOrderRow> {
  return {
    id: newId("sto"),
    userId: actor.userId,
    sourceKind: actor.kind,
    sourceId: sourceIdOf(actor),
    sourceName: await nameOf(actor),
    reference: reference ?? null,
    signalId: null,
    action: "place",
    target: null,
    protection: [],
    ...terms,
    reason: reason === undefined || reason === "" ? null : reason,
    state: "waiting",
    createdAt: new Date(now),
    expiresAt: new Date(now + STAGED_ORDER_LIFETIME_MS),
    decidedAt: null,
    endedAt: null,
    digest: null,
    signed: null,
    result: null,
    errorCode: null,
    errorMessage: null,
  };
}

async function nameOf(actor: Proposer): Promise<string> {
  if (actor.kind === "oauth_grant") return actor.clientName;
  const keys = actor.kind === "mcp_key" ? mcpKeys : botKeys;
  const db = await database();
  const [key] = await db.select({ name: keys.name }).from(keys).where(eq(keys.id, actor.keyId));
  return key?.name ?? "";
}
