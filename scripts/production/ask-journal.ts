/** Asks the Postgres server of the venue's journal whether what it acknowledges is on two servers. It writes nothing. */
import pg from "pg";
import type { Code } from "./codes.ts";

const TIMEOUT_MS = 5_000;
const OLDEST_VERSION = 140_000;

export async function askJournal(url: string): Promise<Code[]> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  // A connection that breaks later is a failed query as well.
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<ServerState>(STATE);
    return rows.flatMap(faultsOfServer);
  } catch {
    return ["JOURNAL_NOT_ASKED"];
  } finally {
    await client.end().catch(() => undefined);
  }
}

export type ServerState = {
  version: number;
  isSynced: boolean;
  /** The setting; empty means that a commit waits for no other server. */
  standbyNames: string;
  /** Standby servers that a commit waits for now. Other users than a monitor see their number, but no state: null. */
  standbys: number | null;
};

/** `pg_stat_replication` hides the state of a standby from a user without `pg_monitor`. */
const STATE = `
  SELECT current_setting('server_version_num')::int AS version,
    current_setting('fsync') = 'on' AND current_setting('full_page_writes') = 'on' AS "isSynced",
    current_setting('synchronous_standby_names') AS "standbyNames",
    CASE WHEN pg_has_role('pg_monitor', 'member') OR (SELECT rolsuper FROM pg_roles WHERE rolname = current_user)
      THEN (SELECT count(*)::int FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum'))
    END AS standbys`;

export function faultsOfServer(server: ServerState): Code[] {
  const isReplicated = server.standbyNames.trim() !== "" && server.standbys !== 0;
  return [
    ...(isReplicated ? [] : (["JOURNAL_NOT_REPLICATED"] as const)),
    ...(server.isSynced ? [] : (["JOURNAL_NOT_SYNCED"] as const)),
    ...(server.version < OLDEST_VERSION ? (["JOURNAL_SERVER_OLD"] as const) : []),
  ];
}
