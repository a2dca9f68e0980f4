/** A bot's self-check: that its signature is right, its address as the service sees it, and the account that it reads. */
import "server-only";
import { eq } from "drizzle-orm";
import { z } from "zod";
import type { BotKeyActor, Client } from "#lib/platform/actor.ts";
import { database } from "#lib/platform/db/client.ts";
import { botKeys } from "#lib/platform/db/schema/keys.ts";
import { KEY_TIERS } from "#lib/protocol/key-state.ts";

export const WhoAmI = z.strictObject({
  keyId: z.string(),
  /** Id of the account that the key belongs to. */
  owner: z.string(),
  /** The wallet whose orders and positions it reads; null when the owner has none. */
  account: z.string().nullable(),
  /** The address that the call came from. */
  address: z.string(),
  tier: z.enum(KEY_TIERS),
  /** Whether it may propose orders. */
  canStageOrders: z.boolean(),
  /** Null: the key does not expire. */
  expiresAt: z.iso.datetime().nullable(),
  serverTime: z.iso.datetime(),
});

/** A bot, about itself. */
export async function whoAmI({
  ctx,
}: {
  ctx: { actor: BotKeyActor; client: Client; now: number };
}): Promise<z.output<typeof WhoAmI>> {
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
