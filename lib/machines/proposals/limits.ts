/** Limits that a user sets for what a key or an app may propose, and their enforcement. */
import "server-only";
import { and, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import { lockSession } from "#lib/identity/person/lock-account.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { proposalLimits } from "#lib/machines/schema/assistant-controls.ts";
import { botKeys, mcpKeys } from "#lib/machines/schema/keys.ts";
import { oauthGrants } from "#lib/machines/schema/oauth-grants.ts";
import { stagedOrders } from "#lib/machines/schema/staged-orders.ts";
import type { Client, SessionActor } from "#lib/platform/actor.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import { type Decimal, formatDecimal, parseDecimal } from "#lib/protocol/decimal.ts";
import { DAY_MS } from "#lib/protocol/durations.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import type { ProposerKind } from "#lib/protocol/proposal-limits.ts";
import type {
  ProposalLimitList,
  ProposalLimits,
  SetProposalLimits,
} from "#lib/protocol/wire/assistant-controls.ts";

type Proposal = Pick<
  typeof stagedOrders.$inferSelect,
  "userId" | "sourceKind" | "sourceId" | "action" | "order" | "snapshot" | "countedNotional"
>;
type Proposer = { userId: string; kind: ProposerKind; id: string };
type Reader = Pick<Database, "select">;

/** States of proposals that count: the others led to nothing. */
const COUNTED = ["waiting", "sending", "unknown", "placed"] as const;

/** Those of the user's programs that have any. */
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
  const proposer = { userId, kind, id };
  const db = await database();
  return db.transaction(async (change) => {
    await lockSession(change, actor, now);
    const name = await nameOf(change, proposer);
    const terms = {
      markets: markets && [...new Set(markets)].toSorted(),
      maxNotional: max_notional,
      maxDayNotional: max_day_notional,
    };
    const row = { ...terms, updatedAt: new Date(now) };
    const [before] = await change.select().from(proposalLimits).where(isOf(proposer));
    const [was, is] = [before ?? NONE, terms].map(textOf);
    if (was !== is) {
      if (Object.values(terms).every((one) => one === null)) {
        await change.delete(proposalLimits).where(isOf(proposer));
      } else {
        const { userId: owner, kind: of, proposerId } = proposalLimits;
        await change
          .insert(proposalLimits)
          .values({ userId, kind, proposerId: id, ...row })
          .onConflictDoUpdate({ target: [owner, of, proposerId], set: row });
      }
      const details = { name, limits: is ?? "", before: was ?? "" };
      const action = "proposal_limits.set";
      await recordAudit(change, { now, userId, actor, client, action, target: id, details });
    }
    return shown(change, { userId, kind, proposerId: id, ...row }, now);
  });
}

/** A key that replaces another one has its limits. */
export async function copyLimits(
  change: Pick<Database, "select" | "insert">,
  { userId, from, to }: { userId: string; from: string; to: string },
): Promise<void> {
  const [row] = await change
    .select()
    .from(proposalLimits)
    .where(isOf({ userId, kind: "mcp_key", id: from }));
  if (row !== undefined) await change.insert(proposalLimits).values({ ...row, proposerId: to });
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
  const proposer = await proposerOf(db, proposal);
  const [limits] = await db.select().from(proposalLimits).where(isOf(proposer));
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
    throw limitError({ limit: "size", most: text(maxNotional), value });
  }
  if (maxDayNotional === null) return;
  const sum = units(await usedIn24Hours(db, proposer, now));
  if (sum > units(maxDayNotional)) {
    const used = formatDecimal(sum - counted, MONEY_DECIMALS);
    const added = formatDecimal(counted, MONEY_DECIMALS);
    throw limitError({ limit: "day", most: text(maxDayNotional), value: added, used });
  }
}

type LimitContext = ConstructorParameters<typeof ServiceError<"PROPOSAL_LIMIT">>[1];

function limitError(context: NonNullable<LimitContext>): ServiceError {
  return new ServiceError("PROPOSAL_LIMIT", context).withData(context);
}

async function proposerOf(
  db: Reader,
  { userId, sourceKind: kind, sourceId: id }: Proposal,
): Promise<Proposer> {
  if (kind !== "oauth_grant") return { userId, kind, id };
  const [grant] = await db
    .select({ clientId: oauthGrants.clientId })
    .from(oauthGrants)
    .where(eq(oauthGrants.id, id));
  return { userId, kind: "oauth_app", id: grant?.clientId ?? "" };
}

/** USDC as a decimal. */
async function usedIn24Hours(
  db: Reader,
  { userId, kind, id }: Proposer,
  now: number,
): Promise<Decimal> {
  const { sourceKind, sourceId, state, createdAt, countedNotional } = stagedOrders;
  const grants = db
    .select({ id: oauthGrants.id })
    .from(oauthGrants)
    .where(and(eq(oauthGrants.userId, userId), eq(oauthGrants.clientId, id)));
  const isSource =
    kind === "oauth_app"
      ? and(eq(sourceKind, "oauth_grant"), inArray(sourceId, grants))
      : and(eq(sourceKind, kind), eq(sourceId, id));
  const [row] = await db
    .select({ sum: sql<string | null>`sum(${countedNotional})::text` })
    .from(stagedOrders)
    .where(
      and(
        eq(stagedOrders.userId, userId),
        isSource,
        inArray(state, [...COUNTED]),
        gt(createdAt, new Date(now - DAY_MS)),
      ),
    );
  return text(row?.sum ?? "0");
}

/** The program's name, for the activity log. @throws KEY_NOT_FOUND, GRANT_NOT_FOUND */
async function nameOf(db: Reader, { userId, kind, id }: Proposer): Promise<string> {
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

type Terms = Pick<typeof proposalLimits.$inferSelect, "markets" | "maxNotional" | "maxDayNotional">;
const NONE: Terms = { markets: null, maxNotional: null, maxDayNotional: null };

/** `BTCUSDC, ETHUSDC · 500 USDC · 2000 USDC in 24 h`, for the activity log; empty without limits. */
function textOf({ markets, maxNotional, maxDayNotional }: Terms): string {
  return [
    ...(markets === null ? [] : [markets.join(", ")]),
    ...(maxNotional === null ? [] : [`${text(maxNotional)} USDC`]),
    ...(maxDayNotional === null ? [] : [`${text(maxDayNotional)} USDC in 24 h`]),
  ].join(" · ");
}

async function shown(
  db: Reader,
  { userId, kind, proposerId: id, markets, ...terms }: typeof proposalLimits.$inferSelect,
  now: number,
): Promise<ProposalLimits> {
  const amount = (of: string | null) => (of === null ? null : text(of));
  return {
    kind,
    id,
    markets,
    max_notional: amount(terms.maxNotional),
    max_day_notional: amount(terms.maxDayNotional),
    used_today: await usedIn24Hours(db, { userId, kind, id }, now),
  };
}

function isOf({ userId, kind, id }: Proposer): SQL | undefined {
  const { userId: owner, kind: of, proposerId } = proposalLimits;
  return and(eq(owner, userId), eq(of, kind), eq(proposerId, id));
}

/** More decimals than an amount of USDC has. */
const DECIMALS = 31;

function units(amount: string | null): bigint {
  const scaled = parseDecimal(amount ?? "0", DECIMALS);
  // What cannot be compared must not pass.
  if (scaled === undefined) throw new TypeError(`${amount} is no amount of USDC.`);
  return scaled / 10n ** BigInt(DECIMALS - MONEY_DECIMALS);
}

/** Without trailing zeros, which the database adds. */
function text(amount: string): Decimal {
  return formatDecimal(units(amount), MONEY_DECIMALS);
}
