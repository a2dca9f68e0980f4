/** Rows of limits, and how much of them is used. */
import "server-only";
import { and, eq, exists, gt, inArray, not, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { proposalLimits } from "#lib/machines/schema/assistant-controls.ts";
import { oauthGrants } from "#lib/machines/schema/oauth-grants.ts";
import { stagedOrders } from "#lib/machines/schema/staged-orders.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { type Decimal, formatDecimal, parseDecimal } from "#lib/protocol/decimal.ts";
import { DAY_MS } from "#lib/protocol/durations.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import { DEFAULT_LIMITS_ID, type LimitedKind } from "#lib/protocol/proposal-limits.ts";

/** What limits are set for. */
export type Limited = { userId: string; kind: LimitedKind; id: string };
export type Reader = Pick<Database, "select">;
export type LimitRow = typeof proposalLimits.$inferSelect;
export type Terms = Pick<LimitRow, "markets" | "maxNotional" | "maxDayNotional">;

export const NO_TERMS: Terms = { markets: null, maxNotional: null, maxDayNotional: null };

/** All programs of the user without limits of their own. */
export function others(userId: string): Limited {
  return { userId, kind: "default", id: DEFAULT_LIMITS_ID };
}

export function isOf({ userId, kind, id }: Limited): SQL | undefined {
  const { userId: owner, kind: of, proposerId } = proposalLimits;
  return and(eq(owner, userId), eq(of, kind), eq(proposerId, id));
}

/** States of proposals that count: the others led to nothing. */
const COUNTED = ["waiting", "sending", "unknown", "placed"] as const;

/** USDC as a decimal. */
export async function usedIn24Hours(db: Reader, of: Limited, now: number): Promise<Decimal> {
  const { userId, state, createdAt, countedNotional } = stagedOrders;
  const [row] = await db
    .select({ sum: sql<string | null>`sum(${countedNotional})::text` })
    .from(stagedOrders)
    .where(
      and(
        eq(userId, of.userId),
        isSource(db, of),
        inArray(state, [...COUNTED]),
        gt(createdAt, new Date(now - DAY_MS)),
      ),
    );
  return amountText(row?.sum ?? "0");
}

/** Proposals of these programs. An app counts with all its connections, also with those under another client id. */
function isSource(db: Reader, of: Limited): SQL | undefined {
  const { sourceKind, sourceId } = stagedOrders;
  if (of.kind === "default") return not(hasOwnLimits(db, of.userId));
  if (of.kind !== "oauth_app") return and(eq(sourceKind, of.kind), eq(sourceId, of.id));
  const grants = db
    .select({ id: oauthGrants.id })
    .from(oauthGrants)
    .where(and(eq(oauthGrants.userId, of.userId), isSameApp(db, of)));
  return and(eq(sourceKind, "oauth_grant"), inArray(sourceId, grants));
}

/**
 * The grants of one app. Apps register anew, and then have another client id: an app is the same for its user when it shows the
 * same name and leads back to the same place.
 */
export function isSameApp(db: Reader, { userId, id }: Pick<Limited, "userId" | "id">) {
  const { clientId, clientName, redirectHost } = oauthGrants;
  const named = alias(oauthGrants, "named");
  const isAlike = db
    .select({ id: named.id })
    .from(named)
    .where(
      and(
        eq(named.userId, userId),
        eq(named.clientId, id),
        eq(named.clientName, clientName),
        eq(named.redirectHost, redirectHost),
      ),
    );
  return or(eq(clientId, id), exists(isAlike));
}

function hasOwnLimits(db: Reader, userId: string): SQL {
  const { kind, proposerId, userId: owner } = proposalLimits;
  const { sourceKind, sourceId } = stagedOrders;
  const client = db
    .select({ clientId: oauthGrants.clientId })
    .from(oauthGrants)
    .where(eq(oauthGrants.id, sourceId));
  const ofApp = and(
    eq(kind, "oauth_app"),
    eq(sourceKind, "oauth_grant"),
    inArray(proposerId, client),
  );
  const ofKey = and(sql`${kind} = ${sourceKind}`, eq(proposerId, sourceId));
  return exists(
    db
      .select({ kind })
      .from(proposalLimits)
      .where(and(eq(owner, userId), or(ofApp, ofKey))),
  );
}

/** More decimals than an amount of USDC has. */
const DECIMALS = 31;

export function units(amount: string | null): bigint {
  const scaled = parseDecimal(amount ?? "0", DECIMALS);
  // What cannot be compared must not pass.
  if (scaled === undefined) throw new TypeError(`${amount} is no amount of USDC.`);
  return scaled / 10n ** BigInt(DECIMALS - MONEY_DECIMALS);
}

/** Without trailing zeros, which the database adds. */
export function amountText(amount: string): Decimal {
  return formatDecimal(units(amount), MONEY_DECIMALS);
}

/** `BTCUSDC, ETHUSDC · 500 USDC · 2000 USDC in 24 h`, for the activity log; empty without limits. */
export function termsText({ markets, maxNotional, maxDayNotional }: Terms): string {
  return [
    ...(markets === null ? [] : [markets.join(", ")]),
    ...(maxNotional === null ? [] : [`${amountText(maxNotional)} USDC`]),
    ...(maxDayNotional === null ? [] : [`${amountText(maxDayNotional)} USDC in 24 h`]),
  ].join(" · ");
}
