/** A bot's self-check: that its signature is right, its address as the service sees it, and the account that it reads. */
import "server-only";
import { eq } from "drizzle-orm";
import { botKeys } from "#lib/machines/schema/keys.ts";
import type { BotKeyActor, Client } from "#lib/platform/actor.ts";
import { database } from "#lib/platform/db/client.ts";
import type { WhoAmI } from "#lib/protocol/wire/machine-keys.ts";

/** A bot, about itself. */
export async function whoAmI({
  ctx,
}: {
  ctx: { actor: BotKeyActor; client: Client; now: number };
}): Promise<WhoAmI> {
  const { actor, client, now } = ctx;
  const db = await database();
  const [key] = await db
    .select({ expiresAt: botKeys.expiresAt })
    .from(botKeys)
    .where(eq(botKeys.id, actor.keyId));
  return {
    keyId: actor.keyId,
    owner: actor.userId,
    account: actor.account ?? null,
    address: client.address,
    tier: actor.tier,
    canStageOrders: actor.canStageOrders,
    expiresAt: key?.expiresAt?.toISOString() ?? null,
    serverTime: new Date(now).toISOString(),
  };
}
