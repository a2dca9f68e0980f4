/**
 * Takes a provider's callback. It only moves a purchase forward, in whatever order callbacks
 * arrive, and it delivers nothing: it may name a payment, which is then looked up on the chain.
 */
import "server-only";
import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { wakeLoops } from "#lib/kernel/time/wakes.ts";
import type { Client } from "#lib/platform/actor.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import { readBytes } from "#lib/platform/http/body.ts";
import type { Quota } from "#lib/platform/http/quota.ts";
import { httpRuntime } from "#lib/platform/http/runtime.ts";
import { takeQuotas } from "#lib/platform/http/take-quotas.ts";
import { replaces } from "#lib/protocol/onramp.ts";
import { PURCHASES_CHANNEL } from "#lib/swaps/chain/swap-elections.ts";
import { onrampCallbacks, onrampPurchases } from "#lib/swaps/schema/onramp.ts";
import type { Callback, OnrampProvider, ProviderEvent } from "./checkout-provider.ts";
import { type OnrampSettings, onrampSettings } from "./onramp-settings.ts";
import type { PurchaseRow } from "./purchase-record.ts";

const MAX_BYTES = 64 * 1024;
const NOTE_EVERY_MS = 60_000;

type Context = { client: Client; quotas: Quota[]; now: number };

/**
 * A signed callback about an unknown purchase is acknowledged too, so that the provider does not
 * repeat it.
 * @throws NOT_FOUND for a provider that is not configured, RATE_LIMITED, BODY_TOO_LARGE,
 * CALLBACK_REFUSED
 */
export async function takeCallback({
  ctx: { client, quotas, now },
  input,
}: {
  ctx: Context;
  input: { params: { provider: string }; request: Request };
}): Promise<void> {
  const settings = onrampSettings();
  if (settings === undefined || settings.provider.id !== input.params.provider)
    throw new ServiceError("NOT_FOUND");
  await takeQuotas(quotas, ["onramp_callbacks", client.address]);
  const { headers } = input.request;
  const body = await readBytes(input.request, MAX_BYTES);
  const event = readNoted(settings, { headers, body, now });
  if (event === undefined) return;
  const digest = createHash("sha256").update(`${settings.provider.id}:`).update(body).digest("hex");
  const db = await database();
  await storeEvent(db, { provider: settings.provider, event, digest, now });
}

let notedAt = Number.NEGATIVE_INFINITY;

/**
 * A wrong key in the settings shows only here, so the log has a line about it. At most one a
 * minute, so that strangers cannot fill the log.
 */
function readNoted({ provider, terms }: OnrampSettings, callback: Callback) {
  try {
    return provider.readCallback(terms, callback);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "CALLBACK_REFUSED") throw error;
    if (callback.now - notedAt >= NOTE_EVERY_MS) {
      notedAt = callback.now;
      const details = { provider: provider.id, reason: error.message };
      httpRuntime().log.warn(details, "a callback of the provider was refused");
    }
    throw error;
  }
}

type Received = { provider: OnrampProvider; event: ProviderEvent; digest: string; now: number };

/**
 * A callback is acknowledged after this commit. The purchase is locked first, so that two callbacks
 * take turns.
 */
async function storeEvent(db: Database, { provider, event, digest, now }: Received): Promise<void> {
  await db.transaction(async (change) => {
    const [purchase] = await change
      .select()
      .from(onrampPurchases)
      .where(eq(onrampPurchases.id, event.purchase))
      .for("update");
    if (purchase?.provider !== provider.id || purchase.wallet !== event.wallet) return;
    const isNamed = event.signature !== null && event.units !== null;
    const stored = await change
      .insert(onrampCallbacks)
      .values({
        digest,
        purchaseId: purchase.id,
        state: event.state,
        signature: event.signature,
        units: event.units,
        receivedAt: now,
        pollAt: event.state === "paid" && isNamed ? now : null,
      })
      .onConflictDoNothing()
      .returning({ digest: onrampCallbacks.digest });
    const changed =
      stored.length > 0
        ? changeBy(event, purchase, { isNamed, now })
        : await reopen(change, purchase, { digest, now });
    if (changed !== undefined)
      await change.update(onrampPurchases).set(changed).where(eq(onrampPurchases.id, purchase.id));
  });
  wakeLoops(PURCHASES_CHANNEL);
}

/**
 * The provider repeats the same bytes when it still claims the payment. A payment that was given up
 * is then looked up for another day.
 */
async function reopen(
  change: Pick<Database, "update">,
  { id, status, reason }: PurchaseRow,
  { digest, now }: Pick<Received, "digest" | "now">,
): Promise<Partial<PurchaseRow> | undefined> {
  if (status !== "paid" || reason !== "given_up") return undefined;
  const { digest: known, purchaseId, reason: found } = onrampCallbacks;
  const reopened = await change
    .update(onrampCallbacks)
    .set({ pollAt: now, receivedAt: now, openSince: null, reason: null })
    .where(and(eq(known, digest), eq(purchaseId, id), eq(found, "given_up")))
    .returning({ digest: known });
  return reopened.length > 0 ? { reason: "not_on_chain" } : undefined;
}

/** A state never goes back. A payment that is named after the first "paid" is still looked up. */
function changeBy(
  event: ProviderEvent,
  purchase: PurchaseRow,
  { isNamed, now }: { isNamed: boolean; now: number },
): Partial<PurchaseRow> | undefined {
  const isNews = event.state === "paid" && isNamed;
  if (replaces(event.state, purchase.status)) {
    const reason = event.state === "paid" ? (isNamed ? "not_on_chain" : "not_named") : null;
    const { state: status, transaction: providerTransaction } = event;
    return { status, reason, providerTransaction, changedAt: now };
  }
  if (!isNews || purchase.status === "delivered") return undefined;
  return {
    providerTransaction: event.transaction,
    ...(purchase.status === "paid" && { reason: "not_on_chain" }),
  };
}
