/** Writes what the chain shows of swaps. Every change of the tape takes the next number, in the order of the commits. */
import "server-only";
import { and, eq, isNull, max } from "drizzle-orm";
import { bookFees } from "#lib/partner/ledger/book-fees.ts";
import { isReferred } from "#lib/partner/referrals/is-referred.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { identities, users } from "#lib/platform/db/schema/identity.ts";
import { swapIntake, swaps } from "#lib/platform/db/schema/swaps.ts";
import type { Announce } from "#lib/platform/events/announcing.ts";
import { type Change, emitting } from "#lib/platform/events/emitting.ts";
import type { SolanaNetwork } from "#lib/protocol/solana.ts";
import { bookPoints } from "#lib/swaps/points/book-points.ts";
import { pointsRecord } from "#lib/swaps/points/points-record.ts";
import { ownSwap, type SwapRow } from "#lib/swaps/tape/swap-record.ts";
import type { LandedSwap } from "./read-landed-swap.ts";

/** Each network's row is locked by whoever changes the tape. */
async function nextSeq(change: Change, network: SolanaNetwork): Promise<number> {
  await change
    .select({ slot: swapIntake.slot })
    .from(swapIntake)
    .where(eq(swapIntake.network, network))
    .for("update");
  const [newest] = await change.select({ seq: max(swaps.seq) }).from(swaps);
  return (newest?.seq ?? 0) + 1;
}

async function lockSwap(change: Change, signature: string): Promise<SwapRow | undefined> {
  const [row] = await change
    .select()
    .from(swaps)
    .where(eq(swaps.signature, signature))
    .for("update");
  return row;
}

/**
 * Puts a confirmed swap on the tape, and again when it is in another slot than before. One that paid too small a fee is no swap
 * of this service. @returns whether the tape changed
 */
export function showSwap(
  db: Database,
  network: SolanaNetwork,
  signature: string,
  { fee, feeGross, feeReferred, ...landed }: LandedSwap,
): Promise<boolean> {
  return db.transaction(async (change) => {
    const seq = await nextSeq(change, network);
    const row = await lockSwap(change, signature);
    if (row?.status === "finalized" || row?.status === "failed") return false;
    if (row?.status === "confirmed" && row.slot === landed.slot) return false;
    const least = (await isReferred(change, landed.wallet)) ? feeReferred : feeGross;
    if (fee < least) return false;
    const shown = { ...landed, fee, feeGross, status: "confirmed", seq } as const;
    const { signature: key } = swaps;
    const userId = row?.userId ?? (await ownerOf(change, landed.wallet));
    await change
      .insert(swaps)
      .values({ ...shown, signature, network, userId })
      .onConflictDoUpdate({ target: key, set: shown });
    return true;
  });
}

async function ownerOf(change: Change, wallet: string): Promise<string | null> {
  const [found] = await change
    .select({ userId: identities.userId })
    .from(identities)
    .where(and(eq(identities.kind, "wallet"), eq(identities.subject, wallet)));
  return found?.userId ?? null;
}

/**
 * Finalizes a confirmed swap with everything that follows from it, in one transaction: points, the partner's earning, events.
 * @param usd in 1e-9. @returns whether it was finalized now
 */
export function finalizeSwap(
  db: Database,
  { signature, network, slot }: Pick<SwapRow, "signature" | "network" | "slot">,
  usd: bigint | null,
  now: number,
): Promise<boolean> {
  return emitting(db, async (change, _emit, announce) => {
    const seq = await nextSeq(change, network);
    const userId = await lockUserOf(change, signature);
    const row = await lockSwap(change, signature);
    if (row?.status !== "confirmed" || row.slot !== slot) return false;
    const final = { status: "finalized", seq, usd, reversed: 0n, endedAt: now, userId } as const;
    const sent = { transaction: null, resendAt: null };
    await change
      .update(swaps)
      .set({ ...final, ...sent })
      .where(eq(swaps.signature, signature));
    await bookPartnerFee(change, { ...row, usd }, now);
    if (userId === null) return true;
    await announceSwap(announce, { ...row, ...final, userId }, now);
    await creditPoints(change, announce, { ...row, ...final, userId }, now);
    return true;
  });
}

