/**
 * Stores what the chain shows of swaps. Every change of the tape gets the next number, in the order
 * of commits.
 */
import "server-only";
import { and, asc, eq, inArray, isNull, max, or, sql } from "drizzle-orm";
import { identities } from "#lib/identity/schema/identity.ts";
import { bookFees } from "#lib/partner/ledger/book-fees.ts";
import { referredAmong } from "#lib/partner/referrals/is-referred.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { notifyProcess, notifyReplicas } from "#lib/platform/db/leadership.ts";
import { type Change, emitting } from "#lib/platform/events/emit-events.ts";
import type { Announce } from "#lib/platform/events/webhook-outbox.ts";
import { webhooks } from "#lib/platform/schema/events.ts";
import { users } from "#lib/platform/schema/users.ts";
import type { SolanaNetwork } from "#lib/protocol/solana.ts";
import { SETTLING_ELECTION } from "#lib/swaps/chain/swap-elections.ts";
import { bookPoints, type PointEntry } from "#lib/swaps/points/book-points.ts";
import { pointsRecord } from "#lib/swaps/points/points-record.ts";
import { swapIntake, swaps } from "#lib/swaps/schema/swaps.ts";
import { ownSwap, type SwapRow } from "#lib/swaps/tape/swap-record.ts";
import type { LandedSwap } from "./read-landed-swap.ts";

/** Locks the network's row, so that changes of the tape happen one after another. */
async function nextSeq(change: Change, network: SolanaNetwork): Promise<number> {
  await change
    .select({ slot: swapIntake.slot })
    .from(swapIntake)
    .where(eq(swapIntake.network, network))
    .for("update");
  const [newest] = await change.select({ seq: max(swaps.seq) }).from(swaps);
  return (newest?.seq ?? 0) + 1;
}

/** Locks the swaps in the order of the chain. */
function lockSwaps(change: Change, signatures: readonly string[]): Promise<SwapRow[]> {
  return change
    .select()
    .from(swaps)
    .where(inArray(swaps.signature, [...signatures]))
    .orderBy(asc(swaps.slot), asc(swaps.signature))
    .for("update");
}

export type SeenSwap = { signature: string; swap: LandedSwap };

/**
 * Puts confirmed swaps on the tape, and updates those that moved to another slot. A swap with
 * another fee is not one of this service.
 * @returns how many were shown, and the signatures of swaps with another fee
 */
export function showSwaps(
  db: Database,
  network: SolanaNetwork,
  seen: readonly SeenSwap[],
): Promise<{ shown: number; underpaid: string[] }> {
  return db.transaction(async (change) => {
    let seq = await nextSeq(change, network);
    const names = seen.map(({ signature }) => signature);
    const wallets = [...new Set(seen.map(({ swap }) => swap.wallet))];
    const owners = await ownersOf(change, wallets);
    const living = await lockUsers(change, names, [...owners.values()]);
    const known = new Map((await lockSwaps(change, names)).map((row) => [row.signature, row]));
    const referred = await referredAmong(change, wallets);
    const shown: (typeof swaps.$inferInsert)[] = [];
    const underpaid: string[] = [];
    for (const { signature, swap } of seen) {
      const { feeReferred: _referred, ...landed } = swap;
      const stored = known.get(signature);
      const feeGross = paidFor(swap, stored, referred.has(swap.wallet));
      if (feeGross === undefined) underpaid.push(signature);
      if (feeGross === undefined || !isNew(stored, swap)) continue;
      const owner = stored?.userId ?? owners.get(swap.wallet) ?? null;
      const userId = owner !== null && living.has(owner) ? owner : null;
      const row = { ...landed, feeGross, signature, network, userId, status: "confirmed" as const };
      // A swap to another network appears on the tape when it is settled there.
      const isOnTape = swap.destination === null;
      shown.push({ ...row, seq: isOnTape ? seq : null });
      if (isOnTape) seq += 1;
    }
    if (shown.length > 0) {
      await change
        .insert(swaps)
        .values(shown)
        .onConflictDoUpdate({ target: swaps.signature, set: OF_THE_CHAIN });
    }
    return { shown: shown.length, underpaid };
  });
}

/**
 * The fee without the discount; undefined if the fee is not the service's. A swap of the executor
 * is valid with the fee of its time.
 */
function paidFor(
  { fee, feeGross, feeReferred }: LandedSwap,
  row: SwapRow | undefined,
  isReferred: boolean,
): bigint | undefined {
  if (row !== undefined && row.submittedAt !== null && row.fee === fee) return row.feeGross;
  if (fee === 0n && feeGross > 0n) return undefined;
  return fee === feeGross || (isReferred && fee === feeReferred) ? feeGross : undefined;
}

function isNew(row: SwapRow | undefined, { slot }: LandedSwap): boolean {
  if (row === undefined) return true;
  return !isFinalHere(row) && (row.status !== "confirmed" || row.slot !== slot);
}

const FINAL_HERE: readonly SwapRow["status"][] = [
  "finalized",
  "failed",
  "settling",
  "refunding",
  "refunded",
];

