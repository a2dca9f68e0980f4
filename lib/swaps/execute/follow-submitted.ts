/**
 * Sends submitted swaps again until each has landed, failed or is proved dead. A swap is dead only when a node whose finalized height
 * has passed its last valid height does not have it in its whole history.
 */
import "server-only";
import { and, eq, inArray, isNotNull, lte } from "drizzle-orm";
import type { Database } from "#lib/platform/db/client.ts";
import { swaps } from "#lib/platform/db/schema/swaps.ts";
import { MOST_STATUSES, type SwapNode } from "#lib/swaps/chain/swap-node.ts";
import { endSwap } from "#lib/swaps/intake/intake-store.ts";
import type { SwapRow } from "#lib/swaps/tape/swap-record.ts";
import { RESEND_MS } from "./execute-swap.ts";

/** Without a status for so long, the state is unknown. */
const UNKNOWN_AFTER_MS = 10_000;

/** @param now Unix milliseconds. @throws CHAIN_UNREACHABLE: then the next run goes on */
export async function followSubmitted(db: Database, node: SwapNode, now: number): Promise<void> {
  const due = await claimDue(db, now);
  if (due.length === 0) return;
  // The order matters: the statuses are of a node that has looked at least as far as this height.
  const final = await node.head("finalized");
  const { slot, found } = await node.statuses(due.map(({ signature }) => signature));
  for (const [index, row] of due.entries()) {
    const status = found[index] ?? null;
    if (status !== null) {
      // A failure in a block that may still be dropped may become a success in another one.
      const isFinal = status.confirmationStatus === "finalized";
      if (isFinal && status.err !== null)
        await endSwap(db, row.signature, { status: "failed", error: text(status.err) }, now);
      continue;
    }
    const isPast = row.lastValidHeight !== null && final.height > row.lastValidHeight;
    if (isPast && slot >= final.slot)
      await endSwap(db, row.signature, { status: "expired", error: null }, now);
    else await sendAgain(db, node, row, now);
  }
}

/** Replicas take turns: whoever moves the time of the next look has the row. */
async function claimDue(db: Database, now: number): Promise<SwapRow[]> {
  const due = db
    .select({ signature: swaps.signature })
    .from(swaps)
    .where(and(isNotNull(swaps.resendAt), lte(swaps.resendAt, now)))
    .limit(MOST_STATUSES)
    .for("update", { skipLocked: true });
  return db
    .update(swaps)
    .set({ resendAt: now + RESEND_MS })
    .where(inArray(swaps.signature, due))
    .returning();
}

async function sendAgain(
  db: Database,
  node: SwapNode,
  { signature, status, transaction, submittedAt }: SwapRow,
  now: number,
): Promise<void> {
  if (transaction !== null) await node.send(transaction);
  if (status !== "submitted" || now - (submittedAt ?? now) < UNKNOWN_AFTER_MS) return;
  await db
    .update(swaps)
    .set({ status: "unknown" })
    .where(and(eq(swaps.signature, signature), eq(swaps.status, "submitted")));
}

function text(error: string | object): string {
  return (typeof error === "string" ? error : JSON.stringify(error)).slice(0, 200);
}
