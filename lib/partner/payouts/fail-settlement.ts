/** Fails an unpaid settlement: its amount is pending again. */
import "server-only";
import { z } from "zod";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { OperatorContext } from "#lib/machines/operator/key-record.ts";
import { isoTime } from "#lib/partner/ledger/ledger-line.ts";
import type { SettlementRow } from "#lib/partner/reads/read-settlements.ts";
import { database } from "#lib/platform/db/client.ts";
import {
  chainOf,
  checkPayment,
  type Ending,
  endSettlement,
  findSettlement,
  lockSettlement,
} from "./_settling.ts";
import {
  type SettlementAnswer,
  type SettlementParams,
  settlementRecord,
} from "./settlement-record.ts";

export const FailureBody = z.strictObject({
  /** The partner reads it. */
  reason: z.string().trim().min(3, "say it in words").max(300),
});

/** A Solana transaction expires after 150 blocks, about a minute. */
const MAY_ARRIVE_MS = 2 * 60_000;

/**
 * For the operator only. Idempotent.
 * @throws SETTLEMENT_NOT_FOUND, SETTLEMENT_IS_OVER when it is paid, PAYMENT_ARRIVED when the chain knows the payment, PAYMENT_MAY_ARRIVE
 * within two minutes, SETTLEMENT_OF_ANOTHER_NETWORK, PAYOUTS_NOT_CONFIGURED, CHAIN_UNREACHABLE, CHAIN_IS_ANOTHER
 */
export async function failSettlement({
  ctx,
  input,
}: {
  ctx: OperatorContext;
  input: { params: z.output<typeof SettlementParams>; body: z.output<typeof FailureBody> };
}): Promise<z.output<typeof SettlementAnswer>> {
  const db = await database();
  const found = await findSettlement(db, input.params.id);
  const ending = await endingOf(found.row, input.body.reason, ctx.now);
  const { row, partner } = await db.transaction(async (change) => {
    const locked = await lockSettlement(change, found);
    if (locked.row.state === "failed") return locked;
    if (locked.row.state === "confirmed") throw isOver(locked.row);
    // Submitted since, so the chain was not checked for it.
    if (locked.row.signature !== found.row.signature) throw mayArrive(locked.row, ctx.now);
    return endSettlement(change, locked, { ending, by: ctx });
  });
  return { settlement: settlementRecord(row, partner) };
}

async function endingOf(row: SettlementRow, reason: string, now: number): Promise<Ending> {
  const failed = { state: "failed", slot: null, at: null, reason } as const;
  const { state, signature, recipient, mint, submittedAt } = row;
  if (state === "confirmed") throw isOver(row);
  if (state !== "submitted" || signature === null) return failed;
  const chain = await chainOf(row);
  const check = checkPayment(row, await chain.readPayment({ signature, recipient, mint }));
  if (check.kind === "ended") {
    if (check.ending.state === "failed") return check.ending;
    throw new ServiceError("PAYMENT_ARRIVED");
  }
  if (check.kind === "open") {
    if (check.isSeen) throw new ServiceError("PAYMENT_ARRIVED");
    if (now < (submittedAt ?? now) + MAY_ARRIVE_MS) throw mayArrive(row, now);
  }
  return failed;
}

function isOver({ state }: SettlementRow): ServiceError {
  return new ServiceError("SETTLEMENT_IS_OVER", { state });
}

function mayArrive({ submittedAt }: SettlementRow, now: number): ServiceError {
  const until = isoTime((submittedAt ?? now) + MAY_ARRIVE_MS);
  return new ServiceError("PAYMENT_MAY_ARRIVE", { until });
}
