/**
 * Sends submitted swaps again until each has landed, failed or is proved dead. A swap is dead when
 * a node's finalized height has passed its last valid height and the node's whole history does not
 * have it.
 */
import "server-only";
import { and, asc, eq, inArray, isNotNull, lte } from "drizzle-orm";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { parseExpiry } from "#lib/protocol/swaps/plan/swap-plan.ts";
import { MAX_STATUSES, type SignatureStatus, type SwapNode } from "#lib/swaps/chain/swap-node.ts";
import { endSwap } from "#lib/swaps/intake/intake-store.ts";
import { swaps } from "#lib/swaps/schema/swaps.ts";
import type { SwapRow } from "#lib/swaps/tape/swap-record.ts";
import { RESEND_MS } from "./execute-swap.ts";

/** After this time without a status, the state is "unknown". */
const UNKNOWN_AFTER_MS = 10_000;
/** A final swap that is not on the tape after this time will never be. */
const GIVEN_UP_AFTER_MS = 300_000;

/** Whether any swap may still have to be sent. */
export async function isAnyToSend(db: Pick<Database, "$count">): Promise<boolean> {
  return (await db.$count(swaps, isNotNull(swaps.resendAt))) > 0;
}

/** @param now Unix milliseconds. @throws CHAIN_UNREACHABLE. The next run continues */
export async function followSubmitted(db: Database, node: SwapNode, now: number): Promise<void> {
  const due = await claimDue(db, now);
  if (due.length === 0) return;
  try {
    // The order matters: the statuses must come from a node that has searched at least up to this
    // height.
    const final = await node.head("finalized");
    const { slot, found } = await node.statuses(due.map(({ signature }) => signature));
    for (const [index, row] of due.entries()) {
      const status = found[index] ?? null;
      const isPast = row.lastValidHeight !== null && final.height > row.lastValidHeight;
      if (status !== null) await followSeen(db, row, status, now);
      else if (isPast && slot >= final.slot)
        await endSwap(db, row.signature, { status: "expired", error: null }, now);
      else await sendAgain(db, node, row, now);
    }
  } catch (error) {
    for (const row of due) await becomeUnknown(db, row, now);
    throw error;
  }
}

/**
 * The intake handles a success. A failure in a block that can still be dropped may become a success
 * in another block.
 */
async function followSeen(
  db: Database,
  row: SwapRow,
  { confirmationStatus, err }: NonNullable<SignatureStatus>,
  now: number,
): Promise<void> {
  if (confirmationStatus !== "finalized") return;
  const { signature } = row;
  if (err !== null) await endSwap(db, signature, { status: "failed", error: text(err) }, now);
  // The service's terms changed meanwhile: the swap has landed, but the tape no longer accepts it.
  else if (row.seq === null && now - (row.submittedAt ?? now) > GIVEN_UP_AFTER_MS)
    await db.update(swaps).set({ resendAt: null }).where(eq(swaps.signature, signature));
}

/** Replicas take turns: the one that moves the due time has the row. */
async function claimDue(db: Database, now: number): Promise<SwapRow[]> {
  const due = db
    .select({ signature: swaps.signature })
    .from(swaps)
    .where(and(isNotNull(swaps.resendAt), lte(swaps.resendAt, now)))
    .orderBy(asc(swaps.resendAt))
    .limit(MAX_STATUSES)
    .for("update", { skipLocked: true });
  return db
    .update(swaps)
    .set({ resendAt: now + RESEND_MS })
    .where(inArray(swaps.signature, due))
    .returning();
}

async function sendAgain(db: Database, node: SwapNode, row: SwapRow, now: number): Promise<void> {
  await becomeUnknown(db, row, now);
  if (row.transaction === null || isOverdue(row, now)) return;
  try {
    await node.send(row.transaction);
  } catch (error) {
    // One failure does not stop the others.
    if (!(error instanceof ServiceError)) throw error;
  }
}

/** A deposit that lands late is only refunded, without the fee. */
function isOverdue({ plan }: SwapRow, now: number): boolean {
  return plan?.destination !== undefined && now > parseExpiry(plan) * 1_000;
}

async function becomeUnknown(
  db: Database,
  { signature, status, submittedAt }: SwapRow,
  now: number,
): Promise<void> {
  if (status !== "submitted" || now - (submittedAt ?? now) < UNKNOWN_AFTER_MS) return;
  await db
    .update(swaps)
    .set({ status: "unknown" })
    .where(and(eq(swaps.signature, signature), eq(swaps.status, "submitted")));
}

function text(error: string | object): string {
  return (typeof error === "string" ? error : JSON.stringify(error)).slice(0, 200);
}
