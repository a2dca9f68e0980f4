/**
 * The table of blocks. The primary key gives each height to one writer, and a trigger keeps the chain. Readers trust
 * `bytes`, which is a block as in a file; the other columns are for the trigger.
 */
import { decodeCommand, TYPE_BYTE } from "#services/venue/engine/command-codec.ts";
import type { CommandOf } from "#services/venue/engine/commands.ts";
import { decodeBlock, type EncodedBlock, GENESIS_HASH } from "#services/venue/journal/block.ts";
import type { PlacedBlock } from "#services/venue/journal/journal-reader.ts";
import type { JournalConnection } from "./connection.ts";
import { codeOf } from "./database-failures.ts";

/** As messages name it. */
export const TABLE = "venue_journal";

/** A block in the table, with the epoch of its writer. */
export type TableBlock = EncodedBlock & { epoch: number };

/** The last row; height 0 when there is none. */
export type TableEnd = { height: number; epoch: number; hash: string };

/** `SQLSTATE` of the trigger's refusals. */
const BROKEN_CHAIN = "VJ001";
const UNIQUE_VIOLATION = "23505";
/** Of this program; two processes that start at once must not both create the table. */
const CREATION_LOCK = 8_675_309_001;

const CREATION = `
CREATE TABLE IF NOT EXISTS venue_journal (
  height bigint PRIMARY KEY,
  epoch bigint NOT NULL,
  first_seq bigint NOT NULL,
  time bigint NOT NULL,
  hash bytea NOT NULL,
  previous_hash bytea NOT NULL,
  bytes bytea NOT NULL
);
ALTER TABLE venue_journal ALTER COLUMN bytes SET STORAGE EXTERNAL;
CREATE INDEX IF NOT EXISTS venue_journal_epoch ON venue_journal (epoch, height);
CREATE OR REPLACE FUNCTION venue_journal_chain() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before_hash bytea := decode(repeat('0', 64), 'hex');
  before_epoch bigint := 0;
BEGIN
  IF NEW.height <> 1 THEN
    SELECT hash, epoch INTO before_hash, before_epoch FROM venue_journal WHERE height = NEW.height - 1;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'block % is missing', NEW.height - 1 USING ERRCODE = '${BROKEN_CHAIN}';
    END IF;
  END IF;
  IF NEW.previous_hash <> before_hash THEN
    RAISE EXCEPTION 'block % does not follow the one before it', NEW.height USING ERRCODE = '${BROKEN_CHAIN}';
  END IF;
  IF NEW.epoch NOT IN (before_epoch, before_epoch + 1) THEN
    RAISE EXCEPTION 'block % has epoch %, after %', NEW.height, NEW.epoch, before_epoch USING ERRCODE = '${BROKEN_CHAIN}';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE FUNCTION venue_journal_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the journal is append-only' USING ERRCODE = '${BROKEN_CHAIN}';
END $$;
CREATE OR REPLACE TRIGGER venue_journal_chain BEFORE INSERT ON venue_journal
  FOR EACH ROW EXECUTE FUNCTION venue_journal_chain();
CREATE OR REPLACE TRIGGER venue_journal_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON venue_journal
  FOR EACH STATEMENT EXECUTE FUNCTION venue_journal_append_only();
`;

const TRIGGERS = ["venue_journal_append_only", "venue_journal_chain"];

/** Creates the table where it is missing. @throws Error when one is there without its triggers */
export async function createTable(connection: JournalConnection): Promise<void> {
  const found = await connection.query("SELECT 1 WHERE to_regclass('venue_journal') IS NOT NULL");
  if (found.length > 0) return requireTriggers(connection);
  await connection.query("BEGIN");
  await connection.query("SELECT pg_advisory_xact_lock($1)", [CREATION_LOCK]);
  // Several statements in one query: the driver sends those without values as they are.
  await connection.query(CREATION);
  await connection.query("COMMIT");
}

/** A table that was restored from a part of a dump, or whose triggers are disabled, would keep no chain. */
async function requireTriggers(connection: JournalConnection): Promise<void> {
  const found = await connection.query<{ tgname: string }>(
    "SELECT tgname FROM pg_trigger WHERE tgrelid = 'venue_journal'::regclass AND tgenabled IN ('O', 'A')",
  );
  const missing = TRIGGERS.filter((name) => !found.some(({ tgname }) => tgname === name));
  if (missing.length === 0) return;
  throw new Error(
    `The table venue_journal is without ${missing.join(" and ")}: restore it with its triggers, or enable them.`,
  );
}

