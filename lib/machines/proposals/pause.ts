/**
 * A user stops all programs that act for them with one switch: MCP keys and apps are refused everything, and bots may not
 * propose. Keys and connections stay, and continue when the user lets them.
 */
import "server-only";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import { lockAccount, lockSession } from "#lib/identity/person/lock-account.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { assistantPauses } from "#lib/machines/schema/assistant-controls.ts";
import type { Client, SessionActor } from "#lib/platform/actor.ts";
import { config } from "#lib/platform/config/config.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import { CONNECTED_APPS_PATH } from "#lib/protocol/oauth-addresses.ts";
import type { AssistantPause } from "#lib/protocol/wire/assistant-controls.ts";

export const SetPause = z.strictObject({
  paused: z.boolean().describe("False lets them continue"),
});

type Ctx = { actor: SessionActor; client: Client; now: number };

export async function readPause(call: { ctx: Pick<Ctx, "actor"> }): Promise<AssistantPause> {
  return shown(await pausedAt(await database(), call.ctx.actor.userId));
}

/** Setting the present state again changes nothing. @throws SIGN_IN_REQUIRED */
export async function setPause(call: {
  ctx: Ctx;
  input: { body: z.output<typeof SetPause> };
}): Promise<AssistantPause> {
  const { actor, client, now } = call.ctx;
  const { paused } = call.input.body;
  const { userId } = actor;
  const db = await database();
  return db.transaction(async (change) => {
    if (paused) await lockAccount(change, userId);
    // A session that ended since the request arrived must not let programs continue.
    else await lockSession(change, actor, now);
    const before = await pausedAt(change, userId);
    if ((before !== undefined) === paused) return shown(before);
    const at = new Date(now);
    if (paused) await change.insert(assistantPauses).values({ userId, pausedAt: at });
    else await change.delete(assistantPauses).where(eq(assistantPauses.userId, userId));
    const action = paused ? "assistants.paused" : "assistants.resumed";
    await recordAudit(change, { now, userId, actor, client, action });
    return shown(paused ? at : undefined);
  });
}

/** The refusal of a program of a user who has paused them. */
export function pausedError(): ServiceError {
  const page = `${config().baseUrl}${CONNECTED_APPS_PATH}`;
  return new ServiceError("ASSISTANTS_PAUSED").withData({ page });
}

/** @throws ASSISTANTS_PAUSED */
export async function requireNotPaused(
  db: Pick<Database, "select">,
  userId: string,
): Promise<void> {
  if ((await pausedAt(db, userId)) !== undefined) throw pausedError();
}

async function pausedAt(db: Pick<Database, "select">, userId: string): Promise<Date | undefined> {
  const [row] = await db
    .select({ pausedAt: assistantPauses.pausedAt })
    .from(assistantPauses)
    .where(eq(assistantPauses.userId, userId));
  return row?.pausedAt;
}

function shown(at: Date | undefined): AssistantPause {
  return { paused_at: at?.toISOString() ?? null };
}
