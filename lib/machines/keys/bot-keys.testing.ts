/** For tests: keys in the database, and calls that they sign. */
import { createHash, createHmac, randomBytes } from "node:crypto";
import { identities } from "#lib/identity/schema/identity.ts";
import { newId } from "#lib/kernel/ids.ts";
import { botKeys } from "#lib/machines/schema/keys.ts";
import { config } from "#lib/platform/config/config.ts";
import { database } from "#lib/platform/db/client.ts";
import { users } from "#lib/platform/schema/users.ts";
import { encryptSecret } from "#lib/platform/secret-cipher.ts";

export type TestKey = { id: string; secret: string; userId: string };

/** A key for the address 192.0.2.7 unless `row` says otherwise; its owner has the wallet `row.account`. */
export async function insertBotKey(
  row: Partial<typeof botKeys.$inferInsert> = {},
): Promise<TestKey> {
  const db = await database();
  const id = newId("tbk");
  const secret = `tbs_${randomBytes(32).toString("hex")}`;
  const userId = newId("usr");
  const createdAt = new Date(0);
  await db.insert(users).values({ id: userId, createdAt });
  if (row.account) {
    const wallet = { kind: "wallet", subject: row.account, label: row.account } as const;
    const used = { createdAt, lastUsedAt: createdAt };
    await db.insert(identities).values({ id: newId("idn"), userId, ...wallet, ...used });
  }
  await db.insert(botKeys).values({
    id,
    userId,
    name: "a bot",
    preview: `tbs_…${secret.slice(-4)}`,
    encryptedSecret: encryptSecret(secret, id, config().encryptionSecret),
    createdAt,
    allowlist: ["192.0.2.7"],
    ...row,
  });
  return { id, secret, userId };
}

export type TestCall = {
  method?: string;
  /** Path and query, as signed. */
  target?: string;
  body?: string;
  timestamp: number;
  nonce?: string;
};

/** Headers of a signed call, made without the code under test. */
export function botHeaders(key: { id: string; secret: string }, call: TestCall): Headers {
  const { method = "GET", target = "/api/bot/v1/whoami", body = "", timestamp } = call;
  const nonce = call.nonce ?? randomBytes(16).toString("hex");
  const bodyHash = createHash("sha256").update(body).digest("hex");
  const text = [timestamp, nonce, method, target, bodyHash].join("\n");
  return new Headers({
    "x-bot-key": key.id,
    "x-bot-timestamp": String(timestamp),
    "x-bot-nonce": nonce,
    "x-bot-signature": createHmac("sha256", key.secret).update(text).digest("hex"),
  });
}
