/** The owner's transactions, and the audit rows of their changes. */
import "server-only";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import { lockAccount, lockSession } from "#lib/identity/person/lock-account.ts";
import { database } from "#lib/platform/db/client.ts";
import type { Change } from "#lib/platform/events/emit-events.ts";
import type { ManagerContext } from "./manager.ts";
import type { WebhookRow } from "./webhook-rows.ts";

/** Runs a transaction of the owner under the account's lock. */
export async function changing<Result>(
  { actor, now }: Pick<ManagerContext, "actor" | "now">,
  run: (change: Change) => Promise<Result>,
): Promise<Result> {
  const db = await database();
  return db.transaction(async (change) => {
    if (actor.kind === "session") await lockSession(change, actor, now);
    else await lockAccount(change, actor.userId);
    return run(change);
  });
}

type Noted = {
  action: `webhook.${"created" | "changed" | "deleted" | "paused" | "resumed" | "secret_added" | "secret_removed" | "replayed"}`;
  row: WebhookRow;
};

export async function noteChange(
  change: Change,
  { actor, client, now }: ManagerContext,
  { action, row }: Noted,
): Promise<void> {
  // Only the origin, because a path may contain a token of the receiver.
  const details = { origin: new URL(row.url).origin };
  const { userId } = actor;
  await recordAudit(change, { now, userId, actor, action, target: row.id, client, details });
}
