/**
 * Delivers purchases: only when the configured node shows, finalized, a payment of at least the stated USDC to the purchase's wallet, in
 * the transaction that the provider named, not older than the purchase and used by no other one.
 */
import "server-only";
import { and, asc, desc, eq, inArray, isNotNull, lte, ne, sql } from "drizzle-orm";
import { askingChain } from "#lib/platform/chain-client/configured-chain.ts";
import type { ChainClient, Payment } from "#lib/platform/chain-client/read-payment.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { onrampCallbacks, onrampPurchases } from "#lib/platform/db/schema/onramp.ts";
import { ServiceError } from "#lib/platform/errors.ts";
import type { UndeliveredReason } from "#lib/protocol/onramp.ts";
import type { OnrampSettings } from "./onramp-settings.ts";
import type { PurchaseRow } from "./purchase-record.ts";

const MOST_AT_ONCE = 20;
const FIRST_WAIT_MS = 2_000;
const LAST_WAIT_MS = 600_000;
/** An eighth of the age of the callback lies between two looks. */
const AGE_SHARE = 8;
/** So long after a look that found nothing, a payment that was named is not looked up any more. Looks that got no answer do not count. */
export const GIVEN_UP_AFTER_MS = 86_400_000;

/** The network's time of a block is a whole second, and may lag behind the service's clock by half a minute. */
const CLOCK_SLACK_MS = 60_000;

type CallbackRow = typeof onrampCallbacks.$inferSelect;
type Named = CallbackRow & { signature: string; units: bigint };

export type DeliveryParts = {
  db: Database;
  node: Pick<ChainClient, "readPayment">;
  settings: Pick<OnrampSettings, "network" | "mint">;
};

type Verdict =
  | { is: "delivered"; amount: bigint }
  /** The chain may still show it. */
  | { is: "open"; reason: UndeliveredReason }
  /** What is final does not change. */
  | { is: "refused"; reason: UndeliveredReason };

/** Whether a payment is to be looked up, now or later. */
export async function isAnyToLookUp(db: Pick<Database, "$count">): Promise<boolean> {
  return (await db.$count(onrampCallbacks, isNotNull(onrampCallbacks.lookAt))) > 0;
}

/** @param now Unix milliseconds. @throws Error for those that could not be looked up, after the others were; a chain that is away ends the run */
export async function deliverPurchases(parts: DeliveryParts, now: number): Promise<void> {
  const causes: unknown[] = [];
  for (const callback of await claimDue(parts.db, now)) {
    try {
      await lookUp(parts, callback, now);
    } catch (error) {
      causes.push(error);
      // The others would wait for the same node, each until its timeout.
      if (error instanceof ServiceError && error.code === "CHAIN_UNREACHABLE") break;
    }
  }
  const [cause] = causes;
  if (causes.length > 0) throw new Error("a payment could not be looked up", { cause });
}

/** Replicas take turns: whoever moves the time of the next look has the row, and a kill leaves that next look. */
async function claimDue(db: Database, now: number): Promise<Named[]> {
  const { digest, lookAt, receivedAt } = onrampCallbacks;
  const due = db
    .select({ digest })
    .from(onrampCallbacks)
    .where(and(isNotNull(lookAt), lte(lookAt, now)))
    .orderBy(asc(lookAt))
    .limit(MOST_AT_ONCE)
    .for("update", { skipLocked: true });
  const wait = sql`least(greatest((${now}::bigint - ${receivedAt}) / ${AGE_SHARE}, ${FIRST_WAIT_MS}), ${LAST_WAIT_MS})`;
  const rows = await db
    .update(onrampCallbacks)
    .set({ lookAt: sql`${now}::bigint + ${wait}` })
    .where(inArray(digest, due))
    .returning();
  return rows.filter(isNamed);
}

function isNamed(row: CallbackRow): row is Named {
  return row.signature !== null && row.units !== null;
}

async function lookUp(
  { db, node, settings }: DeliveryParts,
  callback: Named,
  now: number,
): Promise<void> {
  const [purchase] = await db
    .select()
    .from(onrampPurchases)
    .where(eq(onrampPurchases.id, callback.purchaseId));
  if (purchase === undefined) return;
  const verdict = await verdictOn(purchase, callback, { node, settings });
  await settle(db, { callback, verdict, now });
}

async function verdictOn(
  { network, mint, wallet: recipient, createdAt }: PurchaseRow,
  callback: Named,
  { node, settings }: Pick<DeliveryParts, "node" | "settings">,
): Promise<Verdict> {
  // Another chain was configured meanwhile: this one shows nothing of it.
  if (network !== settings.network || mint !== settings.mint)
    return { is: "open", reason: "not_on_chain" };
  const { signature } = callback;
  const payment = await askingChain(() => node.readPayment({ signature, recipient, mint }));
  return judge(payment, callback, createdAt);
}

