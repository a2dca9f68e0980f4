/**
 * The readable history: fills, funding, closed orders, trades, markets by the hour, what accounts were worth, the latest events of accounts, and notices for their owners. It is projected from the journal and can be
 * deleted at any time; the follower writes it again. Accounts and markets are named by number.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Changes with every change of the tables; a history of another version is written anew. */
const HISTORY_VERSION = 9;
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;
const BUSY_MS = 5_000;

/** Indexes by account touch many pages: 32 MiB of them are kept, and copied back every 64 MiB. */
const SETTINGS = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA cache_size = -32768;
  PRAGMA wal_autocheckpoint = 16384;
`;

const TABLES = `
  CREATE TABLE progress (
    only INTEGER PRIMARY KEY CHECK (only = 1), position TEXT NOT NULL, events INTEGER NOT NULL) STRICT;
  CREATE TABLE accounts (number INTEGER PRIMARY KEY, pubkey TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE markets (number INTEGER PRIMARY KEY, symbol TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE fills (
    id INTEGER PRIMARY KEY, account INTEGER NOT NULL, market INTEGER NOT NULL,
    trade_id INTEGER NOT NULL, order_id INTEGER NOT NULL, kind TEXT NOT NULL, side TEXT NOT NULL,
    price TEXT NOT NULL, size TEXT NOT NULL, gross_fee TEXT NOT NULL, fee TEXT NOT NULL,
    charged INTEGER NOT NULL, liquidity TEXT NOT NULL, realized_pnl TEXT NOT NULL,
    source TEXT NOT NULL, time INTEGER NOT NULL) STRICT;
  CREATE INDEX fills_of_account ON fills (account, market, id);
  CREATE INDEX fills_of_order ON fills (order_id, id) WHERE order_id > 0;
  CREATE TABLE funding (
    id INTEGER PRIMARY KEY, account INTEGER NOT NULL, market INTEGER NOT NULL,
    size TEXT NOT NULL, amount TEXT NOT NULL, notional TEXT NOT NULL, rate TEXT NOT NULL,
    time INTEGER NOT NULL) STRICT;
  CREATE INDEX funding_of_account ON funding (account, market, id);
  CREATE TABLE closed_orders (
    account INTEGER NOT NULL, id INTEGER NOT NULL, market INTEGER NOT NULL, record TEXT NOT NULL,
    PRIMARY KEY (account, market, id)) STRICT, WITHOUT ROWID;
  CREATE TABLE trades (
    market INTEGER NOT NULL, id INTEGER NOT NULL, price TEXT NOT NULL, size TEXT NOT NULL,
    side TEXT NOT NULL, type TEXT NOT NULL, time INTEGER NOT NULL,
    PRIMARY KEY (market, id)) STRICT, WITHOUT ROWID;
  CREATE TABLE market_hours (
    market INTEGER NOT NULL, hour INTEGER NOT NULL, funding_rate TEXT NOT NULL,
    open_interest TEXT NOT NULL, PRIMARY KEY (market, hour)) STRICT, WITHOUT ROWID;
  CREATE TABLE portfolio (
    account INTEGER NOT NULL, hour INTEGER NOT NULL, equity TEXT NOT NULL, deposits TEXT NOT NULL,
    figures TEXT NOT NULL, PRIMARY KEY (account, hour)) STRICT, WITHOUT ROWID;
  CREATE TABLE portfolio_sums (
    account INTEGER PRIMARY KEY, changed INTEGER NOT NULL, sums TEXT NOT NULL) STRICT;
  CREATE INDEX trades_by_time ON trades (market, time);
  CREATE TABLE account_events_0 (
    account INTEGER NOT NULL, last_height INTEGER NOT NULL, events TEXT NOT NULL,
    PRIMARY KEY (account, last_height)) STRICT, WITHOUT ROWID;
  CREATE TABLE account_events_1 (
    account INTEGER NOT NULL, last_height INTEGER NOT NULL, events TEXT NOT NULL,
    PRIMARY KEY (account, last_height)) STRICT, WITHOUT ROWID;
  CREATE TABLE account_event_turns (
    place INTEGER PRIMARY KEY, turn INTEGER NOT NULL, first_height INTEGER NOT NULL) STRICT;
  CREATE TABLE notices (
    last_height INTEGER PRIMARY KEY, time INTEGER NOT NULL, lines TEXT NOT NULL) STRICT;
  CREATE INDEX notices_by_time ON notices (time);
  CREATE TABLE margin_levels (account INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
  CREATE TABLE liquidation_sums (account INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
  PRAGMA user_version = ${HISTORY_VERSION};
`;

export function historyPath(venueFolder: string): string {
  return join(venueFolder, "history.db");
}

/** Opens the history for writing; makes its tables when there are none. @throws SQLite's errors. */
export function openHistory(path: string): DatabaseSync {
  const database = connect(path);
  if (versionOf(database) !== HISTORY_VERSION) clearHistory(database);
  return database;
}

/** Drops every row in place, so that connected readers stay connected. */
export function clearHistory(database: DatabaseSync): void {
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  const drops = tables.map(({ name }) => `DROP TABLE "${String(name)}";`);
  database.exec(`BEGIN; ${drops.join(" ")} ${TABLES} COMMIT;`);
}

function connect(path: string): DatabaseSync {
  try {
    return connectOnce(path);
  } catch (error) {
    if (!isDamaged(error)) throw error;
    for (const suffix of ["", "-wal", "-shm"]) rmSync(`${path}${suffix}`, { force: true });
    return connectOnce(path);
  }
}

function connectOnce(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: BUSY_MS });
  try {
    database.exec(SETTINGS);
    versionOf(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare("PRAGMA user_version").get()?.["user_version"]);
}

/** True when SQLite reports that the file is not a whole database. */
export function isDamaged(error: unknown): boolean {
  const code = error instanceof Error && "errcode" in error ? error.errcode : undefined;
  return code === SQLITE_CORRUPT || code === SQLITE_NOTADB;
}
