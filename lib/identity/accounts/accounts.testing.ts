/** Account tables for tests of the route handlers, which may not import the database. */
import { type Database, openDatabase, useDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { borrowDatabase } from "#lib/platform/db/lent-databases.testing.ts";
import { isPostgresPromised, probePostgres } from "#lib/platform/db/postgres.testing.ts";
import {
  assistantNotes,
  assistantPreferences,
  stagedOrders,
} from "#lib/platform/db/schema/assistants.ts";
import { auditLog } from "#lib/platform/db/schema/audit.ts";
import { highlightTags } from "#lib/platform/db/schema/highlights.ts";
import {
  emailTokens,
  identities,
  oidcErrands,
  sessions,
  users,
} from "#lib/platform/db/schema/identity.ts";
import { inboxNotices } from "#lib/platform/db/schema/inbox.ts";
import { botKeys, botNonces, keyUsage, mcpKeys } from "#lib/platform/db/schema/keys.ts";
import { oauthGrants, oauthRecords } from "#lib/platform/db/schema/oauth.ts";
import { onrampCallbacks, onrampPurchases } from "#lib/platform/db/schema/onramp.ts";
import {
  pushCounts,
  pushes,
  pushPreferences,
  pushSends,
  pushSubscriptions,
} from "#lib/platform/db/schema/pushes.ts";
import { venueKeys } from "#lib/platform/db/schema/venue-access.ts";
import { signInChallenges } from "#lib/platform/db/schema/wallet-session.ts";
import { webhookEvents, webhookSecrets, webhooks } from "#lib/platform/db/schema/webhooks.ts";
import { Secret } from "#lib/platform/env.ts";

/** All tables that identify a person. */
export const TABLES = {
  assistantNotes,
  assistantPreferences,
  auditLog,
  botKeys,
  botNonces,
  emailTokens,
  highlightTags,
  identities,
  inboxNotices,
  keyUsage,
  mcpKeys,
  oauthGrants,
  oauthRecords,
  oidcErrands,
  onrampCallbacks,
  onrampPurchases,
  pushCounts,
  pushes,
  pushPreferences,
  pushSends,
  pushSubscriptions,
  sessions,
  signInChallenges,
  stagedOrders,
  users,
  venueKeys,
  webhookEvents,
  webhookSecrets,
  webhooks,
};

export type AccountTables = { db: Database; close: () => Promise<void> };

/** Opens an empty database and makes it the one of this process until `close()`. */
export async function openAccountTables(): Promise<AccountTables> {
  const db = await testDatabase();
  useDatabase(db);
  const close = async (): Promise<void> => {
    useDatabase(undefined);
    await db.$client.end();
  };
  return { db, close };
}

/** A Postgres server for `openReplicas`; `isSkipped`: there is none, and none is required. */
export async function findPostgres(environment: NodeJS.ProcessEnv) {
  const serverUrl = await probePostgres(environment);
  return { serverUrl, isSkipped: serverUrl === undefined && !isPostgresPromised(environment) };
}

/** Two replicas' views of one Postgres database, each with connections of its own; `use` makes one the process's. */
export async function openReplicas(serverUrl: string | undefined) {
  const own = await borrowDatabase(serverUrl);
  const open = async (): Promise<Database> => {
    useDatabase(undefined);
    return openDatabase({ dataDir: "unused", databaseUrl: new Secret(own.url) });
  };
  const [first, second] = [await open(), await open()];
  const close = async (): Promise<void> => {
    useDatabase(undefined);
    await Promise.all([first.$client.end(), second.$client.end()]);
    await own.drop();
  };
  const use = (which: "first" | "second"): void => useDatabase(which === "first" ? first : second);
  return { db: first, use, close };
}
