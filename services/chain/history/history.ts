/**
 * Blocks and transactions in an SQLite file, for reads by signature, slot and account. It is
 * derived from the log: a replay from genesis makes a missing file again.
 */
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { base58 } from "@scure/base";
import type { TokenHolding } from "#lib/protocol/solana/token-account.ts";
import type { TransactionError } from "#services/chain/vm/transaction-error.ts";
import type { TransactionMeta } from "./transaction-meta.ts";

const SCHEMA = `
PRAGMA journal_mode = WAL;
PRAGMA synchronous = OFF;
CREATE TABLE IF NOT EXISTS blocks (slot INTEGER PRIMARY KEY, hash TEXT NOT NULL, log_end INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS transactions (
  id INTEGER PRIMARY KEY, signature BLOB NOT NULL UNIQUE, error TEXT, bytes BLOB NOT NULL, meta TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS accounts (id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE);
CREATE TABLE IF NOT EXISTS mentions (account_id INTEGER, transaction_id INTEGER, PRIMARY KEY (account_id, transaction_id)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS token_accounts (key TEXT PRIMARY KEY, program TEXT NOT NULL, owner TEXT NOT NULL, mint TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS token_accounts_of_owner ON token_accounts (owner, program);
CREATE INDEX IF NOT EXISTS token_accounts_of_mint ON token_accounts (mint);
`;

/** A block has fewer transactions than this, so slot and position form one ascending number. */
const POSITIONS = 1_048_576;
const CACHED_ACCOUNTS = 50_000;

export type StoredTransaction = {
  slot: number;
  position: number;
  error: TransactionError | null;
  bytes: Uint8Array;
  meta: TransactionMeta;
};

export type HistoryBlock = {
  slot: number;
  hash: string;
  logEnd: number;
  transactions: readonly {
    signature: string;
    error: TransactionError | null;
    bytes: Uint8Array;
    meta: TransactionMeta;
    keys: readonly string[];
  }[];
  /** Token accounts that the block changed; `holding` null when the account is gone. */
  tokens: readonly { key: string; program: string; holding: TokenHolding | null }[];
};

export type SignatureRow = {
  signature: string;
  slot: number;
  error: TransactionError | null;
  bytes: Uint8Array;
};

type Row = Record<string, unknown>;

export class ChainHistory {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  readonly #accountIds = new Map<string, number>();
  /** The number of transactions, because counting the rows gets slower with each one. */
  #count: number;

