/** When and from which amount on a partner wants to be paid, within what the operator offers. */
import "server-only";
import { and, asc, desc, eq, inArray, ne } from "drizzle-orm";
import { z } from "zod";
import type { AuditActor } from "#lib/identity/audit/audit-entry.ts";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { partnerSettlements } from "#lib/partner/schema/partner.ts";
import type { Client } from "#lib/platform/actor.ts";
import { config } from "#lib/platform/config/config.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { formatDecimal, parseDecimal } from "#lib/protocol/decimal.ts";
import { MAX_PAYOUT_MINIMUM, PAYOUT_SCHEDULES } from "#lib/protocol/partner/enumerations.ts";
import { PAYOUT_DECIMALS } from "#lib/protocol/partner/partner-levels.ts";
import type { PartnerProfile, PayoutTerms } from "#lib/protocol/wire/partner.ts";
import type { Partner } from "./partner.ts";
import { nextDay } from "./payout-terms.ts";

export const PayoutWishes = z.object({
  payout_schedule: z.enum(PAYOUT_SCHEDULES).optional(),
  /** USDC; null: the operator's. */
  payout_minimum: z
    .string()
    .refine((text) => parseDecimal(text, PAYOUT_DECIMALS) !== undefined, {
      params: { code: "INVALID_DECIMAL" },
    })
    .nullable()
    .optional()
    .meta({ examples: ["50"] }),
  /** Asks for a payout in the operator's next run; false takes the request back. */
  payout_request: z.boolean().optional(),
});
type PayoutWishes = z.output<typeof PayoutWishes>;

/** Columns that a request changes. @throws INVALID_FIELD for a minimum outside the operator's bounds */
export function wishedChanges(wishes: PayoutWishes, now: number): Partial<Partner> {
  const { payout_schedule: schedule, payout_minimum: minimum, payout_request: asks } = wishes;
  return {
    ...(schedule === undefined ? {} : { payoutSchedule: schedule }),
    ...(minimum === undefined
      ? {}
      : { payoutMinimum: minimum === null ? null : requireMinimum(minimum) }),
    ...(asks === undefined ? {} : { payoutRequestedAt: asks ? new Date(now) : null }),
  };
}

function requireMinimum(text: string): bigint {
  const least = config().partner.payoutMinimum;
  const units = unitsOf(text);
  if (units < unitsOf(least) || units > unitsOf(MAX_PAYOUT_MINIMUM)) {
    const reason = `it must be from ${least} to ${MAX_PAYOUT_MINIMUM} USDC`;
    throw new ServiceError("INVALID_FIELD", { field: "payout_minimum", reason });
  }
  return units;
}

function unitsOf(text: string): bigint {
  return parseDecimal(text, PAYOUT_DECIMALS) ?? 0n;
}

type By = { now: number; userId: string; actor: AuditActor; target: string; client: Client };

export async function recordWishes(
  change: Pick<Database, "insert" | "execute" | "select">,
  by: By,
  { before, after }: { before: Partner; after: Partner },
): Promise<void> {
  const { payoutSchedule: schedule, payoutMinimum: minimum } = after;
  if (schedule !== before.payoutSchedule || minimum !== before.payoutMinimum) {
    const details = { schedule, minimum: minimum === null ? "" : usdc(minimum) };
    await recordAudit(change, { ...by, action: "partner.payout_terms_set", details });
  }
  if (after.payoutRequestedAt !== null && before.payoutRequestedAt === null) {
    await recordAudit(change, { ...by, action: "partner.payout_requested" });
  }
}

/** Whether a run up to `periodEnd` (Unix milliseconds) pays the partner by its own schedule. */
export async function isDue(
  db: Pick<Database, "select">,
  partner: Partner,
  periodEnd: number,
): Promise<boolean> {
  const { payoutSchedule: schedule, payoutRequestedAt: requestedAt } = partner;
  if (schedule === "every_run") return true;
  if (schedule === "on_request") return requestedAt !== null;
  const last = await lastCreated(db, partner.id);
  return last === undefined || monthOf(last) !== monthOf(periodEnd);
}

