/** Orders that wait for their owner's decision, and addresses for mail, for tests of pushes. */

import { identities } from "#lib/identity/schema/identity.ts";
import { newId } from "#lib/kernel/ids.ts";
import { mcpKeys } from "#lib/machines/schema/keys.ts";
import { stagedOrders } from "#lib/machines/schema/staged-orders.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { STAGED_ORDER_LIFETIME_MS } from "#lib/protocol/staged-orders.ts";
import { pushApproval } from "#lib/pushes/writing/push-approval.ts";

/** The proposer's text, which no push contains. */
export const REASON = "Call +1 555 0100 at once";
export const PROPOSER = "evil.example/claim";

/** Stores an order with its push, as staging does. `now` is in Unix milliseconds. */
export async function addWaitingOrder(
  db: Database,
  userId: string,
  now: number,
): Promise<{ id: string; keyId: string; expiresAt: number }> {
  const keyId = newId("mcp");
  const expiresAt = now + STAGED_ORDER_LIFETIME_MS;
  await db.insert(mcpKeys).values({
    id: keyId,
    userId,
    name: PROPOSER,
    hash: keyId,
    preview: "svc_sk_…0000",
    createdAt: new Date(now),
    expiresAt: new Date(now + 86_400_000),
    canStageOrders: true,
  });
  const row = {
    id: newId("sto"),
    userId,
    account: "11111111111111111111111111111112",
    sourceKind: "mcp_key",
    sourceId: keyId,
    sourceName: PROPOSER,
    reference: null,
    signalId: null,
    order: {
      market: "BTCUSDC",
      side: "BUY",
      size: "0.02",
      order_type: "MARKET",
      time_in_force: "IOC",
      flags: 0,
    },
    snapshot: {},
    reason: REASON,
    state: "waiting",
    createdAt: new Date(now),
    expiresAt: new Date(expiresAt),
  } as typeof stagedOrders.$inferInsert;
  await db.transaction(async (change) => {
    const [stored] = await change.insert(stagedOrders).values(row).returning();
    if (stored !== undefined) await pushApproval(change, stored, now);
  });
  return { id: row.id, keyId, expiresAt };
}

export async function addAddress(db: Database, userId: string, address: string): Promise<void> {
  await db.insert(identities).values({
    id: newId("idn"),
    userId,
    kind: "email",
    subject: address,
    label: address,
    createdAt: new Date(0),
    lastUsedAt: new Date(0),
  });
}
