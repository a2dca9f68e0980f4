/** Limits that a user sets for what a key, an app or all others may propose, and their enforcement. */
import "server-only";
import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import { lockSession } from "#lib/identity/person/lock-account.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { proposalLimits } from "#lib/machines/schema/assistant-controls.ts";
import { botKeys, mcpKeys } from "#lib/machines/schema/keys.ts";
import { oauthGrants } from "#lib/machines/schema/oauth-grants.ts";
import type { stagedOrders } from "#lib/machines/schema/staged-orders.ts";
import type { Client, SessionActor } from "#lib/platform/actor.ts";
import { database } from "#lib/platform/db/client.ts";
import { formatDecimal } from "#lib/protocol/decimal.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import type {
  ProposalLimitList,
  ProposalLimits,
  SetProposalLimits,
} from "#lib/protocol/wire/assistant-controls.ts";
import {
  amountText,
  isOf,
  type Limited,
  type LimitRow,
  NO_TERMS,
  others,
  type Reader,
  termsText,
  units,
  usedIn24Hours,
} from "./_limit-rows.ts";

type Proposal = Pick<
  typeof stagedOrders.$inferSelect,
  "userId" | "sourceKind" | "sourceId" | "action" | "order" | "snapshot" | "countedNotional"
>;

/** Those of the user's programs that have any, and those of all others. */
export async function listProposalLimits(call: {
  ctx: { actor: SessionActor; now: number };
}): Promise<ProposalLimitList> {
  const { actor, now } = call.ctx;
  const { userId } = actor;
  const db = await database();
  const rows = await db.select().from(proposalLimits).where(eq(proposalLimits.userId, userId));
  return { results: await Promise.all(rows.map((row) => shown(db, row, now))) };
}

/** @throws KEY_NOT_FOUND, GRANT_NOT_FOUND, SIGN_IN_REQUIRED */
export async function setProposalLimits(call: {
  ctx: { actor: SessionActor; client: Client; now: number };
  input: { body: z.output<typeof SetProposalLimits> };
}): Promise<ProposalLimits> {
  const { actor, client, now } = call.ctx;
  const { userId } = actor;
  const { kind, id, markets, max_notional, max_day_notional } = call.input.body;
  const limited = { userId, kind, id };
  const db = await database();
  return db.transaction(async (change) => {
    await lockSession(change, actor, now);
    const name = kind === "default" ? "" : await nameOf(change, limited);
    const terms = {
      markets: markets && [...new Set(markets)].toSorted(),
      maxNotional: max_notional,
      maxDayNotional: max_day_notional,
    };
    const row = { ...terms, updatedAt: new Date(now) };
    const [before] = await change.select().from(proposalLimits).where(isOf(limited));
    const [was, is] = [before ?? NO_TERMS, terms].map(termsText);
    if (was !== is) {
      if (Object.values(terms).every((one) => one === null)) {
        await change.delete(proposalLimits).where(isOf(limited));
      } else {
        const { userId: owner, kind: of, proposerId } = proposalLimits;
        await change
          .insert(proposalLimits)
          .values({ userId, kind, proposerId: id, ...row })
          .onConflictDoUpdate({ target: [owner, of, proposerId], set: row });
      }
      const details = { name, limits: is ?? "", before: was ?? "" };
      const action = kind === "default" ? "proposal_limits.default_set" : "proposal_limits.set";
      await recordAudit(change, { now, userId, actor, client, action, target: id, details });
    }
    return shown(change, { userId, kind, proposerId: id, ...row }, now);
  });
}

/**
 * Call it after the proposal is inserted and while its account is locked, so that proposals are counted one after the other. A
 * cancellation has no size and counts nothing.
 * @throws PROPOSAL_LIMIT
 */
export async function requireWithinLimits(
  db: Reader,
  proposal: Proposal,
  now: number,
): Promise<void> {
  const own = await proposerOf(db, proposal);
  const read = (of: Limited) => db.select().from(proposalLimits).where(isOf(of));
  const [limits = (await read(others(own.userId)))[0]] = await read(own);
  if (limits === undefined) return;
  const { market } = proposal.order;
  const { markets, maxNotional, maxDayNotional } = limits;
  if (markets !== null && !markets.includes(market)) {
    throw limitError({ limit: "market", allowed: markets.join(", "), market });
  }
  const counted = units(proposal.countedNotional);
  // A change that makes an order smaller adds nothing and is always allowed.
  if (counted === 0n) return;
  const value = proposal.snapshot["notional"] ?? "0";
  if (maxNotional !== null && units(value) > units(maxNotional)) {
    throw limitError({ limit: "size", most: amountText(maxNotional), value });
  }
  if (maxDayNotional === null) return;
  const { kind, proposerId: id } = limits;
  const sum = units(await usedIn24Hours(db, { userId: own.userId, kind, id }, now));
  if (sum > units(maxDayNotional)) {
    const used = formatDecimal(sum - counted, MONEY_DECIMALS);
    const added = formatDecimal(counted, MONEY_DECIMALS);
    const of = { most: amountText(maxDayNotional), value: added, used };
    throw limitError({ limit: "day", ...of, ...(kind === "default" && { shared: true }) });
  }
}

type LimitContext = ConstructorParameters<typeof ServiceError<"PROPOSAL_LIMIT">>[1];

function limitError(context: NonNullable<LimitContext>): ServiceError {
  return new ServiceError("PROPOSAL_LIMIT", context).withData(context);
}

async function proposerOf(
  db: Reader,
  { userId, sourceKind: kind, sourceId: id }: Proposal,
): Promise<Limited> {
  if (kind !== "oauth_grant") return { userId, kind, id };
  const [grant] = await db
    .select({ clientId: oauthGrants.clientId })
    .from(oauthGrants)
    .where(eq(oauthGrants.id, id));
  return { userId, kind: "oauth_app", id: grant?.clientId ?? "" };
}

/** The program's name, for the activity log. @throws KEY_NOT_FOUND, GRANT_NOT_FOUND */
async function nameOf(db: Reader, { userId, kind, id }: Limited): Promise<string> {
  if (kind === "oauth_app") {
    const isOwn = and(eq(oauthGrants.userId, userId), eq(oauthGrants.clientId, id));
    const [grant] = await db
      .select({ name: oauthGrants.clientName })
      .from(oauthGrants)
      .where(isOwn)
      .limit(1);
    if (grant === undefined) throw new ServiceError("GRANT_NOT_FOUND");
    return grant.name;
  }
  const keys = kind === "mcp_key" ? mcpKeys : botKeys;
  const [key] = await db
    .select({ name: keys.name })
    .from(keys)
    .where(and(eq(keys.id, id), eq(keys.userId, userId)));
  if (key === undefined) throw new ServiceError("KEY_NOT_FOUND");
  return key.name;
}

async function shown(
  db: Reader,
  { userId, kind, proposerId: id, markets, ...terms }: LimitRow,
  now: number,
): Promise<ProposalLimits> {
  const amount = (of: string | null) => (of === null ? null : amountText(of));
  return {
    kind,
    id,
    markets,
    max_notional: amount(terms.maxNotional),
    max_day_notional: amount(terms.maxDayNotional),
    used_today: await usedIn24Hours(db, { userId, kind, id }, now),
  };
}
