/** One key with its owner and its usage. */
import { DAY_MS } from "#lib/protocol/durations.ts";
import "server-only";
import { and, asc, eq, gte } from "drizzle-orm";
import { z } from "zod";
import { IDENTITY_KINDS, identities } from "#lib/identity/schema/identity.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { keyUsage } from "#lib/machines/schema/keys.ts";
import { dayOf } from "#lib/machines/usage/usage-day.ts";
import { database } from "#lib/platform/db/client.ts";
import { users } from "#lib/platform/schema/users.ts";
import { OperatorKey } from "#lib/protocol/wire/machine-keys.ts";
import { type KeyParams, keyKind, type OperatorContext, operatorRecord } from "./key-record.ts";

const USAGE_DAYS = 30;

export const ShownKey = z.strictObject({
  key: OperatorKey,
  owner: z.strictObject({
    userId: z.string(),
    createdAt: z.iso.datetime().nullable(),
    deletedAt: z.iso.datetime().nullable(),
    identities: z.array(z.strictObject({ kind: z.enum(IDENTITY_KINDS), label: z.string() })),
  }),
  /** By day (UTC) and outcome, of the last 30 days. */
  usage: z.array(z.strictObject({ day: z.string(), outcome: z.string(), count: z.int() })),
});

/** For the operator only. @throws KEY_NOT_FOUND */
export async function showKey({
  ctx,
  input,
}: {
  ctx: OperatorContext;
  input: { params: z.output<typeof KeyParams> };
}): Promise<z.output<typeof ShownKey>> {
  const { id } = input.params;
  const db = await database();
  const { kind, columns } = keyKind(id);
  const [row] = await db.select(columns).from(kind.table).where(eq(kind.table.id, id));
  if (row === undefined) throw new ServiceError("KEY_NOT_FOUND");
  const since = dayOf(ctx.now - USAGE_DAYS * DAY_MS);
  const { day, outcome, count } = keyUsage;
  const usage = await db
    .select({ day, outcome, count })
    .from(keyUsage)
    .where(and(eq(keyUsage.keyId, id), gte(day, since)))
    .orderBy(asc(day), asc(outcome));
  return { key: operatorRecord(row, ctx.now), owner: await ownerOf(row.userId), usage };
}

async function ownerOf(userId: string): Promise<z.output<typeof ShownKey>["owner"]> {
  const db = await database();
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  const ways = await db
    .select({ kind: identities.kind, label: identities.label })
    .from(identities)
    .where(eq(identities.userId, userId))
    .orderBy(asc(identities.createdAt));
  return {
    userId,
    createdAt: user?.createdAt.toISOString() ?? null,
    deletedAt: user?.deletedAt?.toISOString() ?? null,
    identities: ways,
  };
}
