/** The usage of a bot key, in which its owner can find foreign calls. */
import "server-only";
import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { type KeyUsageDays, usageDays } from "#lib/machines/usage/usage-days.ts";
import type { SessionActor } from "#lib/platform/actor.ts";
import { database } from "#lib/platform/db/client.ts";
import { botKeys } from "#lib/platform/db/schema/keys.ts";
import { ServiceError } from "#lib/platform/errors.ts";
import type { BotKeyId } from "./revoke-key.ts";

type Call = {
  ctx: { actor: SessionActor; now: number };
  input: { params: z.output<typeof BotKeyId> };
};

/** For a signed-in person, of any of their own keys. @throws KEY_NOT_FOUND */
export async function readBotUsage({ ctx, input }: Call): Promise<z.output<typeof KeyUsageDays>> {
  const db = await database();
  const own = and(eq(botKeys.id, input.params.id), eq(botKeys.userId, ctx.actor.userId));
  const [key] = await db.select({ id: botKeys.id }).from(botKeys).where(own);
  if (key === undefined) throw new ServiceError("KEY_NOT_FOUND");
  return usageDays(key.id, ctx.now);
}
