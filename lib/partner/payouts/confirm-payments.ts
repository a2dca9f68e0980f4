/** Looks up submitted payments until the chain shows their end. */
import "server-only";
import { asc, eq } from "drizzle-orm";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { partnerSettlements, partners } from "#lib/partner/schema/partner.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import { paymentChain } from "./_payment-chain.ts";
import {
  checkPayment,
  type Ending,
  endSettlement,
  lockSettlement,
  networkRefusal,
  type Settling,
} from "./_settling.ts";

/** A payment of something else, or on another network, which the operator has to check. */
export type PaymentProblem = { settlementId: string; refusal: ServiceError };

export type Confirmed = {
  /** Ids of settlements that ended, including failed ones. */
  ended: string[];
  problems: PaymentProblem[];
};

/**
 * Looks up each payment once. An end is written in one transaction under the partner's lock, so that concurrent runs and crashes book
 * nothing twice. A payment that cannot be read does not delay the others.
 * @throws CHAIN_UNREACHABLE after all were tried, CHAIN_IS_ANOTHER, PAYOUTS_NOT_CONFIGURED
 */
export async function confirmPayments(now: number, signal?: AbortSignal): Promise<Confirmed> {
  const db = await database();
  const confirmed: Confirmed = { ended: [], problems: [] };
  let unread: ServiceError | undefined;
  for (const settling of await submitted(db)) {
    if (signal?.aborted === true) break;
    try {
      await lookUp(db, settling, { now, confirmed });
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== "CHAIN_UNREACHABLE") throw error;
      unread = error;
    }
  }
  if (unread !== undefined) throw unread;
  return confirmed;
}

function submitted(db: Database): Promise<Settling[]> {
  return db
    .select({ row: partnerSettlements, partner: partners })
    .from(partnerSettlements)
    .innerJoin(partners, eq(partners.id, partnerSettlements.partnerId))
    .where(eq(partnerSettlements.state, "submitted"))
    .orderBy(asc(partnerSettlements.submittedAt), asc(partnerSettlements.id));
}

async function lookUp(
  db: Database,
  settling: Settling,
  { now, confirmed }: { now: number; confirmed: Confirmed },
): Promise<void> {
  const { id, signature, recipient, mint } = settling.row;
  if (signature === null) throw new Error(`Settlement ${id} was submitted without a signature.`);
  const chain = await paymentChain();
  const refusal = networkRefusal(settling.row, chain);
  if (refusal !== undefined) {
    confirmed.problems.push({ settlementId: id, refusal });
    return;
  }
  const check = checkPayment(settling.row, await chain.readPayment({ signature, recipient, mint }));
  if (check.kind === "another")
    confirmed.problems.push({ settlementId: id, refusal: check.refusal });
  if (check.kind === "ended" && (await end(db, settling, { ending: check.ending, now })))
    confirmed.ended.push(id);
}

/** False when another run was first. */
function end(
  db: Database,
  settling: Settling,
  { ending, now }: { ending: Ending; now: number },
): Promise<boolean> {
  return db.transaction(async (change) => {
    const locked = await lockSettlement(change, settling);
    if (locked.row.state !== "submitted") return false;
    await endSettlement(change, locked, { ending, by: { actor: { kind: "service" }, now } });
    return true;
  });
}
