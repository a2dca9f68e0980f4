/** Which tags an account mutes and pins. Its deletion erases them. */
import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import type { z } from "zod";
import type { SessionActor } from "#lib/platform/actor.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import { highlightTags } from "#lib/platform/db/schema/highlights.ts";
import { users } from "#lib/platform/db/schema/identity.ts";
import { ServiceError } from "#lib/platform/errors.ts";
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

/** Replaces both lists. @throws SIGN_IN_REQUIRED when the account was deleted meanwhile */
export async function saveTagChoices({
  ctx: { actor, now },
  input: { body },
}: {
  ctx: { actor: Pick<SessionActor, "userId">; now: number };
  input: { body: z.output<typeof TagChoicesBody> };
}): Promise<AccountTagChoices> {
  const { userId } = actor;
  const choices = { ...body, updatedAt: new Date(now) };
  const db = await database();
  await db.transaction(async (change) => {
    await requireAccount(change, userId);
    await change
      .insert(highlightTags)
      .values({ userId, ...choices })
      .onConflictDoUpdate({ target: highlightTags.userId, set: choices });
  });
  return { ...body, updated_at: choices.updatedAt.toISOString() };
}

/** Holds the account until the end of the transaction: a deletion under way would leave the choices behind. */
async function requireAccount(change: Pick<Database, "select">, userId: string): Promise<void> {
  const rows = await change
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for("update");
  if (rows.length === 0) throw new ServiceError("SIGN_IN_REQUIRED");
}
