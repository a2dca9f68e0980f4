/** A signed-in person creates a key for a machine. */
import { DAY_MS } from "#lib/protocol/durations.ts";
import "server-only";
import { and, count, eq, gt, isNull, or } from "drizzle-orm";
import { z } from "zod";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import { lockSession } from "#lib/identity/person/lock-account.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { Client, SessionActor } from "#lib/platform/actor.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import type { Quota } from "#lib/platform/http/quota.ts";
import { takeQuotas } from "#lib/platform/http/take-quotas.ts";
import { cleanName } from "#lib/platform/text/client-name.ts";
import { mapPermissions } from "#lib/protocol/key-permissions.ts";
import { allowlistOf } from "./allowlist.ts";
import { columnsOf, recordOf } from "./key-record.ts";
import { KEY_KINDS, type KeyKind, type KeyKindName, type KeyTerms } from "./kinds.ts";

const DAYS = "it must be a whole number from 1 to 365";
const NAME = "it must be 1 to 60 characters on one line";

export const keyName = z
  .string(NAME)
  .trim()
  .min(1, NAME)
  .max(60, NAME)
  .regex(/^\P{C}*$/u, NAME);

/** Life of a new key; 90 days when absent (docs/api/mcp-keys.md). */
export const ExpiresInDays = z
  .int(DAYS)
  .min(1, DAYS)
  .max(365, DAYS)
  .default(90)
  .describe("Days until the key expires, 1 to 365.");

/** The name of an MCP key, which shows people who proposes an order. */
export const shownKeyName = keyName
  .transform((given) => cleanName(given) ?? "")
  .refine((given) => given !== "", NAME);

export const CreateMcpKey = z.strictObject({
  name: shownKeyName.optional(),
  expiresInDays: ExpiresInDays,
  ...mapPermissions(() => z.boolean().default(false)),
});

export const CreateBotKey = z.strictObject({
  name: keyName.optional(),
  allowlist: allowlistOf({ least: 1 }),
  /** Without it the key does not expire. */
  expiresInDays: z.int().min(1).max(365).optional(),
  canStageOrders: z.boolean().default(false).describe("Whether the key may propose orders."),
});

/** `quotas`: those of the route, which the answer announces. */
export type KeyChange = {
  actor: SessionActor;
  client: Client;
  now: number;
  quotas?: Quota[];
};

type Terms = {
  name?: string | undefined;
  expiresInDays?: number | undefined;
  allowlist?: string[];
} & Partial<KeyTerms["permissions"]>;

type Created = ReturnType<typeof recordOf> & { secret: string };

/** The key with its secret, which is in no other answer. @throws TOO_MANY_KEYS, RATE_LIMITED, SIGN_IN_REQUIRED when the session has ended */
export async function createKey(
  kindName: KeyKindName,
  { ctx, input: { body } }: { ctx: KeyChange; input: { body: Terms } },
): Promise<Created> {
  const kind = KEY_KINDS[kindName];
  const { actor, client, now } = ctx;
  const { userId } = actor;
  const terms: KeyTerms = {
    name: body.name,
    allowlist: body.allowlist ?? [],
    tier: "default",
    days: body.expiresInDays,
    permissions: mapPermissions((permission) => body[permission] ?? false),
    replaces: null,
    account: actor.account,
  };
  await takeKeyChange(ctx);
  const db = await database();
  return db.transaction(async (change) => {
    await lockSession(change, actor, now);
    const made = await insertKey(change, kind, terms, { userId, now });
    const action = `${kind.actor}.created` as const;
    const details = { name: made.name, ...kind.details(terms) };
    await recordAudit(change, { now, userId, actor, action, target: made.id, client, details });
    return made;
  });
}

/** Each key is a row and an entry of the log, and is kept for months. Revocations must always be possible and do not count. @throws RATE_LIMITED */
export async function takeKeyChange({ actor, quotas = [] }: KeyChange): Promise<void> {
  await takeQuotas(quotas, ["key_changes", actor.userId]);
}

/** Call it after `lockSession`, which serializes creations of one account, and after the end of a key that this one replaces. @throws TOO_MANY_KEYS */
export async function insertKey(
  change: Pick<Database, "insert" | "select">,
  kind: KeyKind,
  terms: KeyTerms,
  { userId, now }: { userId: string; now: number },
): Promise<Created> {
  const { allowlist, tier, days } = terms;
  const id = newId(kind.idPrefix);
  const { secret, stored } = kind.makeSecret(id);
  const shownEnd = secret.slice(-4);
  // Keys without a name of their own must be told apart, in the activity log too.
  const name = terms.name ?? `${kind.defaultName} ${shownEnd}`;
  const [row] = await change
    .insert(kind.table)
    .values({
      id,
      userId,
      name,
      preview: `${kind.secretPrefix}…${shownEnd}`,
      allowlist,
      tier,
      createdAt: new Date(now),
      expiresAt: days === undefined ? null : new Date(now + days * DAY_MS),
      revokedAt: null,
      lastUsedAt: null,
      lastUsedAddress: null,
      lastUsedAgent: null,
      wrongDoorAt: null,
      wrongDoorPath: null,
      wrongDoorCount: 0,
      ...kind.ownColumns(terms),
      ...stored,
    })
    .returning(columnsOf(kind));
  if (row === undefined) throw new Error("A key was inserted and not returned.");
  await requireRoom(change, kind, { userId, now });
  return { ...recordOf(row, now), secret };
}

/** Counts the new key too. */
async function requireRoom(
  change: Pick<Database, "select">,
  { table, mostLive }: KeyKind,
  { userId, now }: { userId: string; now: number },
): Promise<void> {
  const isLive = or(isNull(table.expiresAt), gt(table.expiresAt, new Date(now)));
  const [live] = await change
    .select({ keys: count() })
    .from(table)
    .where(and(eq(table.userId, userId), isNull(table.revokedAt), isLive));
  if ((live?.keys ?? 0) > mostLive) throw new ServiceError("TOO_MANY_KEYS", { most: mostLive });
}
