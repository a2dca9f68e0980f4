/** Random payments: opened, submitted, confirmed or failed, in the ledger and in the model. */
import { eq } from "drizzle-orm";
import { newId } from "#lib/kernel/ids.ts";
import { appendEntries } from "#lib/partner/ledger/append-rows.ts";
import { partnerSettlements } from "#lib/partner/schema/partner.ts";
import { pendingOf } from "#lib/partner/testing/model.ts";
import type { History, Payout, Side } from "#lib/partner/testing/world.ts";

/** Settles everything that is payable. */
export async function openPayout(history: History, side: Side): Promise<void> {
  const { db, chance, now } = history;
  const pending = pendingOf(side.ledger.rows);
  // 1e-6 USDC is 100,000 of 1e-11 USD.
  const amount = pending - (pending % 100_000n);
  if (amount <= 0n) return;
  const simulated = chance.is(0.05);
  // Mostly up to now, sometimes up to a past day.
  const periodEnd = chance.is(0.7) ? now : now - chance.below(3 * 86_400_000);
  const id = newId("stl");
  const move = {
    kind: "settlement",
    settlementId: id,
    amount,
    occurredAt: periodEnd,
    simulated,
  } as const;
  const { seq } = side.ledger.move(move, now);
  const payout: Payout = {
    id,
    amount,
    periodEnd,
    openedSeq: seq,
    createdAt: now,
    submittedAt: null,
    signature: null,
    endedSeq: null,
    endedAt: null,
    end: null,
    slot: null,
    failure: null,
    simulated,
  };
  side.payouts.push(payout);
  const partnerId = side.partner.id;
  await db.transaction(async (change) => {
    await appendEntries(change, { partnerId, now, entries: [move] });
    await change.insert(partnerSettlements).values({
      ...payout,
      ...PAYMENT,
      runId: "run_1",
      partnerId,
      amount: amount / 100_000n,
      state: "created",
    });
  });
  history.operations += 1;
}

export const PAYMENT = { network: "devnet", mint: "mint-of-usdc", recipient: "wallet-of-partner" };

/** Submitted, confirmed or failed. */
export async function movePayout(history: History, side: Side): Promise<void> {
  const { db, chance, now } = history;
  const open = side.payouts.filter(({ end }) => end === null);
  if (open.length === 0) return;
  const payout = chance.pick(open);
  history.operations += 1;
  const own = eq(partnerSettlements.id, payout.id);
  if (payout.submittedAt === null && chance.is(0.8)) {
    payout.submittedAt = now;
    payout.signature = `signature-of-${payout.id}`;
    const { submittedAt, signature } = payout;
    await db
      .update(partnerSettlements)
      .set({ submittedAt, signature, state: "submitted" })
      .where(own);
    return;
  }
  const isPaid = payout.submittedAt !== null && chance.is(0.7);
  const { id: settlementId, amount, simulated } = payout;
  const kind = isPaid ? ("payment" as const) : ("return" as const);
  const move = { kind, settlementId, amount, occurredAt: now, simulated };
  payout.endedSeq = side.ledger.move(move, now).seq;
  payout.endedAt = now;
  payout.end = isPaid ? "confirmed" : "failed";
  payout.slot = isPaid ? payout.openedSeq + 1_000 : null;
  payout.failure = isPaid ? null : "the chain refused it";
  const { endedSeq, endedAt, end: state, slot, failure } = payout;
  await db.transaction(async (change) => {
    await appendEntries(change, { partnerId: side.partner.id, now, entries: [move] });
    await change
      .update(partnerSettlements)
      .set({ endedSeq, endedAt, state, slot, failure })
      .where(own);
  });
}
