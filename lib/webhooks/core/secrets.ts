/** The secrets of a webhook: encrypted at rest, several at a time during a rotation. */
import "server-only";
import { randomBytes } from "node:crypto";
import { and, desc, eq, gt, isNull, or } from "drizzle-orm";
import { config } from "#lib/platform/config.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { webhookSecrets } from "#lib/platform/db/schema/webhooks.ts";
import { newId } from "#lib/platform/ids.ts";
import { decryptSecret, encryptSecret } from "#lib/platform/secret-cipher.ts";

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

/** The live secrets that can be decrypted, the newest first. */
export async function liveSecrets(
  db: Pick<Database, "select">,
  webhookId: string,
  now: number,
): Promise<{ id: string; text: string }[]> {
  const rows = await db
    .select()
    .from(webhookSecrets)
    .where(and(eq(webhookSecrets.webhookId, webhookId), isLive(now)))
    .orderBy(desc(webhookSecrets.createdAt), desc(webhookSecrets.id));
  const { encryptionSecret } = config();
  return rows.flatMap(({ id, encrypted }) => {
    const text = decryptSecret(encrypted, id, encryptionSecret);
    return text === undefined ? [] : [{ id, text }];
  });
}
