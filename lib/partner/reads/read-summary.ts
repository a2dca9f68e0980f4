/** A partner's level and the fees behind it (docs/api/partner.md). */
import "server-only";
import { and, count, eq, lte, sql } from "drizzle-orm";
import { z } from "zod";
import { earningText, feeText } from "#lib/partner/ledger/figures.ts";
import { isoTime } from "#lib/partner/ledger/ledger-line.ts";
import { minus, type Totals } from "#lib/partner/ledger/totals.ts";
import { referralUrl, requirePartner } from "#lib/partner/profile/partner.ts";
import {
  partnerLedger,
  partnerReferrals,
  partnerSettlements,
} from "#lib/partner/schema/partner.ts";
import type { OwnerActor } from "#lib/platform/actor.ts";
import { config } from "#lib/platform/config/config.ts";
import type { Database } from "#lib/platform/db/client.ts";
import {
  DISCOUNT_PERCENT,
  LEVELS,
  levelAbove,
  levelOf,
  PRODUCTS,
  type Product,
  RULESET,
  WINDOW_MS,
} from "#lib/protocol/partner/partner-levels.ts";
import type { PartnerSummary } from "#lib/protocol/wire/partner.ts";
import { snapshotParameters } from "./query.ts";
import { atOf, firstAccrual, type Snapshot, takeSnapshot } from "./snapshot.ts";
import { type PartnerStatement, partnerStatement, thresholdOf } from "./statement.ts";

export const SummaryQuery = z.strictObject(snapshotParameters);

/** @throws NOT_A_PARTNER, INVALID_FIELD for an unknown snapshot */
export async function readSummary(call: {
  ctx: { actor: OwnerActor; now: number };
  input: { query: z.output<typeof SummaryQuery> };
}): Promise<PartnerSummary> {
  const { actor, now } = call.ctx;
  const { db, partner } = await requirePartner(actor);
  const snapshot = await takeSnapshot(db, { partnerId: partner.id, query: call.input.query, now });
  const statement = await partnerStatement(db, snapshot);
  const own = await companions(db, snapshot);
  // A partner of a simulated market reads so before the first fee.
  const simulated = own.simulated || config().sandboxUrl !== undefined;
  return summaryOf(snapshot, statement, { code: partner.code, ...own, simulated });
}

type Companions = {
  code: string;
  referrals: number;
  simulated: boolean;
  /** Unix milliseconds. */
  firstAccruedAt: number | undefined;
};

export function summaryOf(
  snapshot: Snapshot,
  statement: PartnerStatement,
  { code, referrals, simulated, firstAccruedAt }: Companions,
): PartnerSummary {
  const { window, balances, forecast } = statement;
  const { level, percent } = levelOf(window.fees);
  return {
    ...atOf(snapshot),
    level,
    share_percent: Number(percent),
    referred_fees_30d: feeText(window.fees),
    window: { from: isoTime(snapshot.asOf - WINDOW_MS), to: isoTime(snapshot.asOf) },
    by_product: PRODUCTS.map((product) => productPart(product, snapshot, statement)),
    next_level: nextLevel(statement),
    rolloff: statement.falls.map((fall) => ({
      at: isoTime(fall.at),
      level: fall.level,
      share_percent: Number(levelOf(fall.fees).percent),
      fees_30d: feeText(fall.fees),
      to_hold: feeText(thresholdOf(fall.before) - fall.fees),
    })),
    forecast: forecast.map(({ at, fees }) => ({ at: isoTime(at), fees_30d: feeText(fees) })),
    balances: {
      accrued: earningText(balances.accrued),
      settled: earningText(balances.settled),
      in_transit: earningText(balances.inTransit),
      pending: earningText(balances.pending),
      reconciles: balances.reconciles,
    },
    first_accrued_at: firstAccruedAt === undefined ? null : isoTime(firstAccruedAt),
    referrals,
    referral: { code, url: referralUrl(code), discount_percent: DISCOUNT_PERCENT },
    ruleset: {
      id: RULESET,
      window_hours: WINDOW_MS / 3_600_000,
      levels: LEVELS.map((rule) => ({
        level: rule.level,
        threshold: feeText(rule.threshold),
        share_percent: Number(rule.percent),
      })),
    },
    head_hash: snapshot.standing.hash,
    simulated,
  };
}

function productPart(product: Product, snapshot: Snapshot, statement: PartnerStatement) {
  const part = (series: keyof Totals) => {
    const total = snapshot.standing.totals[series];
    const booked = minus(total, statement.window.start[series]);
    return {
      fees_30d: feeText(statement.window.bySeries[series]),
      earned_30d: earningText(booked.earned),
      fees_total: feeText(total.fees),
      earned_total: earningText(total.earned),
    };
  };
  return { product, ...part(product), of_which_copy: product === "perp" ? part("copy") : null };
}

function nextLevel({ window, pace }: PartnerStatement): PartnerSummary["next_level"] {
  const above = levelAbove(levelOf(window.fees).level);
  if (above === undefined) return null;
  const tenThousandths = (window.fees * 10_000n) / above.threshold;
  return {
    level: above.level,
    share_percent: Number(above.percent),
    threshold: feeText(above.threshold),
    remaining: feeText(above.threshold - window.fees),
    progress: `0.${tenThousandths.toString().padStart(4, "0")}`,
    pace: {
      fees_7d: feeText(pace.fees),
      reached_at: pace.reachedAt === undefined ? null : isoTime(pace.reachedAt),
    },
  };
}

/** The parts of the summary that are not sums of the ledger. */
export async function companions(
  db: Pick<Database, "select">,
  snapshot: Snapshot,
): Promise<Omit<Companions, "code">> {
  const { partnerId, asOf, standing } = snapshot;
  const [referred] = await db
    .select({
      number: count(),
      simulated: sql<boolean>`coalesce(bool_or(${partnerReferrals.simulated}), false)`,
    })
    .from(partnerReferrals)
    .where(and(eq(partnerReferrals.partnerId, partnerId), lte(partnerReferrals.boundAt, asOf)));
  const [settled] = await db
    .select({ id: partnerSettlements.id })
    .from(partnerSettlements)
    .where(
      and(
        eq(partnerSettlements.partnerId, partnerId),
        eq(partnerSettlements.simulated, true),
        lte(partnerSettlements.openedSeq, standing.seq),
      ),
    )
    .limit(1);
  const [booked] = await db
    .select({ seq: partnerLedger.seq })
    .from(partnerLedger)
    .where(
      and(
        eq(partnerLedger.partnerId, partnerId),
        // As written in the index of these rows.
        sql`simulated`,
        lte(partnerLedger.seq, standing.seq),
      ),
    )
    .limit(1);
  return {
    firstAccruedAt: await firstAccrual(db, snapshot),
    referrals: referred?.number ?? 0,
    simulated: [referred?.simulated === true, settled, booked].some(Boolean),
  };
}
