/**
 * The user's approval: their signature on exactly the staged order. It is the only way from `waiting` to the venue: there is no
 * automatic approval, whether by rule, by remembered consent or for small amounts, with or without leverage.
 */
import "server-only";
import { and, eq } from "drizzle-orm";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { isOpen } from "#lib/machines/proposals/open-order.ts";
import { stagedOrders } from "#lib/machines/schema/staged-orders.ts";
import type { Client, WalletActor } from "#lib/platform/actor.ts";
import { database } from "#lib/platform/db/client.ts";
import type { StagedOrder } from "#lib/protocol/wire/staged-order.ts";
import { noteOutcomes } from "#lib/pushes/writing/push-approval.ts";
import { findKey } from "#lib/trading/venue-access/key-store.ts";
import { requireTakeable, requireUnused } from "./_before-sending.ts";
import { reconciled, sendFirst } from "./_reconcile.ts";
import { findRow, shown, summaryOf } from "./_rows.ts";
import { type Claim, claimOf, signedRequest } from "./_signed-order.ts";
import type { StagedOrderRow } from "./staged-order.ts";

type Approving = {
  ctx: { actor: WalletActor; client: Client; now: number };
  input: { params: { id: string }; body: Record<string, unknown>; request: Request };
};

/**
 * Sends the signed order. The answer has the outcome, including a refusal by the venue or a missing answer; while signing again
 * can correct a problem, the order keeps waiting. The same signature again returns the outcome.
 * @throws STAGED_ORDER_NOT_FOUND, MISSING_SIGNATURE, ACCOUNT_MISMATCH, STAGED_ORDER_IS_OVER, STAGED_ORDER_DIFFERS,
 * TRADING_NOT_ENABLED, TIMESTAMP_OUT_OF_WINDOW, SIGNER_NOT_AUTHORIZED, INVALID_SIGNATURE, RATE_LIMITED,
 * MARKET_DATA_UNAVAILABLE
 */
export async function approveStagedOrder({ ctx, input }: Approving): Promise<StagedOrder> {
  const { actor, now } = ctx;
  const { userId } = actor;
  const own = eq(stagedOrders.id, input.params.id);
  const row = await findRow(own, { userId, now });
  if (row === undefined) throw new ServiceError("STAGED_ORDER_NOT_FOUND");
  const approval = { headers: input.request.headers, body: input.body };
  const claim = claimOf(row, approval, actor);
  if (row.state !== "waiting") return afterwards(row, claim, now);
  const signed = signedRequest(row, claim, approval);
  if ((await findKey(actor.account, now)) === undefined) {
    throw new ServiceError("TRADING_NOT_ENABLED");
  }
  await requireUnused(row, claim);
  await requireTakeable(claim, row, ctx);
  const taken = await take({ ...row, signed, digest: claim.digest }, ctx);
  if (taken !== undefined) return shown(await sendFirst(taken, now));
  const later = await findRow(own, { userId, now });
  if (later === undefined) throw new ServiceError("STAGED_ORDER_NOT_FOUND");
  return afterwards(later, claim, now);
}

async function afterwards(row: StagedOrderRow, claim: Claim, now: number): Promise<StagedOrder> {
  const known = await reconciled(row, now);
  if (known.digest === claim.digest) return shown(known);
  throw new ServiceError("STAGED_ORDER_IS_OVER", { state: known.state }).withData(shown(known));
}

/** One statement decides between concurrent approvals, a refusal, a withdrawal and the expiry. */
async function take(
  { id, userId, signed, digest }: StagedOrderRow,
  { actor, client, now }: Approving["ctx"],
): Promise<StagedOrderRow | undefined> {
  const db = await database();
  return db.transaction(async (change) => {
    const [row] = await change
      .update(stagedOrders)
      .set({ state: "sending", decidedAt: new Date(now), signed, digest })
      .where(and(eq(stagedOrders.id, id), eq(stagedOrders.userId, userId), isOpen(now)))
      .returning();
    if (row === undefined) return undefined;
    const details = { name: row.sourceName, order: summaryOf(row) };
    const action = "order.approved";
    await recordAudit(change, { now, userId, actor, action, target: id, client, details });
    await noteOutcomes(change, [{ id, userId, outcome: "approved" }], now);
    return row;
  });
}
