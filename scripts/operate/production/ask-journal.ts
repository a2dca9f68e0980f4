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
    const sentAt = Date.now();
    const { rows } = await client.query<ServerState>(STATE);
    const at = { sentAt, answeredAt: Date.now() };
    return rows.flatMap((server) => [...faultsOfServer(server), ...clockFault(server.now, at)]);
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
  /** Milliseconds since 1970. */
  now: number;
  /** Standby servers that a commit waits for now. Other users than a monitor see their number, but no state: null. */
  standbys: number | null;
};

/** `pg_stat_replication` hides the state of a standby from a user without `pg_monitor`. */
const STATE = `
  SELECT current_setting('server_version_num')::int AS version,
    current_setting('fsync') = 'on' AND current_setting('full_page_writes') = 'on' AS "isSynced",
    current_setting('synchronous_standby_names') AS "standbyNames",
    extract(epoch FROM clock_timestamp())::float8 * 1000 AS now,
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

const LARGEST_DIFFERENCE_MS = 1_000;

/** The server's clock was read at some time between the two. */
export function clockFault(now: number, at: { sentAt: number; answeredAt: number }): Code[] {
  const isOff =
    now < at.sentAt - LARGEST_DIFFERENCE_MS || now > at.answeredAt + LARGEST_DIFFERENCE_MS;
  return isOff ? ["CLOCK_OFF"] : [];
}