/**
 * Locks the swap's user before the swap, as the deletion of an account does. Null for nobody, and for an account that was
 * deleted.
 */
async function lockUserOf(change: Change, signature: string): Promise<string | null> {
  const [found] = await change
    .select({ id: users.id })
    .from(swaps)
    .innerJoin(users, eq(users.id, swaps.userId))
    .where(and(eq(swaps.signature, signature), isNull(users.deletedAt)))
    .for("update", { of: users });
  return found?.id ?? null;
}

/** The fee is worth its share of the swap. */
async function bookPartnerFee(change: Change, row: SwapRow, now: number): Promise<void> {
  const { usd, unitsIn, fee, feeGross, network, signature, wallet, blockTime } = row;
  if (usd === null || unitsIn === 0n || blockTime === null) return;
  const worth = (units: bigint): bigint => (usd * units) / unitsIn;
  const charged = {
    key: `swap:${network}:${signature}`,
    account: wallet,
    source: "swap",
    charged: worth(fee),
    gross: worth(feeGross > fee ? feeGross : fee),
    occurredAt: blockTime,
    origin: "chain",
    simulated: network === "simulated",
  } as const;
  await bookFees(change, [charged], now);
}

async function creditPoints(
  change: Change,
  announce: Announce,
  { userId, signature, slot, blockTime, usd, assetIn, assetOut }: SwapRow & { userId: string },
  now: number,
): Promise<void> {
  if (usd === null || slot === null || blockTime === null) return;
  for (const entry of await bookPoints(change, { userId, signature, slot, blockTime }, now)) {
    await announce({
      type: entry.isReversal ? "points.reversed" : "points.credited",
      userId,
      subject: signature,
      version: String(entry.week),
      now,
      data: pointsRecord(entry),
      assets: [assetIn, assetOut],
    });
  }
}

function announceSwap(
  announce: Announce,
  row: SwapRow & { userId: string },
  now: number,
): Promise<boolean> {
  const { userId, signature, status, assetIn, assetOut } = row;
  return announce({
    type: status === "finalized" ? "swap.confirmed" : "swap.failed",
    userId,
    subject: signature,
    version: status,
    now,
    data: ownSwap(row),
    assets: [assetIn, assetOut],
  });
}

/** Takes a swap off the tape whose block the chain has dropped. */
export function dropSwap(
  db: Database,
  { signature, network, slot }: Pick<SwapRow, "signature" | "network" | "slot">,
): Promise<boolean> {
  return db.transaction(async (change) => {
    const seq = await nextSeq(change, network);
    const row = await lockSwap(change, signature);
    if (row?.status !== "confirmed" || row.slot !== slot) return false;
    await change
      .update(swaps)
      .set({ status: "dropped", seq })
      .where(eq(swaps.signature, signature));
    return true;
  });
}

/**
 * Ends a swap that failed or can never land. One that was on the tape stays there as dropped. @param error the chain's own
 * @returns whether it was ended now
 */
export function endSwap(
  db: Database,
  signature: string,
  { status, error }: { status: "failed" | "expired"; error: string | null },
  now: number,
): Promise<boolean> {
  return emitting(db, async (change, _emit, announce) => {
    const userId = await lockUserOf(change, signature);
    const row = await lockSwap(change, signature);
    if (row === undefined || row.endedAt !== null || row.status === "confirmed") return false;
    const ended = {
      status: row.seq === null ? status : row.status,
      error,
      transaction: null,
      resendAt: null,
      endedAt: now,
    };
    await change.update(swaps).set(ended).where(eq(swaps.signature, signature));
    if (userId !== null) await announceSwap(announce, { ...row, ...ended, userId }, now);
    return true;
  });
}
