/** Creates a bot key. Its secret is only in this answer, and stored encrypted. */
import "server-only";
import { randomBytes } from "node:crypto";
import { and, eq, gt, isNull, or } from "drizzle-orm";
import { z } from "zod";
import { recordAudit } from "#lib/identity/audit/record.ts";
import { lockSession } from "#lib/identity/person/lock-account.ts";
import { type KeyChange, takeKeyChange } from "#lib/machines/usage/key-changes.ts";
import { DAY_MS } from "#lib/machines/usage/usage-day.ts";
import type { Client } from "#lib/platform/actor.ts";
import { parseAddresses } from "#lib/platform/address-list.ts";
import { config } from "#lib/platform/config.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import { botKeys } from "#lib/platform/db/schema/keys.ts";
import { ServiceError } from "#lib/platform/errors.ts";
import { newId } from "#lib/platform/ids.ts";
import { encryptSecret } from "#lib/platform/secret-cipher.ts";
import { BotKeyRecord, botKeyRecord } from "./key-record.ts";

/** Keys of an account that are neither revoked nor expired. */
export const MOST_LIVE_KEYS = 20;
const DEFAULT_NAME = "Bot key";
const NAME = "it must be 1 to 60 characters on one line";

export const NewBotKey = z.strictObject({
  name: z
    .string(NAME)
    .trim()
    .min(1, NAME)
    .max(60, NAME)
    .regex(/^\P{C}*$/u, NAME)
    .optional(),
  allowlist: z
    .array(z.string().max(100))
    .min(1)
    .max(64)
    .transform((given, context) => {
      const { entries, refused } = parseAddresses(given);
      const reasons = refused.map(({ entry, reason }) => `${JSON.stringify(entry)} ${reason}`);
      if (reasons.length > 0) context.addIssue(reasons.join("; "));
      else if (entries.length === 0) context.addIssue("names no address");
      return entries;
    }),
  /** Without it the key does not expire. */
  expiresInDays: z.int().min(1).max(365).optional(),
});

export const CreatedBotKey = BotKeyRecord.extend({ secret: z.string() });

type Call = {
  ctx: KeyChange & { client: Client; now: number };
  input: { body: z.output<typeof NewBotKey> };
};

/** For a signed-in person. The bot reads the account of the session's wallet. @throws TOO_MANY_KEYS, RATE_LIMITED, SIGN_IN_REQUIRED */
export async function createBotKey({ ctx, input }: Call): Promise<z.output<typeof CreatedBotKey>> {
  const { actor, now, client } = ctx;
  const { name = DEFAULT_NAME, allowlist, expiresInDays } = input.body;
  const id = newId("tbk");
  const secret = `tbs_${randomBytes(32).toString("hex")}`;
  const values = {
    id,
    userId: actor.userId,
    name,
    account: actor.account ?? null,
    allowlist,
    preview: `tbs_…${secret.slice(-4)}`,
    encryptedSecret: encryptSecret(secret, id, config().encryptionSecret),
    createdAt: new Date(now),
    expiresAt: expiresInDays === undefined ? null : new Date(now + expiresInDays * DAY_MS),
  };
  await takeKeyChange(ctx);
  const db = await database();
  const row = await db.transaction(async (change) => {
    await lockSession(change, actor, now);
    await requireRoom(change, actor.userId, now);
    const [made] = await change.insert(botKeys).values(values).returning();
    if (made === undefined) throw new Error("A key was inserted and not returned.");
    const details = { name, allowlist: allowlist.join(" ").slice(0, 200) };
    const action = "bot_key.created";
    const { userId } = actor;
    await recordAudit(change, { now, userId, actor, action, target: id, client, details });
    return made;
  });
  return { ...botKeyRecord(row, now), secret };
}

/** Call it after `lockSession`, which serializes concurrent creations. */
async function requireRoom(
  change: Pick<Database, "select">,
  userId: string,
  now: number,
): Promise<void> {
  const isLive = or(isNull(botKeys.expiresAt), gt(botKeys.expiresAt, new Date(now)));
  const live = await change
    .select({ id: botKeys.id })
    .from(botKeys)
    .where(and(eq(botKeys.userId, userId), isNull(botKeys.revokedAt), isLive));
  if (live.length >= MOST_LIVE_KEYS) {
    throw new ServiceError("TOO_MANY_KEYS", { most: MOST_LIVE_KEYS });
  }
}
