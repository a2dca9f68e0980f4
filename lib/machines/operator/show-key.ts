/** One key with its owner and its usage. */
import "server-only";
import { and, asc, eq, gte } from "drizzle-orm";
import { z } from "zod";
import { database } from "#lib/platform/db/client.ts";
import { IDENTITY_KINDS, identities, users } from "#lib/platform/db/schema/identity.ts";
import { keyUsage } from "#lib/platform/db/schema/keys.ts";
import { ServiceError } from "#lib/platform/errors.ts";
import {
  columnsOf,
  KeyId,
  KeyRecord,
  type OperatorContext,
  recordOf,
  tableOf,
} from "./key-record.ts";

const USAGE_DAYS = 30;

export const KeyParams = z.object({ id: KeyId });

export const ShownKey = z.strictObject({
  key: KeyRecord,
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
  const table = tableOf(id);
  const [row] = await db.select(columnsOf(table)).from(table).where(eq(table.id, id));
  if (row === undefined) throw new ServiceError("KEY_NOT_FOUND");
  const since = new Date(ctx.now - USAGE_DAYS * 86_400_000).toISOString().slice(0, 10);
  const { day, outcome, count } = keyUsage;
  const usage = await db
    .select({ day, outcome, count })
    .from(keyUsage)
    .where(and(eq(keyUsage.keyId, id), gte(day, since)))
    .orderBy(asc(day), asc(outcome));
  return { key: recordOf(row, ctx.now), owner: await ownerOf(row.userId), usage };
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
