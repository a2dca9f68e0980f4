/** A signed-in person reads how one grant was used, and what it read. */
import "server-only";
import { and, eq } from "drizzle-orm";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { oauthGrants } from "#lib/machines/schema/oauth-grants.ts";
import { readDays } from "#lib/machines/usage/read-days.ts";
import { usageDays } from "#lib/machines/usage/usage-days.ts";
import type { SessionActor } from "#lib/platform/actor.ts";
import { database } from "#lib/platform/db/client.ts";
import type { MachineReads } from "#lib/protocol/wire/assistant-controls.ts";
import type { KeyUsageDays } from "#lib/protocol/wire/machine-keys.ts";

type Call = {
  ctx: { actor: SessionActor; now: number };
  input: { params: { id: string } };
};

/** By day and outcome, the last 30 days, the oldest first. @throws GRANT_NOT_FOUND */
export async function readGrantUsage(call: Call): Promise<KeyUsageDays> {
  return usageDays(await ownGrant(call), call.ctx.now);
}

/** By day and what was read, the last 30 days, the newest first. @throws GRANT_NOT_FOUND */
export async function readGrantReads(call: Call): Promise<MachineReads> {
  return readDays(await ownGrant(call), call.ctx.now);
}

async function ownGrant({ ctx: { actor }, input: { params } }: Call): Promise<string> {
  const { id } = params;
  const db = await database();
  const known = await db
    .select({ id: oauthGrants.id })
    .from(oauthGrants)
    .where(and(eq(oauthGrants.id, id), eq(oauthGrants.userId, actor.userId)));
  if (known.length === 0) throw new ServiceError("GRANT_NOT_FOUND");
  return id;
}
