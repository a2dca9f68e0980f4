/** Restores into the table of a journal in Postgres, in one transaction: it has all rows or none. */
import type { Secret } from "#lib/kernel/env.ts";
import { BackupError } from "#services/venue/journal/backup-error.ts";
import { encodeBlock } from "#services/venue/journal/block.ts";
import type { PlacedBlock } from "#services/venue/journal/journal-reader.ts";
import { JournalConnection } from "#services/venue/journal-store/connection.ts";
import {
  createTable,
  epochCommand,
  insertBlock,
  isTaken,
  TABLE,
  tableEnd,
} from "#services/venue/journal-store/journal-table.ts";
import type { RestoreTarget } from "./restore-target.ts";

export class TableTarget implements RestoreTarget {
  readonly #url: Secret;
  #connection: JournalConnection | undefined;
  /** Blocks of files before the first takeover have none. */
  #epoch = 0;
  #bytes = 0;

  constructor(url: Secret) {
    this.#url = url;
  }

  async begin(): Promise<void> {
    const connection = await JournalConnection.open(this.#url, "writes");
    this.#connection = connection;
    await createTable(connection);
    await connection.query("BEGIN");
    if ((await tableEnd(connection)).height > 0) throw notEmpty();
  }

  async write({ block, position }: PlacedBlock): Promise<void> {
    this.#epoch = epochCommand(block)?.epoch ?? this.#epoch;
    const encoded = encodeBlock(block);
    if (encoded.hash !== position.hash)
      throw new Error(`block ${block.height} is encoded in another way`);
    this.#bytes += encoded.bytes.length;
    try {
      await insertBlock(this.#open(), { block, ...encoded, epoch: this.#epoch });
    } catch (error) {
      // A venue that started meanwhile had the first height.
      throw isTaken(error) ? notEmpty() : error;
    }
  }

  async finish(): Promise<void> {
    const connection = this.#open();
    await connection.commit({ name: "end", text: "COMMIT", values: [], bytes: this.#bytes });
    await connection.close();
    this.#connection = undefined;
  }

  async abandon(): Promise<void> {
    this.#connection?.drop();
    this.#connection = undefined;
  }

  #open(): JournalConnection {
    if (this.#connection === undefined) throw new Error("the transaction has not begun");
    return this.#connection;
  }
}

function notEmpty(): BackupError {
  return new BackupError("RESTORE_TARGET_NOT_EMPTY", `the table ${TABLE} has rows already`);
}
