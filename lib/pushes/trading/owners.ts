/** Finds the users of the trading accounts on a page, and what they want to be notified of. */
import "server-only";
import { and, eq, inArray, isNull } from "drizzle-orm";
import { identities } from "#lib/identity/schema/identity.ts";
import { pushPreferences } from "#lib/identity/schema/push-preferences.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { webhooks } from "#lib/platform/schema/events.ts";
import { users } from "#lib/platform/schema/users.ts";
import type { WebhookEventType } from "#lib/protocol/webhooks.ts";

export type Owner = {
  userId: string;
  /** Columns of the stored preferences; `undefined`: none are stored. */
  preferences: { off: readonly string[]; mail: readonly string[] } | undefined;
};

/** The owners by account, in one query. Accounts without a user here are missing. */
export async function findOwners(
  db: Pick<Database, "select">,
  accounts: readonly string[],
): Promise<Map<string, Owner>> {
  return toOwners(await queryOwners(db, accounts));
}

/** The same in a transaction: until its end none of these people deletes the account or unlinks a wallet. */
export async function lockOwners(
  change: Pick<Database, "select">,
  accounts: readonly string[],
): Promise<Map<string, Owner>> {
  return toOwners(
    await queryOwners(change, accounts).orderBy(users.id).for("share", { of: users }),
  );
}

function queryOwners(db: Pick<Database, "select">, accounts: readonly string[]) {
  return db
    .select({
      account: identities.subject,
      userId: users.id,
      off: pushPreferences.off,
      mail: pushPreferences.mail,
    })
    .from(identities)
    .innerJoin(users, and(eq(users.id, identities.userId), isNull(users.deletedAt)))
    .leftJoin(pushPreferences, eq(pushPreferences.userId, users.id))
    .where(and(eq(identities.kind, "wallet"), inArray(identities.subject, [...accounts])))
    .$dynamic();
}

type Row = { account: string; userId: string; off: string[] | null; mail: string[] | null };

function toOwners(rows: readonly Row[]): Map<string, Owner> {
  return new Map(
    rows.map(({ account, userId, off, mail }) => [
      account,
      { userId, preferences: off === null || mail === null ? undefined : { off, mail } },
    ]),
  );
}

/** The event types that webhooks of each user have chosen. */
export async function findChosenEvents(
  change: Pick<Database, "select">,
  userIds: readonly string[],
): Promise<Map<string, ReadonlySet<WebhookEventType>>> {
  const rows = await change
    .select({ userId: webhooks.userId, events: webhooks.events })
    .from(webhooks)
    .where(inArray(webhooks.userId, [...new Set(userIds)]));
  const chosen = new Map<string, Set<WebhookEventType>>();
  for (const { userId, events } of rows) {
    chosen.set(userId, new Set([...(chosen.get(userId) ?? []), ...events]));
  }
  return chosen;
}