/** The transaction of such a swap is final, so no fork can change it. */
export function isFinalHere({ status }: Pick<SwapRow, "status">): boolean {
  return FINAL_HERE.includes(status);
}

/** The columns that the chain decides for a submitted swap. */
const OF_THE_CHAIN = {
  status: sql`excluded.status`,
  seq: sql`excluded.seq`,
  slot: sql`excluded.slot`,
  blockTime: sql`excluded.block_time`,
  assetIn: sql`excluded.asset_in`,
  assetOut: sql`excluded.asset_out`,
  unitsIn: sql`excluded.units_in`,
  unitsOut: sql`excluded.units_out`,
  fee: sql`excluded.fee`,
  feeGross: sql`excluded.fee_gross`,
  route: sql`excluded.route`,
  destination: sql`excluded.destination`,
  recipient: sql`excluded.recipient`,
};

async function ownersOf(change: Change, wallets: readonly string[]): Promise<Map<string, string>> {
  const found = await change
    .select({ wallet: identities.subject, userId: identities.userId })
    .from(identities)
    .where(and(eq(identities.kind, "wallet"), inArray(identities.subject, [...wallets])));
  return new Map(found.map(({ wallet, userId }) => [wallet, userId]));
}

type SwapPosition = Pick<SwapRow, "signature" | "slot">;
export type FinalSwap = SwapPosition & {
  /** In 1e-9 USD. */
  usd: bigint | null;
  /** The relay's payment on the other network, in base units, and its transaction. */
  paid?: { signature: string; units: bigint };
};

/**
 * Finalizes confirmed swaps and swaps that were paid on another network. Points, partner earnings
 * and events follow in the same transaction.
 * @returns how many were finalized now
 */
export function finalizeSwaps(
  db: Database,
  network: SolanaNetwork,
  given: readonly FinalSwap[],
  now: number,
): Promise<number> {
  return emitting(db, async (change, _emit, announce) => {
    let seq = await nextSeq(change, network);
    const names = given.map(({ signature }) => signature);
    const living = await lockUsers(change, names);
    const values = new Map(given.map((one) => [one.signature, one]));
    const final: SwapRow[] = [];
    for (const row of await lockSwaps(change, names)) {
      const value = values.get(row.signature);
      if (value?.slot !== row.slot || !isDue(row, value)) continue;
      const userId = row.userId !== null && living.has(row.userId) ? row.userId : null;
      const { usd, paid } = value;
      const ended = { status: "finalized" as const, seq, usd, userId, endedAt: now };
      const payment = paid && { payment: paid.signature, unitsOut: paid.units, waitsFor: null };
      final.push({ ...row, ...ended, ...payment });
      seq += 1;
    }
    if (final.length === 0) return 0;
    await storeFinal(change, final, now);
    await bookPartnerFees(change, final, now);
    await creditUsers(change, announce, final, now);
    return final.length;
  });
}

function isDue({ destination, status }: SwapRow, { paid }: FinalSwap): boolean {
  if (destination === null) return status === "confirmed";
  return paid !== undefined && (status === "settling" || status === "refunding");
}

async function storeFinal(change: Change, rows: readonly SwapRow[], now: number): Promise<void> {
  const values = rows.map(({ signature, seq, usd, userId, unitsOut, payment }) => ({
    signature,
    seq,
    usd: usd === null ? null : String(usd),
    user_id: userId,
    units_out: String(unitsOut),
    payment,
  }));
  await change.execute(sql`
    update ${swaps} set status = 'finalized', seq = v.seq, usd = v.usd, reversed = 0, user_id = v.user_id,
      units_out = v.units_out, payment = v.payment, waits_for = null, transaction = null, resend_at = null, ended_at = ${now}::bigint
    from json_to_recordset(${JSON.stringify(values)}::json)
      as v(signature text, seq bigint, usd numeric, user_id text, units_out numeric, payment text)
    where ${swaps.signature} = v.signature`);
}

/**
 * Locks the users of swaps before the swaps, in the same order as the executor and the deletion of
 * an account. @param others further users
 * @returns the users whose account was not deleted
 */
async function lockUsers(
  change: Change,
  signatures: readonly string[],
  others: readonly string[] = [],
): Promise<Set<string>> {
  const named = change
    .select({ id: swaps.userId })
    .from(swaps)
    .where(inArray(swaps.signature, [...signatures]));
  const found = await change
    .select({ id: users.id })
    .from(users)
    .where(
      and(or(inArray(users.id, named), inArray(users.id, [...others])), isNull(users.deletedAt)),
    )
    .orderBy(asc(users.id))
    .for("update");
  return new Set(found.map(({ id }) => id));
}

/** The fee's value in USD is its share of the swap's value. */
async function bookPartnerFees(
  change: Change,
  rows: readonly SwapRow[],
  now: number,
): Promise<void> {
  const fees = rows.flatMap((row) => {
    const { usd, unitsIn, fee, feeGross, network, signature, wallet, blockTime } = row;
    if (usd === null || unitsIn === 0n || blockTime === null) return [];
    const worth = (units: bigint): bigint => (usd * units) / unitsIn;
    return {
      key: `swap:${network}:${signature}`,
      account: wallet,
      source: "swap" as const,
      charged: worth(fee),
      gross: worth(feeGross),
      occurredAt: blockTime,
      origin: "chain" as const,
      simulated: network === "simulated",
    };
  });
  await bookFees(change, fees, now);
}

