/** People and keys for tests of authentication: rows as their verbs would write them. */
import { hash } from "node:crypto";
import { sessions } from "#lib/identity/schema/identity.ts";
import { botKeys, mcpKeys } from "#lib/machines/schema/keys.ts";
import type { SessionActor } from "#lib/platform/actor.ts";
import { config } from "#lib/platform/config/config.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { users } from "#lib/platform/schema/users.ts";
import { encryptSecret } from "#lib/platform/secret-cipher.ts";
import { mcpKeyOf } from "#lib/protocol/key-formats.ts";

/** Opens an empty database and makes it the one of this process until `close()`. */
export async function openKeyTables(): Promise<{ db: Database; close: () => Promise<void> }> {
  const db = await testDatabase();
  setDatabase(db);
  const close = async (): Promise<void> => {
    setDatabase(undefined);
    await db.$client.end();
  };
  return { db, close };
}

export const TEST_KEYS = {
  user: "usr_0123456789abcdef01234567",
  mcpId: "mcp_0123456789abcdef01234567",
  mcpSecret: mcpKeyOf("0f".repeat(28)),
  botId: "tbk_0123456789abcdef01234567",
  botSecret: `tbs_${"ab".repeat(32)}`,
} as const;

/** A person who signed in by mail at `now`. */
export async function insertSession(db: Database, now: number): Promise<SessionActor> {
  const { user: userId } = TEST_KEYS;
  const at = new Date(now);
  const actor: SessionActor = {
    kind: "session",
    userId,
    sessionId: "ses_0123456789abcdef01234567",
    account: undefined,
    provedAt: now,
  };
  await db.insert(sessions).values({
    id: actor.sessionId,
    userId,
    kind: "email",
    createdAt: at,
    provedAt: at,
    expiresAt: new Date(now + 86_400_000),
    lastSeenAt: at,
    address: "192.0.2.7",
    agent: "test",
  });
  return actor;
}

/** One account with one key of each kind, made at `now` and good for 90 days. */
export async function insertKeys(db: Database, now: number): Promise<void> {
  const { user: userId, mcpId, mcpSecret, botId, botSecret } = TEST_KEYS;
  const createdAt = new Date(now);
  const expiresAt = new Date(now + 90 * 86_400_000);
  await db.insert(users).values({ id: userId, createdAt });
  await db.insert(mcpKeys).values({
    id: mcpId,
    userId,
    name: "desk",
    hash: hash("sha256", mcpSecret, "hex"),
    preview: `svc_sk_…${mcpSecret.slice(-4)}`,
    createdAt,
    expiresAt,
  });
  await db.insert(botKeys).values({
    id: botId,
    userId,
    name: "bot",
    encryptedSecret: encryptSecret(botSecret, botId, config().encryptionSecret),
    preview: `tbs_…${botSecret.slice(-4)}`,
    createdAt,
    expiresAt,
  });
}
