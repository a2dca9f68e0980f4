/** Ledger entries other than fees, for tests. */
import { sql } from "drizzle-orm";
import { newId } from "#lib/kernel/ids.ts";
import { appendEntries, type Entry } from "#lib/partner/ledger/append-rows.ts";
import { readFacts } from "#lib/partner/ledger/ledger-row.ts";
import type { TestPartner } from "#lib/partner/partner.testing.ts";
import { partnerSettlements } from "#lib/partner/schema/partner.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { EARNING_DECIMALS, PAYOUT_DECIMALS } from "#lib/protocol/partner/partner-levels.ts";

type Target = { db: Database; partner: TestPartner };

async function append({ db, partner }: Target, entry: Entry, now: number) {
  const [row] = await db.transaction((change) =>
    appendEntries(change, { partnerId: partner.id, now, entries: [entry] }),
  );
  if (row === undefined) throw new Error("It is booked already.");
  return row;
}

/** Reverses the fee of row `seq`. */
export async function takeBack(target: Target, seq: number, now: number): Promise<void> {
  const [original] = await readFacts(
    target.db,
    sql`partner_id = ${target.partner.id} and seq = ${seq}`,
  );
  if (original === undefined) throw new Error(`There is no row ${seq}.`);
  await append(target, { kind: "reversal", original, occurredAt: now }, now);
}

type Payout = {
  /** Base units of USDC. */
  amount: bigint;
  at: number;
  endedAt: number;
  /** Absent: it was paid. */
  failure?: string;
};

/** A settlement that was created and has ended. @returns its id */
export async function endedPayout(
  target: Target,
  { amount, at, endedAt, failure }: Payout,
): Promise<string> {
  const { db, partner } = target;
  const id = newId("stl");
  const units = amount * 10n ** BigInt(EARNING_DECIMALS - PAYOUT_DECIMALS);
  const move = { settlementId: id, amount: units, simulated: false };
  const opened = await append(target, { kind: "settlement", ...move, occurredAt: at }, at);
  const kind = failure === undefined ? "payment" : "return";
  const ended = await append(target, { kind, ...move, occurredAt: endedAt }, endedAt);
  await db.insert(partnerSettlements).values({
    id,
    runId: newId("run"),
    partnerId: partner.id,
    amount,
    periodEnd: at,
    state: failure === undefined ? "confirmed" : "failed",
    network: "simulated",
    mint: "mint",
    recipient: partner.actor.account ?? "",
    signature: `signature-of-${id}`,
    openedSeq: opened.seq,
    endedSeq: ended.seq,
    createdAt: at,
    submittedAt: at,
    endedAt,
    failure: failure ?? null,
  });
  return id;
}
