/** The tags that an account mutes and pins. Deleting the account deletes them. */
import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import type { z } from "zod";
import { highlightTags } from "#lib/catalysts/schema/highlights.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { SessionActor } from "#lib/platform/actor.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import { users } from "#lib/platform/schema/users.ts";
import type { AccountTagChoices, TagChoicesBody } from "#lib/protocol/wire/highlights.ts";

export async function readTagChoices({
  ctx: { actor },
}: {
  ctx: { actor: Pick<SessionActor, "userId"> };
}): Promise<AccountTagChoices> {
  const db = await database();
  const { userId } = highlightTags;
  const [row] = await db.select().from(highlightTags).where(eq(userId, actor.userId));
  const { muted = [], pinned = [], updatedAt } = row ?? {};
  return { muted, pinned, updated_at: updatedAt?.toISOString() ?? null };
}

/** `record` writes the audit entry of the change in the same transaction. */
type Recorded = { record: (change: Pick<Database, "insert" | "execute">) => Promise<void> };

/**
 * Replaces both lists.
 * @throws SIGN_IN_REQUIRED when the account was deleted meanwhile
 */
export async function saveTagChoices(
  {
    ctx: { actor, now },
    input: { body },
  }: {
    ctx: { actor: Pick<SessionActor, "userId">; now: number };
    input: { body: z.output<typeof TagChoicesBody> };
  },
  { record }: Recorded,
): Promise<AccountTagChoices> {
  const { userId } = actor;
  const choices = { ...body, updatedAt: new Date(now) };
  const db = await database();
  await db.transaction(async (change) => {
    await requireAccount(change, userId);
    await change
      .insert(highlightTags)
      .values({ userId, ...choices })
      .onConflictDoUpdate({ target: highlightTags.userId, set: choices });
    await record(change);
  });
  return { ...body, updated_at: choices.updatedAt.toISOString() };
}

/**
 * Locks the account until the end of the transaction, so that a concurrent deletion cannot leave
 * the choices behind.
 */
async function requireAccount(change: Pick<Database, "select">, userId: string): Promise<void> {
  const rows = await change
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for("update");
  if (rows.length === 0) throw new ServiceError("SIGN_IN_REQUIRED");
}
