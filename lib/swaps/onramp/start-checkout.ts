/** Begins a purchase. The provider's checkout may then sell USDC to the session's wallet only. */
import "server-only";
import type { z } from "zod";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import { lockSession } from "#lib/identity/person/lock-account.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { Client, WalletActor } from "#lib/platform/actor.ts";
import { database } from "#lib/platform/db/client.ts";
import type { Quota } from "#lib/platform/http/quota.ts";
import { takeQuotas } from "#lib/platform/http/take-quotas.ts";
import { formatDecimal, parseDecimal } from "#lib/protocol/decimal.ts";
import { FIAT_DECIMALS, MAX_PURCHASE, MIN_PURCHASE } from "#lib/protocol/onramp.ts";
import type { Purchase, StartPurchase } from "#lib/protocol/wire/onramp.ts";
import { onrampPurchases } from "#lib/swaps/schema/onramp.ts";
import { requireOnramp } from "./onramp-settings.ts";
import { type PurchaseRow, purchaseRecord } from "./purchase-record.ts";

type Context = { actor: WalletActor; client: Client; quotas: Quota[]; now: number };

/** @throws ONRAMP_NOT_AVAILABLE, PURCHASE_AMOUNT, RATE_LIMITED, SIGN_IN_REQUIRED */
export async function startPurchase(
  { actor, client, quotas, now }: Context,
  { amount, currency }: z.output<typeof StartPurchase>,
): Promise<Purchase> {
  const { provider, network, mint } = requireOnramp();
  const cents = parseDecimal(amount, FIAT_DECIMALS);
  if (cents === undefined || cents < MIN_PURCHASE || cents > MAX_PURCHASE) {
    const [least, most] = [MIN_PURCHASE, MAX_PURCHASE].map((limit) =>
      formatDecimal(limit, FIAT_DECIMALS),
    );
    throw new ServiceError("PURCHASE_AMOUNT", { least: least ?? "", most: most ?? "", currency });
  }
  await takeQuotas(quotas, ["onramp_purchases", actor.userId]);
  const row: PurchaseRow = {
    id: newId("onr"),
    userId: actor.userId,
    provider: provider.id,
    network,
    mint,
    wallet: actor.account,
    amount: formatDecimal(cents, FIAT_DECIMALS),
    currency,
    status: "created",
    reason: null,
    providerTransaction: null,
    signature: null,
    units: null,
    createdAt: now,
    changedAt: now,
  };
  const db = await database();
  await db.transaction(async (change) => {
    await lockSession(change, actor, now);
    await change.insert(onrampPurchases).values(row);
    const details = { amount: row.amount, currency };
    const by = { now, userId: actor.userId, actor, client, target: row.id };
    await recordAudit(change, { ...by, action: "purchase.started", details });
  });
  return purchaseRecord(row, actor.account);
}
