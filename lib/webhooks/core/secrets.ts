/** The secrets of a webhook: encrypted at rest, several at a time during a rotation. */
import "server-only";
import { randomBytes } from "node:crypto";
import { and, desc, gt, inArray, isNull, or } from "drizzle-orm";
import type { Secret } from "#lib/kernel/env.ts";
import { newId } from "#lib/kernel/ids.ts";
import { config } from "#lib/platform/config/config.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { decryptSecret, encryptSecret } from "#lib/platform/secret-cipher.ts";
import { webhookSecrets } from "#lib/webhooks/schema/webhooks.ts";

/** `whsec_` and 32 random bytes, the form of Standard Webhooks. */
export function makeSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

/** A row for a secret, encrypted under its own id. */
export function secretRow(webhookId: string, text: string, now: number) {
  const id = newId("whs");
  const encrypted = encryptSecret(text, id, config().encryptionSecret);
  return { id, webhookId, encrypted, createdAt: now, retiresAt: null };
}

export function isLive(now: number) {
  const { retiresAt } = webhookSecrets;
  return or(isNull(retiresAt), gt(retiresAt, now));
}

export type LiveSecret = { id: string; text: string };

/** Each webhook's valid secrets that can be decrypted, newest first. */
export async function findLiveSecrets(
  db: Pick<Database, "select">,
  webhookIds: readonly string[],
  now: number,
  encryptionSecret: Secret = config().encryptionSecret,
): Promise<ReadonlyMap<string, readonly LiveSecret[]>> {
  const rows = await db
    .select()
    .from(webhookSecrets)
    .where(and(inArray(webhookSecrets.webhookId, [...webhookIds]), isLive(now)))
    .orderBy(desc(webhookSecrets.createdAt), desc(webhookSecrets.id));
  const found = new Map<string, LiveSecret[]>();
  for (const { id, webhookId, encrypted } of rows) {
    const text = decryptSecret(encrypted, id, encryptionSecret);
    if (text === undefined) continue;
    const of = found.get(webhookId) ?? [];
    found.set(webhookId, [...of, { id, text }]);
  }
  return found;
}

/** One webhook's valid secrets that can be decrypted, newest first. */
export async function findWebhookSecrets(
  db: Pick<Database, "select">,
  webhookId: string,
  now: number,
): Promise<readonly LiveSecret[]> {
  return (await findLiveSecrets(db, [webhookId], now)).get(webhookId) ?? [];
}
