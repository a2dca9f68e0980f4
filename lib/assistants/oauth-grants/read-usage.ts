/** A signed-in person reads the usage of one grant. */
import "server-only";
import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { oauthGrants } from "#lib/machines/schema/oauth-grants.ts";
import { usageDays } from "#lib/machines/usage/usage-days.ts";
import type { SessionActor } from "#lib/platform/actor.ts";
import { database } from "#lib/platform/db/client.ts";
import type { KeyUsageDays } from "#lib/protocol/wire/machine-keys.ts";

/** By day and outcome, the last 30 days, the oldest first. @throws GRANT_NOT_FOUND */
export async function readGrantUsage(call: {
  ctx: { actor: SessionActor; now: number };
  input: { params: { id: string } };
}): Promise<z.output<typeof KeyUsageDays>> {
  const { actor, now } = call.ctx;
  const { id } = call.input.params;
  const db = await database();
  const known = await db
    .select({ id: oauthGrants.id })
    .from(oauthGrants)
    .where(and(eq(oauthGrants.id, id), eq(oauthGrants.userId, actor.userId)));
  if (known.length === 0) throw new ServiceError("GRANT_NOT_FOUND");
  return usageDays(id, now);
}
