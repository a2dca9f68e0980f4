/** Shared steps of ending a settlement, for the operator and the payment loop: the chain decides, and one transaction writes. */
import "server-only";
import { eq } from "drizzle-orm";
import type { AuditActor } from "#lib/identity/audit/audit-entry.ts";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import type { Payment } from "#lib/kernel/chain-client/read-payment.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { appendEntries, lockPartner } from "#lib/partner/ledger/append-rows.ts";
import { isoTime } from "#lib/partner/ledger/ledger-line.ts";
import type { Partner } from "#lib/partner/profile/partner.ts";
import type { SettlementRow } from "#lib/partner/reads/read-settlements.ts";
import { partnerSettlements, partners } from "#lib/partner/schema/partner.ts";
import type { Client } from "#lib/platform/actor.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { formatDecimal } from "#lib/protocol/decimal.ts";
import { fromPayoutUnits, PAYOUT_DECIMALS } from "#lib/protocol/partner/partner-levels.ts";
import { type PaymentChain, paymentChain } from "./_payment-chain.ts";

export type Settling = { row: SettlementRow; partner: Partner };

/** A transaction. */
export type Change = Pick<Database, "execute" | "select" | "insert" | "update">;

/** Actor and time for the audit log. */
export type By = { actor: AuditActor; client?: Client | undefined; now: number };

/** @throws SETTLEMENT_NOT_FOUND */
export async function findSettlement(db: Pick<Database, "select">, id: string): Promise<Settling> {
  const [found] = await db
    .select({ row: partnerSettlements, partner: partners })
    .from(partnerSettlements)
    .innerJoin(partners, eq(partners.id, partnerSettlements.partnerId))
    .where(eq(partnerSettlements.id, id));
  if (found === undefined) throw new ServiceError("SETTLEMENT_NOT_FOUND");
  return found;
}

/** The current settlement under its partner's lock, which protects it and the ledger until the transaction ends. */
export async function lockSettlement(
  change: Change,
  { row, partner }: Settling,
): Promise<Settling> {
  await lockPartner(change, partner.id);
  return findSettlement(change, row.id);
}

export function amountText({ amount }: Pick<SettlementRow, "amount">): string {
  return formatDecimal(amount, PAYOUT_DECIMALS);
}

/** The chain of the settlement. @throws SETTLEMENT_OF_ANOTHER_NETWORK, and as `paymentChain` */
export async function chainOf(row: SettlementRow): Promise<PaymentChain> {
  const chain = await paymentChain();
  const refusal = networkRefusal(row, chain);
  if (refusal !== undefined) throw refusal;
  return chain;
}

/** The refusal of a settlement that was created while another network was configured. */
export function networkRefusal(
  { network }: SettlementRow,
  { network: configured }: PaymentChain,
): ServiceError | undefined {
  if (network === configured) return undefined;
  return new ServiceError("SETTLEMENT_OF_ANOTHER_NETWORK", { network, configured });
}

/** `at`: of the block, in Unix milliseconds; null where it is not known. */
export type Ending =
  | { state: "confirmed"; slot: number; at: number | null }
  | { state: "failed"; slot: number | null; at: number | null; reason: string };

export type PaymentCheck =
  /** The chain does not show an end yet. */
  | { kind: "open"; isSeen: boolean }
  | { kind: "ended"; ending: Ending }
  /** A payment of something else than this settlement. */
  | { kind: "another"; refusal: ServiceError };

/** Block times are whole seconds of validators' clocks, which differ by some seconds. */
const CLOCK_TOLERANCE_MS = 60_000;

/** Checks the payment on the chain against the settlement. */
export function checkPayment(row: SettlementRow, payment: Payment): PaymentCheck {
  if (payment.state === "unknown" || payment.state === "pending")
    return { kind: "open", isSeen: payment.state === "pending" };
  const { slot, blockTime: at } = payment;
  if (at !== null && at < row.createdAt - CLOCK_TOLERANCE_MS) {
    const times = { paidAt: isoTime(at), madeOutAt: isoTime(row.createdAt) };
    return { kind: "another", refusal: new ServiceError("PAYMENT_TOO_EARLY", times) };
  }
  if (payment.state === "failed")
    return { kind: "ended", ending: { state: "failed", slot, at, reason: payment.reason } };
  if (payment.amount !== row.amount) {
    const found = formatDecimal(payment.amount, PAYOUT_DECIMALS);
    const data = { expected: amountText(row), found };
    return { kind: "another", refusal: new ServiceError("PAYMENT_DIFFERS", data).withData(data) };
  }
  return { kind: "ended", ending: { state: "confirmed", slot, at } };
}

/** The time to store for an end: now, but for simulated history the time on the chain. */
export function shownEndTime(
  { simulated, createdAt }: SettlementRow,
  { at }: Ending,
  now: number,
): number {
  return simulated && at !== null ? Math.min(now, Math.max(createdAt, at)) : now;
}

const AUDITED = {
  confirmed: "partner.settlement_confirmed",
  failed: "partner.settlement_failed",
} as const;

/** Writes settlement, ledger and audit log. The transaction must hold the lock and have checked that the settlement is open. */
export async function endSettlement(
  change: Change,
  { row, partner }: Settling,
  { ending, by }: { ending: Ending; by: By },
): Promise<Settling> {
  const { now, actor, client } = by;
  const isPaid = ending.state === "confirmed";
  const [entry] = await appendEntries(change, {
    partnerId: partner.id,
    now,
    entries: [
      {
        kind: isPaid ? "payment" : "return",
        settlementId: row.id,
        amount: fromPayoutUnits(row.amount),
        occurredAt: ending.at ?? now,
        simulated: row.simulated,
      },
    ],
  });
  if (entry === undefined) throw new Error(`The end of settlement ${row.id} is booked already.`);
  const changes = {
    state: ending.state,
    slot: ending.slot,
    failure: isPaid ? null : ending.reason,
    endedAt: Math.max(row.submittedAt ?? row.createdAt, shownEndTime(row, ending, now)),
    endedSeq: entry.seq,
  };
  await change.update(partnerSettlements).set(changes).where(eq(partnerSettlements.id, row.id));
  // What the partner asked for is still unpaid.
  if (!isPaid && partner.payoutSchedule === "on_request") {
    await change
      .update(partners)
      .set({ payoutRequestedAt: new Date(now) })
      .where(eq(partners.id, partner.id));
  }
  await recordAudit(change, {
    now,
    userId: partner.userId,
    actor,
    action: AUDITED[ending.state],
    target: row.id,
    ...(client && { client }),
    details: { amount: amountText(row), ...(isPaid ? {} : { reason: ending.reason }) },
  });
  return { row: { ...row, ...changes }, partner };
}
