/**
 * Delivers purchases. The configured node must show a finalized payment of at least the stated USDC
 * to the purchase's wallet, in the transaction that the provider named. It must not be older than
 * the purchase, and no other purchase may have used it.
 */
import "server-only";
import { and, asc, desc, eq, inArray, isNotNull, lte, ne, sql } from "drizzle-orm";
import type { ChainClient, Payment } from "#lib/kernel/chain-client/read-payment.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { askingChain } from "#lib/platform/outbound/configured-chain.ts";
import type { UndeliveredReason } from "#lib/protocol/onramp.ts";
import { onrampCallbacks, onrampPurchases } from "#lib/swaps/schema/onramp.ts";
import type { OnrampSettings } from "./onramp-settings.ts";
import type { PurchaseRow } from "./purchase-record.ts";

const MAX_AT_ONCE = 20;
const FIRST_WAIT_MS = 2_000;
const LAST_WAIT_MS = 600_000;
/** Divides a callback's age into the wait between two reads of the chain. */
const AGE_SHARE = 8;
/**
 * A named payment is given up this long after the first read that did not find it. Reads without an
 * answer do not count.
 */
export const GIVEN_UP_AFTER_MS = 86_400_000;

/** Block times are whole seconds and may lag behind the service's clock by half a minute. */
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
  /** Final, so it cannot change. */
  | { is: "refused"; reason: UndeliveredReason };

/** Whether any payment still has to be looked up. */
export async function isAnyToPoll(db: Pick<Database, "$count">): Promise<boolean> {
  return (await db.$count(onrampCallbacks, isNotNull(onrampCallbacks.pollAt))) > 0;
}

/**
 * @param now Unix milliseconds. @throws Error if some could not be looked up, after trying the
 * others. Without an answer of the chain the run ends at once
 */
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

/**
 * Replicas take turns: the one that moves the due time has the row. If it is killed, the next read
 * is still due.
 */
async function claimDue(db: Database, now: number): Promise<Named[]> {
  const { digest, pollAt, receivedAt } = onrampCallbacks;
  const due = db
    .select({ digest })
    .from(onrampCallbacks)
    .where(and(isNotNull(pollAt), lte(pollAt, now)))
    .orderBy(asc(pollAt))
    .limit(MAX_AT_ONCE)
    .for("update", { skipLocked: true });
  const wait = sql`least(greatest((${now}::bigint - ${receivedAt}) / ${AGE_SHARE}, ${FIRST_WAIT_MS}), ${LAST_WAIT_MS})`;
  const rows = await db
    .update(onrampCallbacks)
    .set({ pollAt: sql`${now}::bigint + ${wait}` })
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
  // The service now uses another chain, which cannot show this payment.
  if (network !== settings.network || mint !== settings.mint)
    return { is: "open", reason: "not_on_chain" };
  const { signature } = callback;
  const payment = await askingChain(() => node.readPayment({ signature, recipient, mint }));
  return judge(payment, callback, createdAt);
}

function judge(payment: Payment, { units }: Named, createdAt: number): Verdict {
  if (payment.state === "unknown") return { is: "open", reason: "not_on_chain" };
  // The node may learn the block's time later.
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
      .set(purchase.status === "delivered" ? { pollAt: null } : callbackAfter(callback, final, now))
      .where(eq(onrampCallbacks.digest, callback.digest));
    const changed = await changeOf(change, purchase, { callback, verdict: final, now });
    if (changed !== undefined)
      await change.update(onrampPurchases).set(changed).where(eq(onrampPurchases.id, purchase.id));
  });
}

/** The callback's new columns after a read of the chain. */
function callbackAfter({ openSince }: Named, verdict: Verdict, now: number): Partial<CallbackRow> {
  if (verdict.is === "delivered") return { pollAt: null, reason: null };
  if (verdict.is === "refused") return { pollAt: null, reason: verdict.reason };
  if (openSince === null) return { openSince: now, reason: verdict.reason };
  const isGivenUp = now - openSince > GIVEN_UP_AFTER_MS;
  return isGivenUp ? { pollAt: null, reason: "given_up" } : { reason: verdict.reason };
}

/** A refunded purchase stays refunded until the chain shows its delivery. */
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

/**
 * The reason over all named payments: an open one comes first, then a refused one, then one that
 * was given up.
 */
async function reasonOf(
  change: Pick<Database, "select">,
  purchaseId: string,
): Promise<UndeliveredReason> {
  const { purchaseId: ofPurchase, signature, units, state, receivedAt } = onrampCallbacks;
  const isNamedPayment = and(eq(state, "paid"), isNotNull(signature), isNotNull(units));
  const named = await change
    .select({ pollAt: onrampCallbacks.pollAt, reason: onrampCallbacks.reason })
    .from(onrampCallbacks)
    .where(and(eq(ofPurchase, purchaseId), isNamedPayment))
    .orderBy(desc(receivedAt));
  const open = named.find(({ pollAt }) => pollAt !== null);
  if (open !== undefined) return open.reason ?? "not_on_chain";
  const refused = named.find(({ reason }) => reason !== null && reason !== "given_up");
  return refused?.reason ?? "given_up";
}

/**
 * If two purchases claim a payment at the same moment, the index refuses one. Its next read finds
 * the other.
 */
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
