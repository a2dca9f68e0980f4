/** Account tables for tests of the route handlers, which may not import the database. */

import { assistantNotes, assistantPreferences } from "#lib/assistants/schema/assistants.ts";
import { oauthRecords } from "#lib/assistants/schema/oauth.ts";
import { highlightTags } from "#lib/catalysts/schema/highlights.ts";
import { auditLog } from "#lib/identity/schema/audit.ts";
import { emailTokens, identities, oidcErrands, sessions } from "#lib/identity/schema/identity.ts";
import { pushPreferences } from "#lib/identity/schema/push-preferences.ts";
import { signInChallenges } from "#lib/identity/schema/wallet-session.ts";
import { Secret } from "#lib/kernel/env.ts";
import { isPostgresPromised, probePostgres } from "#lib/kernel/postgres.testing.ts";
import {
  assistantPauses,
  machineReads,
  proposalLimits,
} from "#lib/machines/schema/assistant-controls.ts";
import { botKeys, botNonces, keyUsage, mcpKeys } from "#lib/machines/schema/keys.ts";
import { oauthGrants } from "#lib/machines/schema/oauth-grants.ts";
import { stagedOrders } from "#lib/machines/schema/staged-orders.ts";
import { type Database, openDatabase, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { borrowDatabase } from "#lib/platform/db/lent-databases.testing.ts";
import { webhookEvents, webhooks } from "#lib/platform/schema/events.ts";
import { inboxNotices } from "#lib/platform/schema/inbox.ts";
import { users } from "#lib/platform/schema/users.ts";
import { pushCounts, pushes, pushSends, pushSubscriptions } from "#lib/pushes/schema/pushes.ts";
import { onrampCallbacks, onrampPurchases } from "#lib/swaps/schema/onramp.ts";
import { venueKeys } from "#lib/trading/schema/venue-access.ts";
import { webhookSecrets } from "#lib/webhooks/schema/webhooks.ts";

/** All tables that identify a person. */
export const TABLES = {
  assistantNotes,
  assistantPauses,
  assistantPreferences,
  auditLog,
  botKeys,
  botNonces,
  emailTokens,
  highlightTags,
  identities,
  inboxNotices,
  keyUsage,
  machineReads,
  mcpKeys,
  oauthGrants,
  oauthRecords,
  oidcErrands,
  onrampCallbacks,
  onrampPurchases,
  proposalLimits,
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
  setDatabase(db);
  const close = async (): Promise<void> => {
    setDatabase(undefined);
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
    setDatabase(undefined);
    return openDatabase({ dataDir: "unused", databaseUrl: new Secret(own.url) });
  };
  const [first, second] = [await open(), await open()];
  const close = async (): Promise<void> => {
    setDatabase(undefined);
    await Promise.all([first.$client.end(), second.$client.end()]);
    await own.drop();
  };
  const use = (which: "first" | "second"): void => setDatabase(which === "first" ? first : second);
  return { db: first, use, close };
}