/** @throws the server's errors; see `isTaken` and `isBrokenChain`. */
export function insertBlock(connection: JournalConnection, row: TableBlock): Promise<void> {
  const { block, hash, bytes, epoch } = row;
  return connection.commit({
    name: "insert",
    text: "INSERT INTO venue_journal (height, epoch, first_seq, time, hash, previous_hash, bytes) VALUES ($1, $2, $3, $4, $5, $6, $7)",
    values: [
      block.height,
      epoch,
      block.firstSeq,
      block.time,
      Buffer.from(hash, "hex"),
      Buffer.from(block.previousHash, "hex"),
      bytes,
    ],
    bytes: bytes.length,
  });
}

/** The height has another row, or the same one. */
export function isTaken(error: unknown): boolean {
  return codeOf(error) === UNIQUE_VIOLATION;
}

/** The trigger refused the block: the table has lost rows, or was written by something else. */
export function isBrokenChain(error: unknown): boolean {
  return codeOf(error) === BROKEN_CHAIN;
}

/** The row's hash in lowercase hex and its epoch; `undefined` when the height has no row. */
export async function rowAt(
  connection: JournalConnection,
  height: number,
): Promise<{ hash: string; epoch: number } | undefined> {
  const text = "SELECT hash, epoch FROM venue_journal WHERE height = $1";
  const [row] = await connection.query<{ hash: Buffer; epoch: string }>(text, [height]);
  return row && { hash: row.hash.toString("hex"), epoch: Number(row.epoch) };
}
export async function tableEnd(connection: JournalConnection): Promise<TableEnd> {
  const text = "SELECT height, epoch, hash FROM venue_journal ORDER BY height DESC LIMIT 1";
  const [row] = await connection.query<{ height: string; epoch: string; hash: Buffer }>(text);
  if (row === undefined) return { height: 0, epoch: 0, hash: GENESIS_HASH };
  return { height: Number(row.height), epoch: Number(row.epoch), hash: row.hash.toString("hex") };
}

/** As the server answers it. */
export type Row = { height: string; epoch: string; bytes: Buffer };

/** A row whose bytes are not the block that was written. */
export class DamagedRowError extends Error {
  constructor(height: string) {
    super(`venue_journal, height ${height}: the block is damaged`);
    this.name = "DamagedRowError";
  }
}

/** A block has at most four megabytes, and usually a few kilobytes. */
const BLOCK_BYTES = 4 * 1024 * 1024;
const MAX_ROWS = 64;

/** The rows of one read: a single one after a read that failed, so that a slow line gets on with large blocks. */
export class ReadSize {
  rows = MAX_ROWS;

  failed(): void {
    this.rows = 1;
  }

  succeeded(): void {
    this.rows = Math.min(2 * this.rows, MAX_ROWS);
  }
}

/** Rows behind `height`, in order. A single row has the time that the largest block takes. */
export function rowsAfter(
  connection: JournalConnection,
  height: number,
  limit: number,
): Promise<Row[]> {
  const text =
    "SELECT height, epoch, bytes FROM venue_journal WHERE height > $1 ORDER BY height LIMIT $2";
  return connection.query<Row>(text, [height, limit], limit === 1 ? BLOCK_BYTES : 0);
}

/** @throws DamagedRowError */
export function decodeRow(row: Row): TableBlock {
  const decoded = decodeBlock(row.bytes, 0);
  if (decoded === undefined || decoded.block.height !== Number(row.height)) {
    throw new DamagedRowError(row.height);
  }
  const { block, hash } = decoded;
  return { block, hash, bytes: row.bytes, epoch: Number(row.epoch) };
}

/** The block with its place in the table. */
export function placedBlock({ block, hash }: EncodedBlock): PlacedBlock {
  const { height, stateHash, firstSeq, commands } = block;
  const seq = firstSeq + commands.length - 1;
  return {
    block,
    position: { height, hash, stateHash, seq, segment: 0, start: height, end: height },
  };
}

/** The address of the node that writes in `epoch`; `undefined` before the first. */
export async function nodeOf(
  connection: JournalConnection,
  epoch: number,
): Promise<string | undefined> {
  const text = "SELECT bytes FROM venue_journal WHERE epoch = $1 ORDER BY height LIMIT 1";
  const [row] = await connection.query<{ bytes: Buffer }>(text, [epoch]);
  const read = row && decodeBlock(row.bytes, 0);
  return read && epochCommand(read.block)?.node;
}

/** The command with which an epoch begins; it is alone in its block. */
export function epochCommand({
  commands: [first],
}: {
  commands: Uint8Array[];
}): CommandOf<"epoch"> | undefined {
  if (first?.[0] !== TYPE_BYTE.epoch) return undefined;
  const { command } = decodeCommand(first);
  return command.type === "epoch" ? command : undefined;
}

/** Whether its writer ended in order. */
export function isHandover({ commands }: { commands: Uint8Array[] }): boolean {
  const last = commands.at(-1);
  return last?.[0] === TYPE_BYTE.handover;
}