/** The time up to which the latest payout paid, unless it failed. */
async function lastCreated(
  db: Pick<Database, "select">,
  partnerId: string,
): Promise<number | undefined> {
  const { periodEnd, state } = partnerSettlements;
  const [row] = await db
    .select({ periodEnd })
    .from(partnerSettlements)
    .where(and(eq(partnerSettlements.partnerId, partnerId), ne(state, "failed")))
    .orderBy(desc(periodEnd))
    .limit(1);
  return row?.periodEnd;
}

function monthOf(time: number): string {
  return new Date(time).toISOString().slice(0, 7);
}

type Shown = Pick<
  NonNullable<PartnerProfile["partner"]>,
  | "payout_schedule"
  | "payout_minimum"
  | "payout_minimum_is_own"
  | "payout_requested_at"
  | "payout_at"
  | "in_preparation"
  | "last_paid"
>;

export async function shownPayouts(
  db: Pick<Database, "select">,
  partner: Partner,
  { now, terms }: { now: number; terms: PayoutTerms },
): Promise<Shown> {
  const { payoutMinimum: own, payoutSchedule: schedule, payoutRequestedAt: asked } = partner;
  // The operator may have raised it since.
  const isOwn = own !== null && own > unitsOf(terms.minimum);
  return {
    payout_schedule: schedule,
    payout_minimum: isOwn ? usdc(own) : terms.minimum,
    payout_minimum_is_own: isOwn,
    payout_requested_at: asked === null ? null : asked.toISOString(),
    payout_at: await payoutAt(db, partner, { now, terms }),
    in_preparation: await inPreparation(db, partner.id),
    last_paid: await lastPaid(db, partner.id),
  };
}

async function payoutAt(
  db: Pick<Database, "select">,
  partner: Partner,
  { now, terms: { available, day } }: { now: number; terms: PayoutTerms },
): Promise<string | null> {
  if (!available || day === null) return null;
  if (partner.payoutSchedule === "on_request" && partner.payoutRequestedAt === null) return null;
  let at = nextDay(day, now);
  if (partner.payoutSchedule === "monthly") {
    const last = await lastCreated(db, partner.id);
    if (last !== undefined && monthOf(last) === monthOf(at)) at = nextDay(day, at);
  }
  return new Date(at).toISOString();
}

async function inPreparation(
  db: Pick<Database, "select">,
  partnerId: string,
): Promise<Shown["in_preparation"]> {
  const { id, amount, createdAt, state } = partnerSettlements;
  const rows = await db
    .select({ id, amount, createdAt, state })
    .from(partnerSettlements)
    .where(
      and(eq(partnerSettlements.partnerId, partnerId), inArray(state, ["created", "submitted"])),
    )
    .orderBy(asc(createdAt), asc(id));
  return rows.map((row) => ({
    settlement_id: row.id,
    amount: usdc(row.amount),
    created_at: new Date(row.createdAt).toISOString(),
    state: row.state === "submitted" ? "submitted" : "created",
  }));
}

async function lastPaid(
  db: Pick<Database, "select">,
  partnerId: string,
): Promise<Shown["last_paid"]> {
  const { amount, createdAt, endedAt, state } = partnerSettlements;
  const [row] = await db
    .select({ amount, createdAt, endedAt })
    .from(partnerSettlements)
    .where(and(eq(partnerSettlements.partnerId, partnerId), eq(state, "confirmed")))
    .orderBy(desc(createdAt))
    .limit(1);
  if (row === undefined) return null;
  const times = {
    created_at: new Date(row.createdAt).toISOString(),
    paid_at: new Date(row.endedAt ?? 0).toISOString(),
  };
  return { amount: usdc(row.amount), ...times };
}

function usdc(units: bigint): string {
  return formatDecimal(units, PAYOUT_DECIMALS);
}