function judge(payment: Payment, { units }: Named, createdAt: number): Verdict {
  if (payment.state === "unknown") return { is: "open", reason: "not_on_chain" };
  // A node that does not know the time of a block yet may know it later.
  if (payment.state === "pending" || payment.blockTime === null)
    return { is: "open", reason: "not_final" };
  if (payment.state === "failed") return { is: "refused", reason: "transaction_failed" };
  if (payment.blockTime < createdAt - CLOCK_SLACK_MS)
    return { is: "refused", reason: "older_than_the_purchase" };
  if (payment.amount <= 0n) return { is: "refused", reason: "not_to_the_wallet" };
  if (payment.amount < units) return { is: "refused", reason: "amount_too_small" };
  return { is: "delivered", amount: payment.amount };
}

type Settlement = { callback: Named; verdict: Verdict; now: number };

async function settle(db: Database, { callback, verdict, now }: Settlement): Promise<void> {
  await db.transaction(async (change) => {
    const [purchase] = await change
      .select()
      .from(onrampPurchases)
      .where(eq(onrampPurchases.id, callback.purchaseId))
      .for("update");
    if (purchase === undefined) return;
    const isUsed = verdict.is === "delivered" && (await isUsedBefore(change, purchase, callback));
    const final: Verdict = isUsed ? { is: "refused", reason: "used_before" } : verdict;
    await change
      .update(onrampCallbacks)
      .set(purchase.status === "delivered" ? { lookAt: null } : lookedUp(callback, final, now))
      .where(eq(onrampCallbacks.digest, callback.digest));
    const changed = await changeOf(change, purchase, { callback, verdict: final, now });
    if (changed !== undefined)
      await change.update(onrampPurchases).set(changed).where(eq(onrampPurchases.id, purchase.id));
  });
}

/** What the look leaves of the callback. */
function lookedUp({ openSince }: Named, verdict: Verdict, now: number): Partial<CallbackRow> {
  if (verdict.is === "delivered") return { lookAt: null, reason: null };
  if (verdict.is === "refused") return { lookAt: null, reason: verdict.reason };
  if (openSince === null) return { openSince: now, reason: verdict.reason };
  const isGivenUp = now - openSince > GIVEN_UP_AFTER_MS;
  return isGivenUp ? { lookAt: null, reason: "given_up" } : { reason: verdict.reason };
}

/** A purchase that was refunded says so; only the chain's delivery changes that. */
async function changeOf(
  change: Pick<Database, "select">,
  { id, status }: PurchaseRow,
  { callback: { signature }, verdict, now }: Settlement,
): Promise<Partial<PurchaseRow> | undefined> {
  if (status === "delivered") return undefined;
  if (verdict.is === "delivered")
    return { status: "delivered", reason: null, signature, units: verdict.amount, changedAt: now };
  return status === "paid" ? { reason: await reasonOf(change, id) } : undefined;
}

/** Of all payments that were named: one that may still be shown comes before one that is refused, and that before one that was given up. */
async function reasonOf(
  change: Pick<Database, "select">,
  purchaseId: string,
): Promise<UndeliveredReason> {
  const { purchaseId: ofPurchase, signature, units, state, receivedAt } = onrampCallbacks;
  const isNamedPayment = and(eq(state, "paid"), isNotNull(signature), isNotNull(units));
  const named = await change
    .select({ lookAt: onrampCallbacks.lookAt, reason: onrampCallbacks.reason })
    .from(onrampCallbacks)
    .where(and(eq(ofPurchase, purchaseId), isNamedPayment))
    .orderBy(desc(receivedAt));
  const open = named.find(({ lookAt }) => lookAt !== null);
  if (open !== undefined) return open.reason ?? "not_on_chain";
  const refused = named.find(({ reason }) => reason !== null && reason !== "given_up");
  return refused?.reason ?? "given_up";
}

/** Of two purchases at the same moment, the index refuses one, whose next look finds the other. */
async function isUsedBefore(
  change: Pick<Database, "select">,
  { id, network }: PurchaseRow,
  { signature }: Named,
): Promise<boolean> {
  const { id: otherId, network: otherNetwork, signature: used } = onrampPurchases;
  const found = await change
    .select({ id: otherId })
    .from(onrampPurchases)
    .where(and(eq(otherNetwork, network), eq(used, signature), ne(otherId, id)));
  return found.length > 0;
}
