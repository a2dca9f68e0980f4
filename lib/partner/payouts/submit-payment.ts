/** Stores the signature of a payment that was made elsewhere, and checks it on the chain at once. */
import "server-only";
import { and, eq, ne } from "drizzle-orm";
import { z } from "zod";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { OperatorContext } from "#lib/machines/operator/key-record.ts";
import type { SettlementRow } from "#lib/partner/reads/read-settlements.ts";
import { partnerSettlements } from "#lib/partner/schema/partner.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import { isSignature } from "#lib/protocol/solana.ts";
import {
  amountText,
  type By,
  type Change,
  chainOf,
  checkPayment,
  endSettlement,
  findSettlement,
  lockSettlement,
  type PaymentCheck,
  type Settling,
  shownEndTime,
} from "./_settling.ts";
import {
  type SettlementAnswer,
  type SettlementParams,
  settlementRecord,
} from "./settlement-record.ts";

export const PaymentBody = z.strictObject({
  /** The signature of the transaction, base58. */
  signature: z
    .string()
    .trim()
    .refine(isSignature, "must be a transaction's signature: base58 of 64 bytes"),
});

/**
 * For the operator only. A final payment of exactly the amount is confirmed in this call; one that failed on the chain fails the
 * settlement; any other is submitted and looked up from now on. Idempotent.
 * @throws SETTLEMENT_NOT_FOUND, SETTLEMENT_IS_OVER, SETTLEMENT_HAS_PAYMENT, SETTLEMENT_OF_ANOTHER_NETWORK, PAYMENT_USED, PAYMENT_DIFFERS,
 * PAYMENT_TOO_EARLY, PAYOUTS_NOT_CONFIGURED, CHAIN_UNREACHABLE, CHAIN_IS_ANOTHER; then nothing was stored
 */
export async function submitPayment({
  ctx,
  input,
}: {
  ctx: OperatorContext;
  input: { params: z.output<typeof SettlementParams>; body: z.output<typeof PaymentBody> };
}): Promise<z.output<typeof SettlementAnswer>> {
  const { signature } = input.body;
  const db = await database();
  const found = await findSettlement(db, input.params.id);
  if (found.row.signature === signature) return answer(found);
  requireUnpaid(found.row);
  await requireUnused(db, found.row, signature);
  const { recipient, mint } = found.row;
  const chain = await chainOf(found.row);
  const check = checkPayment(found.row, await chain.readPayment({ signature, recipient, mint }));
  if (check.kind === "another") throw check.refusal;
  return answer(await store(db, found, { signature, check, by: ctx }));
}

function answer({ row, partner }: Settling): z.output<typeof SettlementAnswer> {
  return { settlement: settlementRecord(row, partner) };
}

/** @throws SETTLEMENT_IS_OVER, SETTLEMENT_HAS_PAYMENT */
function requireUnpaid({ state }: SettlementRow): void {
  if (state === "submitted") throw new ServiceError("SETTLEMENT_HAS_PAYMENT");
  if (state !== "created") throw new ServiceError("SETTLEMENT_IS_OVER", { state });
}

/** One transaction may pay many wallets, and each of them for one settlement. @throws PAYMENT_USED */
async function requireUnused(
  db: Pick<Database, "select">,
  { id, recipient }: SettlementRow,
  signature: string,
): Promise<void> {
  const table = partnerSettlements;
  const [other] = await db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.signature, signature), eq(table.recipient, recipient), ne(table.id, id)));
  if (other !== undefined) throw new ServiceError("PAYMENT_USED");
}

type Submission = { signature: string; check: PaymentCheck; by: By };

/** Stores the result of the check for the settlement's current state. */
async function store(db: Database, found: Settling, submission: Submission): Promise<Settling> {
  try {
    return await db.transaction(async (change) => {
      const locked = await lockSettlement(change, found);
      if (locked.row.signature === submission.signature) return locked;
      requireUnpaid(locked.row);
      return submit(change, locked, submission);
    });
  } catch (error) {
    // Two settlements of one recipient may be locked by different partners.
    if (isSecondUse(error)) throw new ServiceError("PAYMENT_USED");
    throw error;
  }
}

async function submit(
  change: Change,
  { row, partner }: Settling,
  { signature, check, by }: Submission,
): Promise<Settling> {
  const { now, actor, client } = by;
  const ending = check.kind === "ended" ? check.ending : undefined;
  const submittedAt = ending === undefined ? now : shownEndTime(row, ending, now);
  const changes = { state: "submitted", signature, submittedAt } as const;
  await change.update(partnerSettlements).set(changes).where(eq(partnerSettlements.id, row.id));
  await recordAudit(change, {
    now,
    userId: partner.userId,
    actor,
    action: "partner.settlement_submitted",
    target: row.id,
    ...(client && { client }),
    details: { amount: amountText(row), signature },
  });
  const submitted = { row: { ...row, ...changes }, partner };
  return ending === undefined ? submitted : endSettlement(change, submitted, { ending, by });
}

/** True for a violation of the unique pair of signature and recipient. */
function isSecondUse(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  const constraint = "partner_settlements_signature_recipient_unique";
  return cause instanceof Error && Reflect.get(cause, "constraint") === constraint;
}
