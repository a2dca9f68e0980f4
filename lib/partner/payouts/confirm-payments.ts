/** Looks up the payments that were submitted, until the chain shows the end of each. */
import "server-only";
import { asc, eq } from "drizzle-orm";
import { type Database, database } from "#lib/platform/db/client.ts";
import { partnerSettlements, partners } from "#lib/platform/db/schema/partner.ts";
import { ServiceError } from "#lib/platform/errors.ts";
import { paymentChain } from "./_payment-chain.ts";
import {
  checkPayment,
  type Ending,
  endSettlement,
  lockSettlement,
  networkRefusal,
  type Settling,
} from "./_settling.ts";

/** A payment that is another's, or that is on a network which cannot be read here: somebody has to look. */
export type PaymentProblem = { settlementId: string; refusal: ServiceError };

export type Confirmed = {
  /** Ids of settlements that ended, the failed ones too. */
  ended: string[];
  problems: PaymentProblem[];
};

/**
 * One look at each. What ends is written in one transaction under the partner's lock, so that whoever looks at the same time, and
 * whatever stops this in between, books nothing twice. What cannot be read keeps no other payment waiting.
 * @throws CHAIN_UNREACHABLE after all were asked for, CHAIN_IS_ANOTHER, PAYOUTS_NOT_CONFIGURED
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

/** False when somebody else was first. */
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