/** Books points and events of each user, in the order of the chain. */
async function creditUsers(
  change: Change,
  announce: Announce,
  rows: readonly SwapRow[],
  now: number,
): Promise<void> {
  const owned = Map.groupBy(
    rows.filter((row): row is OwnedRow => row.userId !== null),
    ({ userId }) => userId,
  );
  const hearing = await withWebhooks(change, [...owned.keys()]);
  for (const [userId, own] of owned) {
    const valued = own.flatMap(({ signature, slot, blockTime, usd }) =>
      usd === null || slot === null || blockTime === null ? [] : { signature, slot, blockTime },
    );
    const entries = await bookPoints(change, userId, valued, now);
    if (!hearing.has(userId)) continue;
    for (const row of own) {
      await announceSwap(announce, row, now);
      for (const entry of entries.filter(({ signature }) => signature === row.signature))
        await announcePoints(announce, row, entry, now);
    }
  }
}

type OwnedRow = SwapRow & { userId: string };

async function withWebhooks(change: Change, userIds: readonly string[]): Promise<Set<string>> {
  if (userIds.length === 0) return new Set();
  const found = await change
    .selectDistinct({ userId: webhooks.userId })
    .from(webhooks)
    .where(inArray(webhooks.userId, [...userIds]));
  return new Set(found.map(({ userId }) => userId));
}

function announcePoints(
  announce: Announce,
  { userId, wallet, assetIn, assetOut }: OwnedRow,
  entry: PointEntry,
  now: number,
): Promise<boolean> {
  return announce({
    type: entry.isReversal ? "points.reversed" : "points.credited",
    userId,
    subject: entry.signature,
    version: `${entry.week}:${entry.seq}`,
    now,
    data: pointsRecord(entry),
    assets: [assetIn, assetOut],
    account: wallet,
  });
}

function announceSwap(announce: Announce, row: OwnedRow, now: number): Promise<boolean> {
  const { userId, wallet, signature, status, assetIn, assetOut } = row;
  return announce({
    type: status === "finalized" ? "swap.confirmed" : "swap.failed",
    userId,
    subject: signature,
    version: status,
    now,
    data: ownSwap(row),
    assets: [assetIn, assetOut],
    account: wallet,
  });
}

/** Removes a swap from the tape when the chain has dropped its block. */
export function dropSwap(
  db: Database,
  network: SolanaNetwork,
  { signature, slot }: SwapPosition,
): Promise<boolean> {
  return db.transaction(async (change) => {
    const seq = await nextSeq(change, network);
    const [row] = await lockSwaps(change, [signature]);
    if (row?.status !== "confirmed" || row.slot !== slot) return false;
    await change
      .update(swaps)
      .set({ status: "dropped", seq: row.destination === null ? seq : null })
      .where(eq(swaps.signature, signature));
    return true;
  });
}

/**
 * Marks swaps whose deposits are final as settling: the other network decides their outcome.
 * @returns how many began to settle
 */
export async function beginSettling(db: Database, signatures: readonly string[]): Promise<number> {
  if (signatures.length === 0) return 0;
  const begun = await db
    .update(swaps)
    .set({ status: "settling", transaction: null, resendAt: null })
    .where(and(inArray(swaps.signature, [...signatures]), eq(swaps.status, "confirmed")))
    .returning({ signature: swaps.signature, notified: notifyReplicas(SETTLING_ELECTION) });
  if (begun.length > 0) notifyProcess(SETTLING_ELECTION);
  return begun.length;
}

export type SwapEnd =
  /** `error`: the chain's error. */
  | { status: "failed" | "expired"; error: string | null }
  /** `refund`: the final transaction that refunded the deposit. */
  | { status: "refunded"; refund: string };

/**
 * Ends a swap that failed, can never land or was refunded. If it was on the tape, it stays there as
 * dropped.
 * @returns whether it ended now
 */
export function endSwap(
  db: Database,
  signature: string,
  end: SwapEnd,
  now: number,
): Promise<boolean> {
  return emitting(db, async (change, _emit, announce) => {
    const living = await lockUsers(change, [signature]);
    const [row] = await lockSwaps(change, [signature]);
    if (row === undefined || row.endedAt !== null || row.status === "confirmed") return false;
    // Only a final deposit can be refunded, and a final deposit cannot fail any more.
    if (isFinalHere(row) !== (end.status === "refunded")) return false;
    const { status, ...detail } = end;
    const ended = {
      status: row.seq === null ? status : row.status,
      ...detail,
      waitsFor: null,
      transaction: null,
      resendAt: null,
      endedAt: now,
    };
    await change.update(swaps).set(ended).where(eq(swaps.signature, signature));
    const { userId } = row;
    if (userId !== null && living.has(userId))
      await announceSwap(announce, { ...row, ...ended, userId }, now);
    return true;
  });
}