  constructor(path: string) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    this.#database = new DatabaseSync(path);
    this.#database.exec(SCHEMA);
    this.#count = this.#counted();
  }

  /** The newest block; undefined when there is none. */
  newest(): { slot: number; hash: string; logEnd: number } | undefined {
    const row = this.#sql(
      "SELECT slot, hash, log_end FROM blocks ORDER BY slot DESC LIMIT 1",
    ).get();
    return (
      row && {
        slot: Number(row["slot"]),
        hash: String(row["hash"]),
        logEnd: Number(row["log_end"]),
      }
    );
  }

  /** Adds all blocks or none. Skips blocks that are stored already. */
  add(blocks: readonly HistoryBlock[]): void {
    this.#atomically(() => {
      for (const block of blocks) this.#addBlock(block);
    });
  }

  addTokens(tokens: HistoryBlock["tokens"]): void {
    this.#atomically(() => {
      for (const token of tokens) this.#addToken(token);
    });
  }

  clear(): void {
    for (const table of ["mentions", "transactions", "blocks", "accounts", "token_accounts"]) {
      this.#database.exec(`DELETE FROM ${table}`);
    }
    this.#count = 0;
    this.#accountIds.clear();
  }

  /** Removes the blocks after `slot`. */
  removeAfter(slot: number): void {
    const from = (slot + 1) * POSITIONS;
    this.#atomically(() => {
      this.#sql("DELETE FROM mentions WHERE transaction_id >= ?").run(from);
      this.#sql("DELETE FROM transactions WHERE id >= ?").run(from);
      this.#sql("DELETE FROM blocks WHERE slot > ?").run(slot);
    });
    this.#count = this.#counted();
  }

  transaction(signature: string): StoredTransaction | undefined {
    const row = this.#sql(
      "SELECT id, error, bytes, meta FROM transactions WHERE signature = ?",
    ).get(base58.decode(signature));
    return row && storedTransaction(row);
  }

  /** A transaction's slot and error. */
  status(signature: string): { slot: number; error: TransactionError | null } | undefined {
    const row = this.#sql("SELECT id, error FROM transactions WHERE signature = ?").get(
      base58.decode(signature),
    );
    return row && { slot: slotOf(row), error: errorOf(row) };
  }

  block(slot: number): { hash: string; transactions: StoredTransaction[] } | undefined {
    const row = this.#sql("SELECT hash FROM blocks WHERE slot = ?").get(slot);
    if (row === undefined) return undefined;
    const rows = this.#sql(
      "SELECT id, error, bytes, meta FROM transactions WHERE id >= ? AND id < ? ORDER BY id",
    ).all(slot * POSITIONS, (slot + 1) * POSITIONS);
    return { hash: String(row["hash"]), transactions: rows.map(storedTransaction) };
  }

  /** The newest block at or before a slot. */
  blockBefore(slot: number): { slot: number; hash: string } | undefined {
    const row = this.#sql(
      "SELECT slot, hash FROM blocks WHERE slot <= ? ORDER BY slot DESC LIMIT 1",
    ).get(slot);
    return row && { slot: Number(row["slot"]), hash: String(row["hash"]) };
  }

  /** Slots of the blocks with transactions from `first` to `last`. */
  slots(first: number, last: number): number[] {
    return this.#sql("SELECT slot FROM blocks WHERE slot BETWEEN ? AND ? ORDER BY slot")
      .all(first, last)
      .map((row) => Number(row["slot"]));
  }

  /** The transactions since a slot, oldest first. Signatures are bytes, because there may be many. */
  *landedSince(slot: number): Generator<{
    signature: Uint8Array;
    slot: number;
    bytes: Uint8Array;
    error: TransactionError | null;
  }> {
    const rows = this.#sql(
      "SELECT id, signature, bytes, error FROM transactions WHERE id >= ? ORDER BY id",
    ).iterate(slot * POSITIONS);
    for (const row of rows) {
      const [signature, bytes] = [bytesOf(row["signature"]), bytesOf(row["bytes"])];
      yield { signature, slot: slotOf(row), bytes, error: errorOf(row) };
    }
  }

  /**
   * Signatures that name an account, newest first.
   * @param upTo the newest slot that counts
   * @param before and `until` are exclusive; an unknown signature excludes nothing
   */
  signaturesOf(
    key: string,
    {
      upTo,
      limit,
      before,
      until,
    }: { upTo: number; limit: number; before?: string | undefined; until?: string | undefined },
  ): SignatureRow[] {
    const last = Math.min((upTo + 1) * POSITIONS, this.#idOf(before) ?? Number.MAX_SAFE_INTEGER);
    const rows = this.#sql(
      `SELECT t.id, t.signature, t.error, t.bytes FROM mentions m JOIN transactions t ON t.id = m.transaction_id
       WHERE m.account_id = (SELECT id FROM accounts WHERE key = ?) AND m.transaction_id < ? AND m.transaction_id > ?
       ORDER BY m.transaction_id DESC LIMIT ?`,
    ).all(base58.decode(key), last, this.#idOf(until) ?? -1, limit);
    return rows.map((row) => ({
      signature: base58.encode(bytesOf(row["signature"])),
      slot: slotOf(row),
      error: errorOf(row),
      bytes: bytesOf(row["bytes"]),
    }));
  }

  tokenAccountsOf(owner: string, by: { program: string } | { mint: string }): string[] {
    const rows =
      "mint" in by
        ? this.#sql("SELECT key FROM token_accounts WHERE owner = ? AND mint = ?").all(
            owner,
            by.mint,
          )
        : this.#sql("SELECT key FROM token_accounts WHERE owner = ? AND program = ?").all(
            owner,
            by.program,
          );
    return rows.map((row) => String(row["key"]));
  }

  tokenAccountsOfMint(mint: string): string[] {
    return this.#sql("SELECT key FROM token_accounts WHERE mint = ?")
      .all(mint)
      .map((row) => String(row["key"]));
  }

  count(): number {
    return this.#count;
  }

  /** The transactions of the slots from `first` to `last`. */
  countBetween(first: number, last: number): number {
    const row = this.#sql("SELECT count(*) AS n FROM transactions WHERE id >= ? AND id < ?").get(
      first * POSITIONS,
      (last + 1) * POSITIONS,
    );
    return Number(row?.["n"] ?? 0);
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #addBlock(block: HistoryBlock): void {
    const { slot, hash, logEnd, transactions, tokens } = block;
    const added = this.#sql(
      "INSERT OR IGNORE INTO blocks (slot, hash, log_end) VALUES (?, ?, ?)",
    ).run(slot, hash, logEnd);
    if (added.changes === 0) return;
    const insert = this.#sql(
      "INSERT INTO transactions (id, signature, error, bytes, meta) VALUES (?, ?, ?, ?, ?)",
    );
    const mention = this.#sql(
      "INSERT OR IGNORE INTO mentions (account_id, transaction_id) VALUES (?, ?)",
    );
    this.#count += transactions.length;
    for (const [position, { signature, error, bytes, meta, keys }] of transactions.entries()) {
      const id = slot * POSITIONS + position;
      insert.run(
        id,
        base58.decode(signature),
        error === null ? null : JSON.stringify(error),
        bytes,
        JSON.stringify(meta),
      );
      for (const key of keys) mention.run(this.#accountId(key), id);
    }
    for (const token of tokens) this.#addToken(token);
  }

  #addToken({ key, program, holding }: HistoryBlock["tokens"][number]): void {
    if (holding === null) {
      this.#sql("DELETE FROM token_accounts WHERE key = ?").run(key);
      return;
    }
    this.#sql(
      "INSERT OR REPLACE INTO token_accounts (key, program, owner, mint) VALUES (?, ?, ?, ?)",
    ).run(key, program, holding.owner, holding.mint);
  }

  #accountId(key: string): number {
    const known = this.#accountIds.get(key);
    if (known !== undefined) return known;
    const bytes = base58.decode(key);
    const row =
      this.#sql("SELECT id FROM accounts WHERE key = ?").get(bytes) ??
      this.#sql("INSERT INTO accounts (key) VALUES (?) RETURNING id").get(bytes);
    const id = Number(row?.["id"]);
    if (this.#accountIds.size >= CACHED_ACCOUNTS) this.#accountIds.clear();
    this.#accountIds.set(key, id);
    return id;
  }

  #idOf(signature: string | undefined): number | undefined {
    if (signature === undefined) return undefined;
    const row = this.#sql("SELECT id FROM transactions WHERE signature = ?").get(
      base58.decode(signature),
    );
    return row && Number(row["id"]);
  }

  #counted(): number {
    return Number(this.#sql("SELECT count(*) AS n FROM transactions").get()?.["n"] ?? 0);
  }

  #atomically(work: () => void): void {
    this.#database.exec("BEGIN");
    try {
      work();
      this.#database.exec("COMMIT");
    } catch (error) {
      this.#accountIds.clear();
      this.#database.exec("ROLLBACK");
      this.#count = this.#counted();
      throw error;
    }
  }

  #sql(text: string): StatementSync {
    let statement = this.#statements.get(text);
    if (statement === undefined) {
      statement = this.#database.prepare(text);
      this.#statements.set(text, statement);
    }
    return statement;
  }
}

function storedTransaction(row: Row): StoredTransaction {
  return {
    slot: slotOf(row),
    position: Number(row["id"]) % POSITIONS,
    error: errorOf(row),
    bytes: bytesOf(row["bytes"]),
    meta: metaOf(row),
  };
}

const slotOf = (row: Row) => Math.floor(Number(row["id"]) / POSITIONS);
const errorOf = (row: Row): TransactionError | null =>
  typeof row["error"] === "string" ? (JSON.parse(row["error"]) as TransactionError) : null;
const metaOf = (row: Row) => JSON.parse(String(row["meta"])) as TransactionMeta;

function bytesOf(value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value;
  throw new Error("the history has another form");
}
